import { afterEach, expect, it, vi } from 'vitest';
import { QuickClock } from './quick-clock';

afterEach(() => {
  vi.restoreAllMocks();
});

it('the quick clock begins at the present moment, however old the process is', () => {
  const age = vi.spyOn(performance, 'now').mockReturnValue(60_000);
  vi.spyOn(Date, 'now').mockReturnValue(1_700_000_000_000);
  const clock = new QuickClock();
  expect(clock.now()).toBe(1_700_000_000_000);
  age.mockReturnValue(61_000);
  expect(clock.now()).toBe(1_700_000_010_000);
});
