import { EventEmitter } from 'node:events';
import type { BrowserWindow } from 'electron';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { firstPictureOf } from '@main/first-picture';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function begin() {
  const window = new EventEmitter();
  const state = { isOver: false };
  void firstPictureOf(window as unknown as BrowserWindow).then(() => (state.isOver = true));
  const pass = (duration: number) => vi.advanceTimersByTimeAsync(duration);
  return { window, state, pass };
}

it('what keeps the thread busy waits until the picture of a shown window is on the screen', async () => {
  const { window, state, pass } = begin();
  await pass(300);
  window.emit('show');
  await pass(30);
  expect(state.isOver).toBe(false);
  await pass(10);
  expect(state.isOver).toBe(true);
});

it('it goes on where the window is closed, and after a while where it never shows', async () => {
  const [closed, silent] = [begin(), begin()];
  closed.window.emit('closed');
  await closed.pass(0);
  expect([closed.state.isOver, silent.state.isOver]).toEqual([true, false]);
  await silent.pass(990);
  expect(silent.state.isOver).toBe(false);
  await silent.pass(10);
  expect(silent.state.isOver).toBe(true);
});
