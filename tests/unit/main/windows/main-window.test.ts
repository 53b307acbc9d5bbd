import type { EventEmitter } from 'node:events';
import { app as electronApp } from 'electron';
import { beforeEach, expect, it, vi, type Mock } from 'vitest';
import { MainWindow, type MainWindowOptions } from '@main/windows/main-window';
import type { WindowPlace } from '@main/windows/window-place';

const place: WindowPlace = { x: 0, y: 0, width: 1_000, height: 700, maximized: false };

vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events');
  class BrowserWindow extends Emitter {
    readonly webContents = Object.assign(new Emitter(), { id: 1 });
    close = vi.fn();
    hide = vi.fn();
  }
  return { app: Object.assign(new Emitter(), { quit: vi.fn() }), BrowserWindow, screen: {} };
});
vi.mock('@main/windows/keep-on-screen', () => ({
  boundsFor: () => ({}),
  keepOnScreen: () => () => place,
}));
vi.mock('@main/windows/page-options', () => ({ pageWindow: () => ({}) }));
vi.mock('@main/windows/watch-page', () => ({
  watchPage: vi.fn(),
  bringToFront: vi.fn(),
  showOnceReady: vi.fn(),
}));

const app = electronApp as unknown as EventEmitter & { quit: Mock };
beforeEach(() => {
  app.removeAllListeners();
  app.quit.mockClear();
});

/** A main window that remembers what it asked, was told and did. */
function openWindow(terms: { stays: boolean; closing?: 'hide' | 'close' }) {
  const told: string[] = [];
  const main = new MainWindow({
    ...{ place: null, isHidden: true },
    closing: () => Promise.resolve(terms.closing ?? 'close'),
    mayClose: async () => {
      told.push('asked');
      await Promise.resolve();
      return !terms.stays;
    },
    onStay: () => told.push('stays'),
    onClose: () => undefined,
    onHeld: () => told.push('held'),
    onClosed: () => undefined,
  } as unknown as MainWindowOptions);
  const window = main.window as unknown as EventEmitter & { webContents: EventEmitter };
  const quit = async () => {
    app.emit('before-quit', { defaultPrevented: false });
    window.emit('close', { preventDefault: () => undefined });
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { main, window, told, quit };
}

it('asks at every quit anew: one that was refused takes nothing from the next', async () => {
  const terms = { stays: true };
  const { told, quit } = openWindow(terms);
  await quit();
  expect(told).toEqual(['asked', 'stays']);
  expect(app.quit).not.toHaveBeenCalled();
  terms.stays = false;
  await quit();
  expect(told).toEqual(['asked', 'stays', 'asked']);
  await vi.waitFor(() => {
    expect(app.quit).toHaveBeenCalledOnce();
  });
});

it('hides in the tray again after a quit over which its person stayed', async () => {
  const { main, window, told, quit } = openWindow({ stays: false, closing: 'hide' });
  await quit();
  // The quit goes on, and the page holds the window.
  await quit();
  window.webContents.emit('will-prevent-unload');
  main.stay();
  window.emit('close', { preventDefault: () => undefined });
  await vi.waitFor(() => {
    expect(main.window.hide).toHaveBeenCalledOnce();
  });
  expect(told).toEqual(['asked', 'held']);
});

it('goes on with a quit that its page held back, once that agrees', async () => {
  const { main, window, quit } = openWindow({ stays: false, closing: 'hide' });
  await quit();
  await quit();
  window.webContents.emit('will-prevent-unload');
  app.quit.mockClear();
  window.emit('close', { preventDefault: () => undefined });
  await vi.waitFor(() => {
    expect(app.quit).toHaveBeenCalledOnce();
  });
  expect(main.window.hide).not.toHaveBeenCalled();
});

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
