import { expect, it, vi } from 'vitest';
import { inSlices } from '@core/in-slices';
import { PageClock } from '../../mocked-main/office/clock';

it('work that gives others a turn goes on, where no timer of main runs', async () => {
  const clock = new PageClock();
  const timer = vi.fn();
  clock.after(1, timer);
  let elapsed = 0;
  // As on a machine that is busy amid each of three things.
  vi.spyOn(clock, 'monotonic').mockImplementation(() => (elapsed += 10));
  const seen: number[] = [];
  await inSlices(clock, [1, 2, 3], (each) => seen.push(each));
  expect(seen).toEqual([1, 2, 3]);
  expect(timer).not.toHaveBeenCalled();
});
