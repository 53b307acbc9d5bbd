import type { BudgetState } from '@contract/budget';
import type { CapabilitiesState } from '@contract/capabilities';
import type { Connection, ConnectionsState } from '@contract/connections';
import type { ProxyState } from '@contract/proxy';
import type { SessionState } from '@contract/session';
import type { Settings } from '@contract/settings';
import type { StoreState } from '@contract/store';
import { pageFor } from '@main/windows/pages';
import type { DemoAccess } from '../../../electron/demo/start';
import { preloadOn } from '../ipc';
import type { InProcessService } from '../in-process-service';
import { LaidOver, type Overlay } from '../laid-over';
import { memoryWorld, type MemoryWorld } from '../memory-world';
import { MockedMain } from '../mocked-main';
import { queueEntries, queueEveryState, seedOf, type EntryDraft } from '../outbox-seeds';
import { PageClock } from './clock';
import { connectionsFile, officeConnections } from './connections';
import { officeSubjects } from './subjects';
import { officeService } from './service';

const realImmediate = setImmediate;
const DEFAULT_VEHICLES = 6;
const account: DemoAccess = { publicKey: 'key-1', username: 'ana.carvalho', password: 'secret' };
const isUnderWay: ReadonlySet<string> = new Set(['waiting', 'reading']);

/** How the invented office is found; everything can be left out. */
export interface OfficeOptions extends Pick<
  Overlay,
  'info' | 'syncs' | 'faults' | 'latency' | 'after'
> {
  vehicles?: number;
  signedIn?: boolean;
  settings?: Partial<Settings>;
  /** What is queued from before: nothing, one change in every state, or these. */
  outbox?: 'every-state' | readonly EntryDraft[];
  /**
   * States that are laid over what main tells. An office whose link is down is reached by no
   * request, and nobody is signed in to one whose session is over.
   */
  session?: Partial<SessionState>;
  connections?: Partial<ConnectionsState>;
  budget?: Partial<BudgetState>;
  proxy?: ProxyState;
  capabilities?: Partial<CapabilitiesState>;
  store?: Partial<StoreState>;
  /** All lists were read to their end; without it, what takes its turn among requests is not. */
  isRead?: boolean;
  /** A session of the last run is kept under this passphrase; nobody is signed in. */
  keptUnder?: string;
  /** What the service knows the person by. */
  account?: Partial<DemoAccess>;
  /** Somebody is signed in or out: main would load another document now. */
  onSession?: (session: SessionState) => void;
  now?: () => number;
  /** The map file that a person chooses next. */
  mapFile?: string;
}

/** The app's main process for the invented office, in this process, its service included. */
export class Office {
  readonly main: MockedMain<MemoryWorld>;
  readonly service: InProcessService;
  readonly page: LaidOver;

  private constructor(
    main: MockedMain<MemoryWorld>,
    service: InProcessService,
    { session, connections, budget, proxy, capabilities, store, ...options }: OfficeOptions,
  ) {
    this.main = main;
    this.service = service;
    const ofConnections = { ...connections };
    // They are in the file of main.
    delete ofConnections.connections;
    this.page = new LaidOver(main.ipc, {
      ...options,
      topics: {
        ...(session && { session }),
        ...(connections && { connections: ofConnections }),
        ...(budget && { budget }),
        ...(proxy && { proxy }),
        ...(capabilities && { capabilities }),
        ...(store && { store }),
      },
    });
  }

  static async open(options: OfficeOptions = {}): Promise<Office> {
    const { session, outbox, vehicles = DEFAULT_VEHICLES } = options;
    const clock = new PageClock(options.now);
    const now = () => clock.now();
    const service = await officeService({ ...account, ...options.account }, vehicles, now);
    const world = memoryWorld(clock, service, service.asDemoFleet());
    const saved = options.connections?.connections ?? officeConnections(now());
    const [first] = saved;
    await world.files.write(
      'connections.json',
      connectionsFile(saved, first?.id ?? null, {
        optionalOperations: { 'enterprises.list': {} },
      }),
    );
    if (options.settings) {
      const settings = { version: 1, settings: options.settings, window: null };
      await world.files.write('settings.json', JSON.stringify(settings));
    }
    if (outbox === 'every-state') {
      world.stores.seed = (store) => queueEveryState(store, officeSubjects(now()), now());
    } else if (outbox !== undefined) {
      world.stores.seed = (store) => queueEntries(store, outbox.map(seedOf), now());
    }
    if (options.keptUnder !== undefined && first) {
      await keepSession(world, service, first, options.keptUnder);
    }
    const main = await MockedMain.open({ world, mapFile: options.mapFile ?? null });
    if (options.keptUnder !== undefined) await main.house.session.restore();
    const office = new Office(main, service, options);
    const isIn =
      options.signedIn !== false &&
      options.keptUnder === undefined &&
      session?.phase !== 'signed-out';
    if (isIn && first) await office.#signIn(first, clock, options.isRead === true);
    office.#watch(options.onSession);
    if (session?.link?.state === 'offline') service.cutOff();
    return office;
  }

  /** Resolves once nothing happens in main that does not wait for a timer. */
  async idle(): Promise<void> {
    let quiet = 0;
    let seen = '';
    while (quiet < 3) {
      await new Promise<void>((resolve) => realImmediate(resolve));
      const { inFlight, sent } = this.service;
      const now = `${inFlight} ${sent} ${this.main.ipc.activity}`;
      quiet = inFlight === 0 && now === seen ? quiet + 1 : 0;
      seen = now;
    }
  }

  /** The API that the page finds. */
  get preload() {
    return preloadOn(this.page);
  }

  async close(): Promise<void> {
    await this.main.close();
  }

  /** Signs in; lets what is read at once be read, or everything. */
  async #signIn(connection: Connection, clock: PageClock, isRead: boolean): Promise<void> {
    await this.main.signIn(connection, this.service.demo);
    const { workspaces } = this.main.house;
    await this.idle();
    if (!isRead) return;
    await clock.hurry(
      () => this.idle(),
      () => {
        const { syncs = {} } = workspaces.peek()?.records.snapshot() ?? {};
        const phases = Object.values(syncs).map(({ phase }) => phase);
        return phases.length > 0 && !phases.some((phase) => isUnderWay.has(phase));
      },
    );
  }

  /** Tells of sessions as main does by loading the document that belongs to them. */
  #watch(onSession: OfficeOptions['onSession']): void {
    let last = this.main.house.session.state().phase;
    this.main.house.session.subscribe((session) => {
      if (pageFor(session) !== null && session.phase !== last) onSession?.(session);
      last = session.phase;
    });
  }
}

/** A run of the app before this one, which left its session in the keychain of a passphrase. */
async function keepSession(
  world: MemoryWorld,
  { demo }: InProcessService,
  connection: Connection,
  passphrase: string,
): Promise<void> {
  const before = await MockedMain.open({ world });
  await before.signIn(connection, demo, { place: 'passphrase', passphrase });
  await before.close();
}
