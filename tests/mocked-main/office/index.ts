import type { AppInfo, Settings } from '@contract/settings';
import type { Connection } from '@contract/connections';
import type { Store } from '@core/ports/store';
import { preloadOn } from '../ipc';
import { InProcessService } from '../in-process-service';
import { LaidOver, type Overlay } from '../laid-over';
import { memoryWorld, type MemoryWorld } from '../memory-world';
import { MockedMain } from '../mocked-main';
import { PageClock } from './clock';
import { connectionsFile, officeConnections } from './connections';
import { OfficeWorld } from './world';

const realImmediate = setImmediate;

/** How the invented office is found; everything can be left out. */
export interface OfficeOptions extends Overlay {
  vehicles?: number;
  signedIn?: boolean;
  settings?: Partial<Settings>;
  info?: Partial<AppInfo>;
  connections?: Connection[];
  /** Puts into the store what was kept before. */
  seed?: (store: Store) => Promise<unknown>;
  now?: () => number;
}

/** The app's main process for the invented office, in this process, its service included. */
export class Office {
  readonly main: MockedMain<MemoryWorld>;
  readonly service: InProcessService;
  readonly page: LaidOver;

  private constructor(
    main: MockedMain<MemoryWorld>,
    service: InProcessService,
    options: OfficeOptions,
  ) {
    this.main = main;
    this.service = service;
    this.page = new LaidOver(main.ipc, options);
  }

  static async open(options: OfficeOptions = {}): Promise<Office> {
    const clock = new PageClock(options.now);
    const now = clock.now.bind(clock);
    const service = await InProcessService.make(
      { now, ratePerMinute: 60_000 },
      { makeWorld: () => new OfficeWorld(options.vehicles ?? 34, now) },
    );
    const world = memoryWorld(clock, service);
    const connections = options.connections ?? officeConnections(now());
    const [first] = connections;
    const profile = { optionalOperations: { 'enterprises.list': {} } };
    await world.files.write(
      'connections.json',
      connectionsFile(connections, first?.id ?? null, profile),
    );
    if (options.settings) {
      const settings = { version: 1, settings: options.settings, window: null };
      await world.files.write('settings.json', JSON.stringify(settings));
    }
    world.stores.seed = options.seed ?? null;
    const main = await MockedMain.open({ world });
    const office = new Office(main, service, options);
    if (options.signedIn !== false && first) await office.signIn(first);
    return office;
  }

  /** Signs in, and lets all that is read at once be read. */
  async signIn(connection: Connection): Promise<void> {
    await this.main.signIn(connection, this.service.demo);
    await this.idle();
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
    await this.service.close();
  }
}
