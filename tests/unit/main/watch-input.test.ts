import { EventEmitter } from 'node:events';
import { expect, it, vi } from 'vitest';
import { watchInput, type PageSource } from '@main/watch-input';

it('tells of a hand on mouse or keys in any window: the first touch at once, then now and then', () => {
  const app = new EventEmitter();
  let now = 0;
  const onInput = vi.fn();
  // The first window is there before main is built, others come later.
  const windows = [new EventEmitter(), new EventEmitter()] as const;
  watchInput(app as unknown as PageSource, [windows[0]] as never, () => now, onInput);
  app.emit('web-contents-created', {}, windows[1]);
  const touch = (window: number, type: string) =>
    windows[window]?.emit('input-event', {}, { type });

  // A window that opens under a resting mouse.
  touch(0, 'mouseEnter');
  touch(0, 'mouseLeave');
  expect(onInput).not.toHaveBeenCalled();
  touch(0, 'mouseMove');
  expect(onInput).toHaveBeenCalledTimes(1);
  for (let move = 0; move < 20; move += 1) touch(1, 'mouseMove');
  expect(onInput).toHaveBeenCalledTimes(1);
  now = 60_000;
  touch(1, 'rawKeyDown');
  expect(onInput).toHaveBeenCalledTimes(2);
});
