import type { PreloadApi } from '@contract/bridge';
import type { Connection } from '@contract/connections';
import { FleetdeskError } from '@contract/errors';
import type { SignIn } from '@contract/session';
import type { Locale } from '@contract/settings';
import { reportFault } from '@core/faults';
// Main reads these when somebody first asks for them. A test of a screen would have to wait for
// the disk then, which it can't see: here they are read from the beginning.
import '@core/label-files/label-files';
import '@core/zones/zone-files';
import { tellAlerts } from '@main/alerts/tell-alerts';
import { buildHouse, type House } from '@main/build-house';
import { makeHandlers } from '@main/ipc/handlers';
import { registerHandlers } from '@main/ipc/registrar';
import { SettingsFile } from '@main/settings-file';
import { wordsIn } from '@main/words';
import type { World } from '@main/world';
import { InProcessIpc, preloadOn, WINDOW_ID } from './ipc';

/** What a mocked main is made of. */
export interface MockedMainOptions<W extends World> {
  world: W;
  /** The profile file that a person chooses next; null where they cancel. */
  profileFile?: string | null;
  /** The file of settings that a person chooses next, to read or to write; null where they cancel. */
  settingsFile?: string | null;
  /** The file with certificates that a person chooses next; null where they cancel. */
  certificateFile?: string | null;
  /** The map file that a person chooses next; null where they cancel. */
  mapFile?: string | null;
  /** Where a person writes a table of alerts to next; null where they cancel. */
  alertsTarget?: string | null;
  /** Where a support bundle is saved; null where a person cancels. */
  bundleTarget?: string | null;
  /** Where a person writes zones to next; null where they cancel. */
  zoneTarget?: string | null;
  /** Where a file with tags and groups is written to. */
  labelTarget?: string | null;
  /** What a person chooses as the file of a copied region. */
  regionFile?: string | null;
  locale?: Locale;
}

/**
 * The main process without Electron: the same use cases, handlers and topics as in the app, on a
 * world of one's choice. Only windows, menus and dialogs are missing.
 */
export class MockedMain<W extends World = World> {
  readonly world: W;
  readonly house: House;
  readonly ipc: InProcessIpc;
  /** Addresses that were handed to the browser, and texts that were put on the clipboard. */
  readonly openedOutside: string[] = [];
  readonly copied: string[] = [];
  /** Addresses that were opened in a window of their own. */
  readonly openedWindows: string[] = [];

  private constructor(
    house: House,
    ipc: InProcessIpc,
    { world, ...options }: MockedMainOptions<W>,
  ) {
    this.world = world;
    this.house = house;
    this.ipc = ipc;
    const { alertFollower: alerts, desktop, session } = house;
    const locale = () => house.settings.state().locale ?? options.locale ?? 'en';
    tellAlerts({ alerts, desktop, session, locale, settings: house.settings, clock: world.clock });
    const chosenFile = () => Promise.resolve(options.profileFile ?? null);
    const settingsFile = () => Promise.resolve(options.settingsFile ?? null);
    registerHandlers({
      ipc: ipc.main,
      isOurs: () => true,
      onFault: reportFault,
      handlers: makeHandlers({
        ...world,
        ...house,
        chooseCertificateFile: () => Promise.resolve(options.certificateFile ?? null),
        chooseMapFile: () => Promise.resolve(options.mapFile ?? null),
        chooseAlertsTarget: () => Promise.resolve(options.alertsTarget ?? null),
        chooseBundleTarget: () => Promise.resolve(options.bundleTarget ?? null),
        chooseZoneTarget: () => Promise.resolve(options.zoneTarget ?? null),
        chooseLabelTarget: () => Promise.resolve(options.labelTarget ?? null),
        chooseRegionFile: () => Promise.resolve(options.regionFile ?? null),
        settingsDialogs: { chooseFile: settingsFile, chooseTarget: settingsFile },
        profileDialogs: { chooseFile: chosenFile, chooseTarget: chosenFile },
        words: () => wordsIn(locale()),
        windows: {
          nameOf: () => 'main',
          open: (address) => {
            this.openedWindows.push(address);
          },
          show: () => false,
          close: () => Promise.resolve(true),
          stay: () => undefined,
        },
        versions: { app: '0.1.0', electron: '45.5.0' },
        locale,
        region: null,
        testHooks: false,
        copyText: (text) => {
          this.copied.push(text);
        },
        openOutside: (address) => {
          this.openedOutside.push(address);
          return Promise.resolve(true);
        },
        findListener: (windowId) => (windowId === WINDOW_ID ? ipc.listener : undefined),
      }),
    });
  }

  static async open<W extends World>(options: MockedMainOptions<W>): Promise<MockedMain<W>> {
    const { world } = options;
    const settings = await SettingsFile.open(world.files, world.managed.settings);
    const graphics = { state: () => ({ losses: 0 }), subscribe: () => () => undefined };
    const house = await buildHouse(world, settings, graphics);
    return new MockedMain(house, new InProcessIpc(), options);
  }

  /** The API that a page finds. */
  get preload(): PreloadApi {
    return preloadOn(this.ipc);
  }

  /** Makes a call as the page does. @throws FleetdeskError */
  async call(channel: string, input?: unknown): Promise<unknown> {
    const answer = await this.ipc.invoke(channel, input);
    if (!answer.ok) throw new FleetdeskError(answer.error);
    return answer.data;
  }

  /** Signs in on a saved connection, with what the demo service knows a person by. */
  async signIn(
    saved: Connection,
    demo: { publicKey: string; username: string; password: string },
    keep: Pick<SignIn, 'place' | 'passphrase'> = { place: 'keychain' },
  ): Promise<void> {
    const { name, baseUrl, timeZone, units, budgetShare, allowPlainHttp } = saved;
    const { publicKey, username, password } = demo;
    await this.house.session.signIn({
      connectionId: saved.id,
      connection: { name, baseUrl, timeZone, units, budgetShare, allowPlainHttp },
      ...{ publicKey, username, password },
      ...keep,
    });
  }

  async close(): Promise<void> {
    this.house.hub.close();
    await this.house.stop();
  }
}
