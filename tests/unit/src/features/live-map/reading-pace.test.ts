import { afterEach, expect, it, vi } from 'vitest';
import ReadingNote from '@/features/live-map/ReadingNote.vue';
import { createReadingPace } from '@/features/live-map/reading-pace';
import { render, textOnPage } from '../../render';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

afterEach(() => {
  vi.useRealTimers();
});

it('is told once it is no chance, in two digits', () => {
  const pace = createReadingPace();
  expect(pace.note(100, 0)).toBeNull();
  expect(pace.note(200, 27 * SECOND)).toBeNull();
  expect(pace.note(300, 54 * SECOND)).toBeNull();
  expect(pace.note(400, 81 * SECOND)).toBeNull();
  // 400 in 108 seconds.
  expect(pace.note(500, 108 * SECOND)).toBe(220);
  expect(pace.note(500, 120 * SECOND)).toBe(200);
});

it('is that of the last minutes', () => {
  const pace = createReadingPace();
  let told: number | null = null;
  for (let page = 1; page <= 20; page += 1) told = pace.note(page * 100, page * SECOND);
  expect(told).toBeNull();
  for (let page = 1; page <= 15; page += 1) told = pace.note(2_000 + page * 100, page * MINUTE);
  expect(told).toBe(100);
});

it('begins again with a list that is read from the start, or a clock that was set back', () => {
  const pace = createReadingPace();
  for (let page = 1; page <= 9; page += 1) pace.note(page * 100, page * MINUTE);
  expect(pace.note(100, 10 * MINUTE)).toBeNull();
  expect(pace.note(200, 9 * MINUTE)).toBeNull();
});

it('a list that takes long tells how fast it is read on', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const begun = Date.UTC(2026, 10, 27);
  vi.setSystemTime(begun);
  const wrapper = await render(ReadingNote, { props: { read: 4_000 } });
  expect(textOnPage()).toContain('Loading the fleet, 4,000 vehicles so far');
  for (let page = 1; page <= 5; page += 1) {
    vi.setSystemTime(begun + page * 30 * SECOND);
    await wrapper.setProps({ read: 4_000 + page * 100 });
  }
  expect(textOnPage()).toContain('Loading the fleet, 4,500 vehicles so far, about 200 a minute');
});
