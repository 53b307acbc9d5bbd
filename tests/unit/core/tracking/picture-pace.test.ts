import { expect, it } from 'vitest';
import type { RestPace } from '@core/budget/rest-pace';
import { picturePace } from '@core/tracking/picture-pace';

const rest: RestPace = { perMinute: 48, free: 8, whenFree: () => 0 };

function holdOf(
  onScreenSeconds: number | null,
  { atRest = true, hasChosen = false }: { atRest?: boolean; hasChosen?: boolean } = {},
): number {
  return picturePace({
    looksAtRest: () => (atRest ? rest : null),
    attention: { hasChosen },
    pace: { told: { onScreenSeconds, holdsCap: true } },
  })();
}

it('no window waits while a person is at work, however seldom vehicles are looked at', () => {
  expect(holdOf(75, { atRest: false })).toBe(0);
  expect(holdOf(3_600, { atRest: false })).toBe(0);
});

it('no window waits where vehicles are looked at often', () => {
  expect(holdOf(75)).toBe(0);
  expect(holdOf(195)).toBe(0);
});

it('a window waits for one or two more groups of looks where vehicles are looked at seldom', () => {
  expect(holdOf(200)).toBe(11_000);
  expect(holdOf(395)).toBe(11_000);
  expect(holdOf(400)).toBe(21_000);
  expect(holdOf(36_000)).toBe(21_000);
});

it('no window waits that shows one vehicle for itself, or where nothing is known', () => {
  expect(holdOf(3_600, { hasChosen: true })).toBe(0);
  expect(holdOf(null)).toBe(0);
});
