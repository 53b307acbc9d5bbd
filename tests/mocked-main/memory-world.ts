import { OwnAuthorities } from '@adapters/certificates/own-authorities';
import { knockProxy } from '@adapters/http/knock-proxy';
import { nodeTileNetwork } from '@adapters/http/node-tile-network';
import { nameIndexes } from '@adapters/map-names/name-indexes';
import { inlineGround } from '@adapters/places/inline-ground';
import { SystemRandom } from '@adapters/random';
import { inlineTileCache } from '@adapters/tile-cache/inline-cache';
import { inlineRegionFiles } from '@adapters/region-files/region-files';
import { pmtilesFormat } from '@adapters/tiles/pmtiles-format';
import { inlineArchives } from '@adapters/tiles/open-archive';
import { openInlineStore } from '@adapters/store/inline-store';
import { systemTime } from '@contract/test-clock';
import type { Clock } from '@core/ports/clock';
import type { HttpTransport } from '@core/ports/http-transport';
import type { ProxyRoutes } from '@core/ports/proxy-routes';
import type { Store } from '@core/ports/store';
import { StoreFailure } from '@core/ports/stores';
import { Journal } from '@core/logging/journal';
import { notManaged } from '@core/managed/managed';
import { ProxySignIn } from '@core/proxy/proxy-sign-in';
import type { World } from '@main/world';
import names from '@resources/basemap/places.json';
import { townsOf } from '@core/place-search/towns';
import { digest } from '../unit/core/digest';
import { MemoryFiles } from '../unit/core/memory-files';
import { MemoryMachine } from '../unit/core/memory-machine';
import { MemoryKeychain, MemoryVaults } from '../unit/core/session/house';
import { FakeProbe } from '../unit/core/diagnosis/fake-probe';
import { MemoryNotifier } from './memory-notifier';
import { MemoryPower } from './memory-power';
import { FakeStores } from '../unit/core/store/fake-stores';

/** The way that the settings say, without a network stack that takes it. */
function memoryRoutes(): ProxyRoutes {
  return {
    use: () => undefined,
    routeTo: (_url, setting) =>
      Promise.resolve(
        setting.mode === 'manual' ? `PROXY ${setting.host}:${setting.port}` : 'DIRECT',
      ),
    knock: knockProxy,
  };
}

/** Stores on the real database, in this thread and in memory, but for a file that is given. */
export class MemoryStores extends FakeStores {
  /** Where the first store that is opened is; in memory where there is none. */
  file: string | null = null;
  /** Puts things into the first store that is opened. */
  seed: ((store: Store) => Promise<unknown>) | null = null;

  override async open(): Promise<Store> {
    if (this.fault !== null) throw new StoreFailure(this.fault, this.fault);
    const store = await openInlineStore(this.file, '');
    await this.seed?.(store);
    this.seed = null;
    this.file = null;
    return store;
  }

  override openInMemory(): Promise<Store> {
    return openInlineStore(null, '');
  }
}

/** Ports in memory; a test can look at them, and have them fail. */
export interface MemoryWorld extends World {
  files: World['files'] & MemoryFiles;
  keychain: MemoryKeychain;
  stores: MemoryStores;
  notifier: MemoryNotifier;
}

/** The outside world without disk, keychain and network. */
export function memoryWorld(
  clock: Clock,
  transport: HttpTransport,
  demo: World['demo'],
): MemoryWorld {
  const idle = (): Promise<void> => Promise.resolve();
  const keychain = new MemoryKeychain();
  return {
    ...{ clock, transport, keychain, digest, testClock: systemTime },
    journal: new Journal({ clock }),
    managed: notManaged,
    probe: new FakeProbe(),
    random: new SystemRandom(),
    files: Object.assign(new MemoryFiles(), { idle }),
    ledgers: Object.assign(new MemoryMachine().start(), { idle }),
    proxy: new ProxySignIn(keychain),
    routes: memoryRoutes(),
    ownTrust: new OwnAuthorities(() => clock.now()),
    passphrases: new MemoryVaults(),
    stores: new MemoryStores(),
    archives: inlineArchives,
    ground: inlineGround(),
    mapNames: nameIndexes(null),
    tileNetwork: nodeTileNetwork,
    tileCache: inlineTileCache(() => clock.now()),
    // The larger towns alone: the whole list takes a test long to load.
    towns: () => Promise.resolve(townsOf({ ...names.places, countries: '' })),
    archiveFormat: pmtilesFormat,
    regionFiles: inlineRegionFiles(),
    notifier: new MemoryNotifier(),
    findTray: () => Promise.resolve(false),
    power: new MemoryPower(),
    userAgent: 'Fleetdesk/0.1.0',
    version: '0.1.0',
    updates: { off: 'no-address' },
    demo,
  };
}
