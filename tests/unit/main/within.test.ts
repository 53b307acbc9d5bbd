import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { within } from '@main/within';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

it('ends with the work, however that ended, and leaves no timer behind', async () => {
  await within(5_000, Promise.resolve('done'));
  await within(5_000, Promise.reject(new Error('no')));
  expect(vi.getTimerCount()).toBe(0);
});

it('waits for work without end no longer than it may', async () => {
  const over = vi.fn();
  const waited = within(5_000, new Promise(() => undefined)).then(over);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(over).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await waited;
  expect(over).toHaveBeenCalledOnce();
});
