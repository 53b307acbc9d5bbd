import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { AxiosTransport } from '@adapters/http/axios-transport';
import { nodeNetwork } from '@adapters/http/node-network';
import { channels, type ChannelName, type ChannelInput } from '@contract/channels';
import type { Connection } from '@contract/connections';
import type { SignIn } from '@contract/session';
import { readConnectionFile } from '@core/session/connection-file';
import type { TopicSources } from '@main/ipc/events';
import { startDemoService, type DemoService } from '../../../electron/demo';
import { httpDemoFleet } from '../../mocked-main/demo-fleet';
import { memoryWorld } from '../../mocked-main/memory-world';
import { FakeUpdater } from '../../unit/core/updates/fake-updater';
import { writePmtiles } from '../../map-files/write-archives';
import { MockedMain } from '../../mocked-main/mocked-main';
import { QuickClock } from './quick-clock';

/** Far above what the test sends. */
const NO_LIMIT = 60_000;

/**
 * Everything that stands behind the bridge, as main builds it, on a demo service over HTTP. Only
 * Electron itself is missing: clipboard, browser and the windows.
 */
export class BridgeHouse {
  readonly service: DemoService;
  readonly main: MockedMain;
  /** Where newer versions come from. */
  readonly updater: FakeUpdater;
  readonly #folder: string;
  readonly #clock: QuickClock;
  readonly #answered = new Set<ChannelName>();

  private constructor(
    service: DemoService,
    main: MockedMain,
    own: { folder: string; clock: QuickClock; updater: FakeUpdater },
  ) {
    this.service = service;
    this.main = main;
    this.#folder = own.folder;
    this.#clock = own.clock;
    this.updater = own.updater;
  }

  /** @param profile more keys of the service profile */
  static async open(profile: Readonly<Record<string, unknown>> = {}): Promise<BridgeHouse> {
    const service = await startDemoService({
      ...{ vehicles: 12, ratePerMinute: NO_LIMIT, testControl: true },
    });
    const folder = await mkdtemp(join(tmpdir(), 'fleetdesk-bridge-'));
    const clock = new QuickClock();
    const world = memoryWorld(clock, new AxiosTransport(nodeNetwork), httpDemoFleet);
    const updater = new FakeUpdater();
    world.updates = { off: null, host: 'updates.example', updater };
    const mapFile = join(folder, 'city.pmtiles');
    const tile = { z: 0, x: 0, y: 0, data: new Uint8Array([1]) };
    await writePmtiles(mapFile, [tile], { layers: ['earth', 'roads'] });
    const profileFile = join(folder, 'profile.json');
    const main = await MockedMain.open({
      ...{ world, profileFile, mapFile },
      settingsFile: join(folder, 'settings.json'),
      zoneTarget: join(folder, 'zones.kml'),
      bundleTarget: join(folder, 'support.zip'),
      alertsTarget: join(folder, 'alerts.csv'),
      labelTarget: join(folder, 'tags.csv'),
      regionFile: join(folder, 'town.mbtiles'),
    });
    const house = new BridgeHouse(service, main, { folder, clock, updater });
    main.house.connections.offer(
      readConnectionFile(JSON.stringify(house.#connectionFile(profile))),
    );
    return house;
  }

  /** The sign-in of the demo's user. */
  signInInput(change: Partial<SignIn> = {}): SignIn {
    const { publicKey, username, password } = this.service;
    const [saved] = this.main.house.connections.state().connections;
    const { name, baseUrl, timeZone, units, budgetShare, allowPlainHttp } = saved as Connection;
    return {
      connectionId: saved?.id ?? '',
      connection: { name, baseUrl, timeZone, units, budgetShare, allowPlainHttp },
      ...{ publicKey, username, password },
      place: 'keychain',
      ...change,
    };
  }

  /** Signs in and waits for the store. */
  async signIn(): Promise<void> {
    await this.main.house.session.signIn(this.signInInput());
    await this.storeIsKept();
  }

  /** Waits for the store that is kept: on a busy machine another one stands in for it at first. */
  async storeIsKept(): Promise<void> {
    await vi.waitFor(
      () => {
        expect(this.main.house.workspaces.peek()?.isKept).toBe(true);
      },
      { interval: 50 },
    );
  }

  /** Runs steps that have to be done before a time is over: the clock of the app stops meanwhile. */
  async withClockStopped<T>(steps: () => Promise<T>): Promise<T> {
    this.#clock.stop();
    try {
      return await steps();
    } finally {
      this.#clock.goOn();
    }
  }

  /** Where each topic's state comes from just now. */
  sources(): TopicSources {
    return this.main.house.sources();
  }

  /** Calls a channel; its output must be what the contract promises, and not a key more. */
  async call<C extends ChannelName>(channel: C, input: ChannelInput<C>): Promise<unknown> {
    const output = await this.main.call(channel, input);
    expect(channels[channel].output.parse(output), channel).toEqual(output);
    this.#answered.add(channel);
    return output;
  }

  /** The channels of the contract that no call has answered yet. */
  unanswered(): string[] {
    const names = Object.keys(channels) as ChannelName[];
    return names.filter((name) => !this.#answered.has(name));
  }

  async close(): Promise<void> {
    await this.main.close();
    await this.service.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  #connectionFile(profile: Readonly<Record<string, unknown>>): object {
    return {
      name: 'Demo over HTTP',
      baseUrl: this.service.url,
      timeZone: 'America/Sao_Paulo',
      profile: {
        limits: { perMinute: NO_LIMIT },
        optionalOperations: { 'enterprises.list': {} },
        ...profile,
      },
    };
  }
}
