import { EventEmitter } from 'node:events';
import type { BrowserWindow } from 'electron';
import { expect, it, vi } from 'vitest';
import { showOnceReady } from '@main/windows/watch-page';

vi.mock('electron', () => ({ nativeTheme: {} }));
vi.mock('@main/windows/page-options', () => ({ background: () => '#ffffff' }));

/** A window that is hidden, and its page. */
function hiddenWindow() {
  const page = new EventEmitter();
  const show = vi.fn();
  const window = Object.assign(new EventEmitter(), { webContents: page, show });
  showOnceReady(window as unknown as BrowserWindow);
  return { window, page, show };
}

it('a new window is shown once its page is drawn, and by that alone', () => {
  const { window, page, show } = hiddenWindow();
  expect(show).not.toHaveBeenCalled();
  window.emit('ready-to-show');
  // A person may have hidden it since.
  page.emit('did-finish-load');
  expect(show).toHaveBeenCalledOnce();
});

it('a page that is not drawn while its window is hidden shows it once it has loaded', () => {
  const { page, show } = hiddenWindow();
  page.emit('did-finish-load');
  expect(show).toHaveBeenCalledOnce();
});
