import type { PowerSource } from '@core/ports/power-source';
import type { BudgetState } from '@contract/budget';
import type { CapabilitiesState } from '@contract/capabilities';
import type { Connection, ConnectionsState } from '@contract/connections';
import type { ProxyState } from '@contract/proxy';
import type { SessionState } from '@contract/session';
import type { Settings } from '@contract/settings';
import type { StoreState } from '@contract/store';
import type { UpdatesState } from '@contract/updates';
import { associationSides } from '@contract/associations';
import { pageFor } from '@main/windows/pages';
import type { DemoAccess } from '../../../electron/demo/start';
import { preloadOn } from '../ipc';
import type { InProcessService } from '../in-process-service';
import { LaidOver, type Overlay } from '../laid-over';
import { memoryWorld, type MemoryWorld } from '../memory-world';
import { MockedMain } from '../mocked-main';
import { queueEntries, queueEveryState, seedOf, type EntryDraft } from '../outbox-seeds';
import { seedAlerts, type AlertSeeds } from './alerts';
import { PageClock } from './clock';
import { connectionsFile, officeConnections } from './connections';
import { idOf } from './records';
import { officeService } from './service';
import {
  filledStore,
  ownFile,
  profileFile,
  settingsFile,
  storeFile,
  type OwnFile,
} from './own-files';
import { officeSubjects } from './subjects';

const realImmediate = setImmediate;
const DEFAULT_VEHICLES = 6;
const account: DemoAccess = { publicKey: 'key-1', username: 'ana.carvalho', password: 'secret' };
const isUnderWay: ReadonlySet<string> = new Set(['waiting', 'reading']);
const defaultProfile = { optionalOperations: { 'enterprises.list': {} } };
/** So that nobody waits for a turn while everything is read. */
const limits = { perMinute: 1_200 };
const READ_AGO = 95_000;
/** The part of the vehicles of which it is known there what is on them. */
const LISTED = 0.7;

/** How the invented office is found; everything can be left out. */
export interface OfficeOptions extends Pick<
  Overlay,
  'info' | 'syncs' | 'faults' | 'answers' | 'revised' | 'latency' | 'after'
> {
  vehicles?: number;
  signedIn?: boolean;
  settings?: Partial<Settings>;
  /** What is queued from before: nothing, one change in every state, or these. */
  outbox?: 'every-state' | readonly EntryDraft[];
  /** So many changes are answered; the next one is being sent until the service releases it. */
  answeredWrites?: number;
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
  updates?: Partial<UpdatesState>;
  /** What the profile of the connection says. */
  profile?: object;
  /** What is in the file with certificates that the person chooses: `depot.pem`. */
  certificates?: string;
  /** What is in the profile file that the person chooses: `vila-clara-profile.json`. */
  profileFile?: object;
  /** What is in the file of settings that the person chooses: `settings.json`. */
  settingsFile?: string;
  /**
   * The app was at work before: all lists were read to their end a moment ago, and which devices
   * and people are on seven vehicles of ten. Without it, what takes its turn among requests is
   * not read.
   */
  isRead?: boolean;
  /** Milliseconds since then; a minute and a half where left out. */
  readAgo?: number;
  /** A session of the last run is kept under this passphrase; nobody is signed in. */
  keptUnder?: string;
  /** What the service knows the person by. */
  account?: Partial<DemoAccess>;
  /** Somebody is signed in or out: main would load another document now. */
  onSession?: (session: SessionState) => void;
  now?: () => number;
  /** The map file that a person chooses next. */
  mapFile?: string;
  /** The file that the person chooses for a copied region. */
  regionFile?: string;
  /** The desktop has a tray. */
  hasTray?: boolean;
  /** Where the computer's power comes from; from the mains unless given. */
  power?: PowerSource;
  /** Rules and alerts that are kept from before. */
  alerts?: AlertSeeds;
}

/** The app's main process for the invented office, in this process, its service included. */
export class Office {
  readonly main: MockedMain<MemoryWorld>;
  readonly service: InProcessService;
  readonly page: LaidOver;
  readonly #clock: PageClock;
  readonly #files: readonly (OwnFile | null | undefined)[];

  private constructor(
    main: MockedMain<MemoryWorld>,
    service: InProcessService,
    clock: PageClock,
    files: readonly (OwnFile | null | undefined)[],
    {
      session,
      connections,
      budget,
      proxy,
      capabilities,
      store,
      updates,
      ...options
    }: OfficeOptions,
  ) {
    this.main = main;
    this.service = service;
    this.#clock = clock;
    this.#files = files;
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
        ...(updates && { updates }),
      },
    });
  }

  static async open(options: OfficeOptions = {}): Promise<Office> {
    const { now = Date.now, isRead = false, readAgo = READ_AGO } = options;
    const read = isRead ? storeFile(await storeOfBefore(options, now() - readAgo)) : null;
    return Office.#open(options, read);
  }

  /** Opens an office that keeps what it reads in a file, and reads everything. */
  static async fill(options: OfficeOptions, path: string): Promise<void> {
    const office = await Office.#open(options, { path, remove: () => undefined });
    await office.#readAll(options.vehicles ?? DEFAULT_VEHICLES);
    await office.close();
  }

  static async #open(options: OfficeOptions, file: OwnFile | null): Promise<Office> {
    const { session, outbox, vehicles = DEFAULT_VEHICLES } = options;
    const clock = new PageClock(options.now);
    const now = () => clock.now();
    const service = await officeService({ ...account, ...options.account }, vehicles, now);
    const world = memoryWorld(clock, service, service.asDemoFleet());
    world.findTray = () => Promise.resolve(options.hasTray === true);
    if (options.power) world.power = options.power;
    const saved = options.connections?.connections ?? officeConnections(now());
    const [first] = saved;
    await world.files.write(
      'connections.json',
      connectionsFile(saved, first?.id ?? null, options.profile ?? defaultProfile),
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
    const { alerts } = options;
    if (alerts) {
      const { seed } = world.stores;
      world.stores.seed = async (store) => {
        await seed?.(store);
        await seedAlerts(store, alerts);
      };
    }
    if (options.keptUnder !== undefined && first) {
      await keepSession(world, service, first, options.keptUnder);
    }
    world.stores.file = file?.path ?? null;
    const chosen = options.profileFile && profileFile(options.profileFile);
    const { certificates } = options;
    const pem = certificates === undefined ? null : ownFile('depot.pem', certificates);
    const settings =
      options.settingsFile === undefined ? undefined : settingsFile(options.settingsFile);
    const main = await MockedMain.open({
      world,
      settingsFile: settings?.path ?? null,
      profileFile: chosen?.path ?? null,
      certificateFile: pem?.path ?? null,
      mapFile: options.mapFile ?? null,
      regionFile: options.regionFile ?? null,
    });
    if (options.keptUnder !== undefined) await main.house.session.restore();
    const office = new Office(main, service, clock, [file, chosen, settings, pem], options);
    const isIn =
      options.signedIn !== false &&
      options.keptUnder === undefined &&
      session?.phase !== 'signed-out';
    if (options.answeredWrites !== undefined) service.holdWrites(options.answeredWrites);
    const isOffline = session?.link?.state === 'offline';
    // Where nothing was read before, what is read at once is what the page knows.
    if (isOffline && options.isRead === true) service.cutOff({ letsSignIn: true });
    if (isIn && first) await office.#signIn(first);
    office.#watch(options.onSession);
    if (isOffline) service.cutOff();
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
    for (const file of this.#files) file?.remove();
  }

  /** Signs in, and lets what is read at once be read. */
  async #signIn(connection: Connection): Promise<void> {
    await this.main.signIn(connection, this.service.demo);
    await this.idle();
  }

  /** Lets all lists be read, and what is on the first vehicles. */
  async #readAll(vehicles: number): Promise<void> {
    const { records, associations } = await this.main.house.workspaces.get();
    const lists = Array.from({ length: Math.ceil(vehicles * LISTED) }, (_, index) =>
      associationSides.map((side) =>
        associations.refresh({ vehicleKey: idOf('veh', index), side }),
      ),
    );
    let isListed = false;
    const listing = Promise.all(lists.flat()).finally(() => {
      isListed = true;
    });
    await this.#clock.hurry(
      () => this.idle(),
      () =>
        isListed &&
        !Object.values(records.snapshot().syncs).some(({ phase }) => isUnderWay.has(phase)),
    );
    await listing;
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

/** What a run of the app that read everything left in its store. */
function storeOfBefore(
  { vehicles = DEFAULT_VEHICLES, profile = defaultProfile }: OfficeOptions,
  at: number,
): Promise<Buffer> {
  return filledStore(JSON.stringify([vehicles, profile, at]), (path) =>
    Office.fill({ vehicles, profile: { ...profile, limits }, now: () => at }, path),
  );
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
