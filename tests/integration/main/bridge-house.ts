import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { SystemChance } from '@adapters/chance';
import { openInlineStore } from '@adapters/store/inline-store';
import { channels, type ChannelName, type ChannelParsed } from '@contract/channels';
import type { Streets } from '@contract/streets';
import { Capabilities } from '@core/capabilities/capabilities';
import type { Clock } from '@core/ports/clock';
import type { Store } from '@core/ports/store';
import { ProxySignIn } from '@core/proxy/proxy-sign-in';
import { ConnectionProfiles } from '@core/session/connection-profiles';
import { StoreKeeper } from '@core/store/store-keeper';
import { buildWorkspace } from '@core/workspace/build-workspace';
import { DemoFleet } from '@main/demo/demo-fleet';
import { EventsHub, type Listener, type TopicSources } from '@main/ipc/events';
import { makeHandlers } from '@main/ipc/handlers';
import type { Handlers } from '@main/ipc/registrar';
import { stateTopic, topicsOf } from '@main/ipc/topics';
import { SettingsFile } from '@main/settings-file';
import { Workspaces } from '@core/workspace/workspaces';
import { generateStreets, startDemoService } from '../../../electron/demo';
import { FakeStores } from '../../unit/core/store/fake-stores';
import { MemoryVaults } from '../../unit/core/session/house';
import { Office } from '../service/office';

const WINDOW_ID = 1;

/** Stores on the real database, in memory and in this thread. */
class RealStores extends FakeStores {
  override open(): Promise<Store> {
    return openInlineStore(null, '');
  }

  override openInMemory(): Promise<Store> {
    return openInlineStore(null, '');
  }
}

/** Time that runs ten times as fast: a delete is held for a second. */
class QuickClock implements Clock {
  readonly #start = Date.now();

  now(): number {
    return this.#start + (Date.now() - this.#start) * 10;
  }

  monotonic(): number {
    return performance.now() * 10;
  }

  after(delay: number, task: () => void): () => void {
    const end = this.monotonic() + delay;
    let timer: NodeJS.Timeout;
    const arm = (): void => {
      timer = setTimeout(ring, Math.max(0, Math.min(1_000_000, end - this.monotonic()) / 10));
    };
    const ring = (): void => {
      if (this.monotonic() < end) arm();
      else task();
    };
    arm();
    return () => {
      clearTimeout(timer);
    };
  }
}

/** The demo's streets are read-only on their own floor. */
function streetsOf(seed: number): Streets {
  return structuredClone(generateStreets(seed)) as Streets;
}

/**
 * Everything that stands behind the bridge, as main builds it, on a demo service over HTTP. Only
 * Electron itself is missing: clipboard, browser and the windows.
 */
export class BridgeHouse {
  readonly office: Office;
  readonly workspaces: Workspaces;
  readonly settings: SettingsFile;
  readonly keeper: StoreKeeper;
  readonly proxy: ProxySignIn;
  readonly capabilities: Capabilities;
  /** The profile file that a person chooses next. */
  readonly profileFile: string;
  readonly #demo: DemoFleet;
  /** Addresses that were handed to the browser. */
  readonly openedOutside: string[] = [];
  readonly #hub: EventsHub;
  readonly #handlers: Handlers;
  readonly #answered = new Set<ChannelName>();

  private constructor(office: Office, settings: SettingsFile) {
    this.office = office;
    this.settings = settings;
    this.profileFile = join(office.folder, 'chosen-profile.json');
    const { session, connections, client: service, clock, budget, files, keychain } = office;
    const { transport } = office;
    this.proxy = new ProxySignIn(keychain);
    this.capabilities = new Capabilities({ session, clock });
    const stores = new RealStores();
    const chance = new SystemChance();
    this.keeper = new StoreKeeper({
      stores,
      clock,
      files,
      keychain,
      passphrases: new MemoryVaults(),
    });
    this.workspaces = new Workspaces({
      ...{ session, keeper: this.keeper, stores, clock },
      build: (active, on) =>
        buildWorkspace(active, on, {
          ...{ session, service, clock, chance },
          perMinute: () => budget.state().limit,
        }),
      onChange: () => undefined,
    });
    this.#demo = new DemoFleet({
      session,
      startWorker: async (vehicles) => {
        const demo = await startDemoService(vehicles === null ? {} : { vehicles });
        return {
          ...demo,
          streets: () => Promise.resolve(streetsOf(demo.seed)),
          end: () => demo.close(),
        };
      },
      seedAt: () => Promise.resolve(office.service.seed),
      drawStreets: (seed) => Promise.resolve(streetsOf(seed)),
    });
    this.#hub = new EventsHub(this.sources());
    const listener: Listener = { id: WINDOW_ID, send: vi.fn(), isDestroyed: () => false };
    this.#handlers = makeHandlers({
      ...{ session, connections, clock, files, transport, budget, settings },
      ...{
        workspaces: this.workspaces,
        keeper: this.keeper,
        proxy: this.proxy,
        capabilities: this.capabilities,
        demo: this.#demo,
        hub: this.#hub,
      },
      profiles: new ConnectionProfiles({
        ...{ connections, session, files, chance },
        includesDevices: () => this.workspaces.peek()?.fleet.includesDevices ?? null,
      }),
      profileDialogs: {
        chooseFile: () => Promise.resolve(this.profileFile),
        chooseTarget: () => Promise.resolve(this.profileFile),
      },
      locale: () => 'en',
      region: null,
      testHooks: false,
      clockShift: 0,
      openOutside: (address) => {
        this.openedOutside.push(address);
        return Promise.resolve(true);
      },
      findListener: (windowId) => (windowId === WINDOW_ID ? listener : undefined),
    });
  }

  static async open(): Promise<BridgeHouse> {
    const optionalOperations = { 'enterprises.list': {} };
    const demo = { vehicles: 12 };
    const office = await Office.open({
      demo,
      clock: new QuickClock(),
      profile: { optionalOperations },
    });
    return new BridgeHouse(office, await SettingsFile.open(office.files));
  }

  /** Signs in and waits for the store: on a busy machine another one stands in for it at first. */
  async signIn(): Promise<void> {
    await this.office.session.signIn(this.office.signInInput());
    await vi.waitFor(
      () => {
        expect(this.workspaces.peek()?.isKept).toBe(true);
      },
      { timeout: 30_000, interval: 50 },
    );
  }

  /** Where each topic's state comes from just now. */
  sources(): TopicSources {
    const { session, connections, budget } = this.office;
    return {
      session: stateTopic(session),
      connections: stateTopic(connections),
      budget: stateTopic(budget),
      capabilities: stateTopic(this.capabilities),
      proxy: stateTopic(this.proxy),
      settings: stateTopic(this.settings),
      store: stateTopic(this.keeper),
      graphics: stateTopic({ state: () => ({ losses: 0 }), subscribe: () => () => undefined }),
      ...topicsOf(this.workspaces.peek()),
    };
  }

  /** Calls a channel; its output must be what the contract promises, and not a key more. */
  async call<C extends ChannelName>(channel: C, input: ChannelParsed<C>): Promise<unknown> {
    const handle = this.#handlers[channel] as (input: unknown, context: object) => unknown;
    const { signal } = new AbortController();
    const output = await handle(input, { windowId: WINDOW_ID, signal });
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
    this.#hub.close();
    await this.workspaces.close();
    await this.#demo.stop();
    await this.office.close();
  }
}
