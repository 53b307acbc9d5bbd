import type { EventEmitter } from 'node:events';
import { expect, it, vi } from 'vitest';
import { MainWindow, type MainWindowOptions } from '@main/windows/main-window';
import type { WindowPlace } from '@main/windows/window-place';

const place: WindowPlace = { x: 0, y: 0, width: 1_000, height: 700, maximized: false };

vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events');
  class BrowserWindow extends Emitter {
    readonly webContents = Object.assign(new Emitter(), { id: 1 });
    close = vi.fn();
  }
  return { app: new Emitter(), BrowserWindow, screen: {} };
});
vi.mock('@main/windows/keep-on-screen', () => ({
  boundsFor: () => ({}),
  keepOnScreen: () => () => place,
}));
vi.mock('@main/windows/page-options', () => ({ pageWindow: () => ({}) }));
vi.mock('@main/windows/watch-page', () => ({ watchPage: vi.fn(), bringToFront: vi.fn() }));

it('is gone only once it is closed: its page may hold it back after it agreed to close', async () => {
  const told: string[] = [];
  const main = new MainWindow({
    ...{ place: null, isHidden: true },
    closing: () => Promise.resolve('close'),
    mayClose: () => Promise.resolve(true),
    onClose: () => told.push('close'),
    onHeld: () => told.push('held'),
    onClosed: () => told.push('closed'),
  } as unknown as MainWindowOptions);
  const window = main.window as unknown as EventEmitter & { webContents: EventEmitter };
  const preventDefault = vi.fn();
  window.emit('close', { preventDefault });
  await vi.waitFor(() => {
    expect(main.window.close).toHaveBeenCalledOnce();
  });
  expect(preventDefault).toHaveBeenCalledOnce();
  window.emit('close', { preventDefault });
  window.webContents.emit('will-prevent-unload');
  expect(told).toEqual(['close', 'held']);
  window.emit('closed');
  expect(told).toEqual(['close', 'held', 'closed']);
});
