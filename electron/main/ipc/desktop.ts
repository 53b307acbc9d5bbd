import type { Desktop } from '@core/desktop/desktop';
import type { Words } from '../words';
import type { HandlersOf } from './registrar';

/** What the calls about the desktop need. */
export interface DesktopHandlerOptions {
  desktop: Desktop;
  words(): Words;
  windows: WindowVerbs;
}

/** What a page can ask of the windows. */
export interface WindowVerbs {
  /** Opens the screen of an address in a window of its own. */
  open(address: string): void;
  /** Shows an address in the window of its screen; false where it has none of its own. */
  show(address: string): boolean;
  /** Closes the windows that show one screen; false where unsaved work keeps one open. */
  close(): Promise<boolean>;
  /** A window stays that held a quit back. */
  stay(windowId: number): void;
}

/** Notifications, sound and tray. */
export function desktopHandlers({
  desktop,
  words,
  windows,
}: DesktopHandlerOptions): HandlersOf<'desktop'> {
  return {
    'desktop.demonstrate': () => {
      desktop.demonstrate({
        id: 'example',
        title: words()('exampleNotice.title'),
        body: words()('exampleNotice.body'),
        actions: [],
        open: () => {
          desktop.ask({ screen: 'alerts', alertId: null });
        },
      });
    },
    'desktop.takeAsked': () => desktop.takeAsked(),
    'desktop.lookForTray': async () => {
      await desktop.lookForTray();
    },
    'desktop.openWindow': (address) => {
      windows.open(address);
    },
    'desktop.show': (address) => {
      if (!windows.show(address)) desktop.ask({ screen: 'address', address });
    },
    'desktop.closeWindows': () => windows.close(),
    'desktop.stay': (_nothing, { windowId }) => {
      windows.stay(windowId);
    },
  };
}
