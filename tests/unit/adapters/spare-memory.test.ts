import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { freeSpareMemory } from '@adapters/spare-memory';

const MB = 2 ** 20;

let held: number;
let left: number;
const collect = vi.fn(() => {
  held = left;
});
const free = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  [held, left] = [80 * MB, 5 * MB];
  collect.mockClear();
  free.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
});

it('frees what large reads left, once for many calls and also while calls keep coming', () => {
  const afterCall = freeSpareMemory(free, { held: () => held, used: () => left, collect });
  for (let call = 0; call < 25; call += 1) {
    afterCall();
    vi.advanceTimersByTime(1_000);
  }
  expect(collect).toHaveBeenCalledTimes(1);
  held = 30 * MB;
  vi.advanceTimersByTime(60_000);
  expect(collect).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(600_000);
  expect(collect).toHaveBeenCalledTimes(2);
});

it('looks for nothing more in a thread that holds little', () => {
  held = 7 * MB;
  freeSpareMemory(free, { held: () => held, used: () => left, collect })();
  vi.advanceTimersByTime(60_000);
  expect(collect).not.toHaveBeenCalled();
});

it('frees what is had again at once as soon as calls have stopped, and not between two of them', () => {
  const afterCall = freeSpareMemory(free, { held: () => 0, used: () => 0, collect });
  for (let call = 0; call < 10; call += 1) {
    afterCall();
    vi.advanceTimersByTime(1_900);
  }
  expect(free).not.toHaveBeenCalled();
  vi.advanceTimersByTime(100);
  expect(free).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(60_000);
  free.mockClear();
  afterCall();
  vi.advanceTimersByTime(2_000);
  expect(free).toHaveBeenCalledTimes(1);
});

it('lets a thread grow beyond what it uses, and frees it again', () => {
  left = 40 * MB;
  const afterCall = freeSpareMemory(free, { held: () => held, used: () => left, collect });
  const call = () => {
    afterCall();
    vi.advanceTimersByTime(20_000);
  };
  call();
  held = 47 * MB;
  call();
  expect(collect).toHaveBeenCalledTimes(1);
  held = 49 * MB;
  call();
  expect(collect).toHaveBeenCalledTimes(2);
});

it('goes by what is in use, where the heap has not become smaller yet', () => {
  left = 9 * MB;
  const slow = vi.fn();
  const afterCall = freeSpareMemory(free, { held: () => held, used: () => left, collect: slow });
  for (let call = 0; call < 2; call += 1) {
    afterCall();
    vi.advanceTimersByTime(20_000);
  }
  expect(slow).toHaveBeenCalledTimes(2);
});
