import { FleetdeskError } from '@contract/errors';
import { managedStateSchema, type ManagedState } from '@contract/managed';
import { dialedNumber } from '@contract/phone';
import type { Locale } from '@contract/settings';
import type { TestClock } from '@contract/test-clock';
import type { WindowName } from '@contract/windows';
import { systemTimeZone } from '@core/session/connections';
import { browserMapAddress } from '@contract/browser-map';
import type { HandlersOf } from './registrar';

/** What the program knows of itself. */
export interface AppHandlerOptions {
  /** Versions of Fleetdesk and of Electron. */
  versions: { app: string; electron: string };
  locale(): Locale;
  /** Region of the system, as it is set there for dates. */
  region: string | null;
  windows: { nameOf(windowId: number): WindowName };
  testHooks: boolean;
  testClock: TestClock;
  managed: ManagedState;
  /** Address of the browser map that the person chose; null for the usual one. */
  browserMap(): string | null;
  /** Puts a text on the clipboard. */
  copyText(text: string): void;
  /** Opens an address that a person just clicked for in a window; false where it stays closed. */
  openOutside(address: string, windowId: number): Promise<boolean>;
}

/** The program itself, clipboard, browser. */
export function appHandlers({
  versions,
  locale,
  region,
  windows,
  testHooks,
  testClock,
  managed,
  browserMap,
  copyText,
  openOutside,
}: AppHandlerOptions): HandlersOf<'app'> {
  return {
    'app.info': (_input, { windowId }) => ({
      version: versions.app,
      electron: versions.electron,
      platform: process.platform,
      locale: locale(),
      region,
      timeZone: systemTimeZone(),
      window: windows.nameOf(windowId),
      testHooks,
      testClock,
      // What the page does not need stays here.
      managed: managedStateSchema.parse(managed),
    }),
    'app.copyText': (text) => {
      copyText(text);
    },
    'app.openInBrowserMap': async (position, { windowId }) => {
      if (await openOutside(browserMapAddress(position, browserMap()), windowId)) return;
      const message = 'No address was opened: nobody clicked, or the system has no browser.';
      throw new FleetdeskError({ code: 'service-error', reason: 'internal', message });
    },
    'app.call': async (phone, { windowId }) => {
      if (await openOutside(`tel:${dialedNumber(phone)}`, windowId)) return;
      const message = 'No number was dialed: nobody clicked, or the system has no phone program.';
      throw new FleetdeskError({ code: 'service-error', reason: 'internal', message });
    },
  };
}
