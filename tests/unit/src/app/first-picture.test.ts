import { beforeEach, expect, it, vi } from 'vitest';
import { afterFirstPicture } from '@/app/first-picture';

let draw: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('requestAnimationFrame', (drawn: () => void) => {
    draw = drawn;
    return 1;
  });
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

async function isOver(wait: Promise<void>, after: number): Promise<boolean> {
  let over = false;
  void wait.then(() => (over = true));
  await vi.advanceTimersByTimeAsync(after);
  return over;
}

it('the page runs once the frame with the first picture is over', async () => {
  const wait = afterFirstPicture();
  expect(await isOver(wait, 100)).toBe(false);
  draw();
  expect(await isOver(wait, 1)).toBe(true);
});

it('a window that is not drawn does not keep its page from running', async () => {
  const wait = afterFirstPicture();
  expect(await isOver(wait, 240)).toBe(false);
  expect(await isOver(wait, 20)).toBe(true);
});
