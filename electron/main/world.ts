import type { TestClock } from '@contract/test-clock';
import type { ProxySignIn } from '@core/proxy/proxy-sign-in';
import type { Journal } from '@core/logging/journal';
import type { Managed } from '@core/managed/managed';
import type { NamedPlaces } from '@core/place-search/named-places';
import type { Random } from '@core/ports/random';
import type { Clock } from '@core/ports/clock';
import type { Digest } from '@core/ports/digest';
import type { Files } from '@core/ports/files';
import type { HttpTransport } from '@core/ports/http-transport';
import type { Keychain } from '@core/ports/keychain';
import type { MapNameIndexes } from '@core/ports/map-name-indexes';
import type { NamedGround } from '@core/ports/named-ground';
import type { Notifier } from '@core/ports/notifier';
import type { OwnTrust } from '@core/ports/own-trust';
import type { PassphraseKeychains } from '@core/ports/passphrase-keychains';
import type { PowerSource } from '@core/ports/power-source';
import type { ProxyRoutes } from '@core/ports/proxy-routes';
import type { SharedFiles } from '@core/ports/shared-files';
import type { FirstLook, Stores } from '@core/ports/stores';
import type { ArchiveFormat } from '@core/ports/archive-format';
import type { RegionFiles } from '@core/ports/region-files';
import type { SystemProbe } from '@core/ports/system-probe';
import type { TileArchives } from '@core/ports/tile-archives';
import type { TileCache } from '@core/ports/tile-cache';
import type { TileNetwork } from '@core/ports/tile-network';
import type { UpdateSource } from '@core/ports/updater';
import type { DayReader } from '@core/trajectories/day-reader';
import type { DemoFleetOptions } from './demo/demo-fleet';

/** What is being written can be waited for. */
interface Idle {
  idle(): Promise<void>;
}

/**
 * The outside world behind core's ports: that of Electron (`openOutsideWorld`), or one in memory
 * for tests and `npm run dev:mocked`.
 */
export interface World {
  /** How tests have the time of day go. */
  testClock: TestClock;
  /** What an administrator decided for this computer. */
  managed: Managed;
  clock: Clock;
  /** Looks at this computer and its network. */
  probe: SystemProbe;
  /** The log and the last faults. */
  journal: Journal;
  random: Random;
  digest: Digest;
  transport: HttpTransport;
  files: Files & Idle;
  ledgers: SharedFiles & Idle;
  keychain: Keychain;
  proxy: ProxySignIn;
  /** Certificate authorities that are trusted beside those of the system. */
  ownTrust: OwnTrust;
  /** How requests leave this computer. */
  routes: ProxyRoutes;
  passphrases: PassphraseKeychains;
  /** Reads large days elsewhere; in this thread where there is none. */
  days?: DayReader;
  stores: Stores;
  /** What a store holds that is opened ahead; missing where none ever is. */
  firstLook?: Promise<FirstLook | null>;
  /** Map files of this computer. */
  archives: TileArchives;
  /** Looks up the names on maps. */
  ground: NamedGround;
  /** Names of map files, as the search finds them. */
  mapNames: MapNameIndexes;
  /** Map servers, and what is kept of their tiles. */
  tileNetwork: TileNetwork;
  tileCache: TileCache;
  /** Towns that can be searched; those that Fleetdesk brings along where there are none. */
  towns?: () => Promise<NamedPlaces>;
  /** Archives that regions are copied from, and the files that these become. */
  archiveFormat: ArchiveFormat;
  regionFiles: RegionFiles;
  /** Notifications of the system, and whether it has a tray. */
  notifier: Notifier;
  findTray(): Promise<boolean>;
  power: PowerSource;
  /** Names this app to map servers. */
  userAgent: string;
  /** The version of this app, and where newer ones come from. */
  version: string;
  updates: UpdateSource;
  demo: Pick<DemoFleetOptions, 'startWorker' | 'drawStreets'>;
}
