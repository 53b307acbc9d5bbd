import { nativeTheme, type BrowserWindow } from 'electron';
import { background, type PageWindowOptions } from './page-options';

/** Follows the page and the look of a window of ours; `reload` brings a page back that was left. */
export function watchPage(
  window: BrowserWindow,
  { page, onPageGone, onStay }: Pick<PageWindowOptions, 'page' | 'onPageGone' | 'onStay'>,
  reload: () => void,
): void {
  const { webContents } = window;
  const { id } = webContents;
  const followTheme = () => {
    window.setBackgroundColor(background());
  };
  nativeTheme.on('updated', followTheme);
  webContents.on('did-navigate', (_event, address) => {
    onPageGone(id);
    // `about:blank` alone is reached without a navigation that could be refused.
    if (!address.startsWith(`${page.origin}/`)) reload();
  });
  webContents.on('will-prevent-unload', () => {
    onStay();
  });
  webContents.on('render-process-gone', () => {
    onPageGone(id);
  });
  window.once('closed', () => {
    nativeTheme.off('updated', followTheme);
    onPageGone(id);
  });
}

/**
 * Shows a new window once its page is drawn, or has loaded: now and then Chromium draws nothing as
 * long as a window is hidden, and such a window would never be seen.
 */
export function showOnceReady(window: BrowserWindow): void {
  let isShown = false;
  const show = () => {
    if (!isShown) window.show();
    isShown = true;
  };
  window.once('ready-to-show', show);
  window.webContents.once('did-finish-load', show);
}

/** Brings a window to the front. */
export function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
