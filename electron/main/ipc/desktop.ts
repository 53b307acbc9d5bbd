import type { Desktop } from '@core/desktop/desktop';
import type { Words } from '../words';
import type { HandlersOf } from './registrar';

/** What the calls about the desktop need. */
export interface DesktopHandlerOptions {
  desktop: Desktop;
  words(): Words;
}

/** Notifications, sound and tray. */
export function desktopHandlers({ desktop, words }: DesktopHandlerOptions): HandlersOf<'desktop'> {
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
  };
}
