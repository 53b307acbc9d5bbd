import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { freeSpareMemory } from '@adapters/store/spare-memory';

const MB = 2 ** 20;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('frees what large reads left, once for many calls and also while calls keep coming', () => {
  const collect = vi.fn();
  const afterCall = freeSpareMemory({ heapSize: () => 80 * MB, collect });
  for (let call = 0; call < 25; call += 1) {
    afterCall();
    vi.advanceTimersByTime(1_000);
  }
  expect(collect).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(60_000);
  expect(collect).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(600_000);
  expect(collect).toHaveBeenCalledTimes(2);
});

it('leaves a thread alone that holds little', () => {
  const collect = vi.fn();
  freeSpareMemory({ heapSize: () => 30 * MB, collect })();
  vi.advanceTimersByTime(60_000);
  expect(collect).not.toHaveBeenCalled();
});
