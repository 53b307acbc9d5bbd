import { BrowserWindow, screen } from 'electron';
import { reportFault } from '@core/faults';
import { boundsFor, keepOnScreen, placeOf } from './keep-on-screen';
import type { ScreenWindow } from './own-windows';
import { pageWindow, type PageWindowOptions } from './page-options';
import { bringToFront, showOnceReady, watchPage } from './watch-page';
import type { WindowPlace } from './window-place';

/** What a window of one screen needs. */
export interface ScreenWindowOptions extends PageWindowOptions {
  address: string;
  place: WindowPlace | null;
  /** Told where the window was when it closed. */
  onClose(place: WindowPlace): void;
  onClosed(): void;
}

/** A window with one screen, for a second monitor: the page of the main window at its address. */
export function openScreenWindow(options: ScreenWindowOptions): ScreenWindow & {
  window: BrowserWindow;
  reload(): void;
} {
  const { place, page, onClose, onClosed } = options;
  const window = new BrowserWindow({
    ...pageWindow(options),
    ...boundsFor(place, screen),
  });
  const { webContents } = window;
  keepOnScreen(window, place, screen);
  let shown = options.address;
  const load = () => {
    const url = `${page.pageAddress('index.html')}#${shown}`;
    window.loadURL(url).catch((fault: unknown) => {
      if (!window.isDestroyed()) reportFault('a window of its own could not be loaded', fault);
    });
  };
  watchPage(window, options, load);
  showOnceReady(window);
  const tellPlace = () => {
    onClose(placeOf(window));
  };
  window.on('close', tellPlace);
  window.once('closed', onClosed);
  load();
  return {
    window,
    contentsId: webContents.id,
    reload: load,
    focus: () => {
      bringToFront(window);
    },
    go: (address) => {
      shown = address;
      // The address it has already would load the whole page again.
      if (!webContents.getURL().endsWith(`#${address}`)) load();
    },
    close: () =>
      new Promise((resolve) => {
        const stay = () => {
          bringToFront(window);
          window.off('closed', leave);
          resolve(false);
        };
        const leave = () => {
          resolve(true);
        };
        window.once('closed', leave);
        webContents.once('will-prevent-unload', stay);
        window.close();
      }),
    destroy: () => {
      tellPlace();
      window.destroy();
    },
  };
}
