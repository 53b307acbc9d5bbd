import { app, clipboard } from 'electron';
import type { Locale } from '@contract/settings';
import { systemTimeZone } from '@core/session/connections';
import { browserMapAddress } from '../browser-map';
import { openOutside } from '../external-links';
import type { HandlersOf } from './registrar';

/** What the program knows of itself. */
export interface AppHandlerOptions {
  locale(): Locale;
  /** Region of the system, as it is set there for dates. */
  region: string | null;
  testHooks: boolean;
  clockShift: number;
}

/** The program itself, clipboard, browser. */
export function appHandlers({
  locale,
  region,
  testHooks,
  clockShift,
}: AppHandlerOptions): HandlersOf<'app'> {
  return {
    'app.info': () => ({
      version: app.getVersion(),
      electron: process.versions.electron,
      platform: process.platform,
      locale: locale(),
      region,
      timeZone: systemTimeZone(),
      testHooks,
      clockShift,
    }),
    'app.copyText': (text) => {
      clipboard.writeText(text);
    },
    'app.openInBrowserMap': async (position) => {
      await openOutside(browserMapAddress(position));
    },
  };
}
