import { BrowserWindow, webContents } from 'electron';

/** The window whose page calls. It is there: the registrar let the call through. */
export function windowOf(windowId: number): BrowserWindow {
  const contents = webContents.fromId(windowId);
  const window = contents && BrowserWindow.fromWebContents(contents);
  if (window) return window;
  throw new Error('The window that asked for a file is gone.');
}
