import path from 'node:path';
import { app, net, powerMonitor, session as sessions, type Session } from 'electron';
import { OwnAuthorities } from '@adapters/certificates/own-authorities';
import { systemProbe } from '@adapters/diagnosis/system-probe';
import { NodeDigest } from '@adapters/digest';
import { findTray } from '@adapters/desktop/find-tray';
import { MachineFiles } from '@adapters/files/machine-files';
import { AxiosTransport } from '@adapters/http/axios-transport';
import { electronNetwork } from '@adapters/http/electron-network';
import { ElectronProxyRoutes } from '@adapters/http/electron-proxy-routes';
import { electronTileNetwork } from '@adapters/http/electron-tile-network';
import { renewedSession } from '@adapters/http/renewed-session';
import { PassphraseVaults } from '@adapters/keychain/passphrase-keychain';
import createNamesWorker from '@adapters/map-names/names-worker?nodeWorker';
import { nameIndexes } from '@adapters/map-names/name-indexes';
import createGroundWorker from '@adapters/places/ground-worker?nodeWorker';
import { workerGround } from '@adapters/places/worker-ground';
import { SystemRandom } from '@adapters/random';
import { SystemClock } from '@adapters/system-clock';
import createCacheWorker from '@adapters/tile-cache/cache-worker?nodeWorker';
import { workerTileCache } from '@adapters/tile-cache/worker-cache';
import createRegionWorker from '@adapters/region-files/region-worker?nodeWorker';
import { workerRegionFiles } from '@adapters/region-files/region-files';
import { pmtilesFormat } from '@adapters/tiles/pmtiles-format';
import createTileWorker from '@adapters/tiles/tile-worker?nodeWorker';
import { WorkerArchives } from '@adapters/tiles/worker-archives';
import createDayWorker from '@adapters/trajectories/day-worker?nodeWorker';
import { WorkerDayReader } from '@adapters/trajectories/worker-day-reader';
import type { TestClock } from '@contract/test-clock';
import { hidingTransport, hidingVaults } from '@core/logging/hide-secrets';
import type { Journal } from '@core/logging/journal';
import { allowingPrivateHosts, type Managed } from '@core/managed/managed';
import { ProxySignIn } from '@core/proxy/proxy-sign-in';
import type { Ahead } from './ahead';
import { drawStreets, startDemoWorker } from './demo/demo-worker';
import icon from '@resources/icons/fleetdesk.png?asset';
import { electronProbe } from './electron-probe';
import { refusePermissions } from './security';
import { SystemNotifier } from './system-notifier';
import { systemPower } from './system-power';
import { openUpdateSource } from './update-source';
import type { World } from './world';

/**
 * Opens the outside world: time, random, keychain, network, the app's files in `folder`, and in
 * `machineFolder` what all starts of this system user share, whatever folder each was given. The
 * network goes through browser sessions of its own that live in memory, so that nothing of an
 * answer reaches the disk.
 * @param updateSource a test's own origin of updates
 */
export async function openOutsideWorld(
  folder: string,
  machineFolder: string,
  testClock: TestClock,
  journal: Journal,
  managed: Managed,
  { files, keychain, stores, firstLook }: Ahead,
  updateSource: string | null,
): Promise<World> {
  const proxy = new ProxySignIn(keychain);
  const ownTrust = new OwnAuthorities();
  const routes = new ElectronProxyRoutes((name) => openServiceSession(name, ownTrust));
  const { ready } = routes;
  const tileSession = renewedSession('map-tiles', routes.open, ownTrust);
  const userAgent = `Fleetdesk/${app.getVersion()}`;
  return {
    testClock,
    journal,
    managed,
    ownTrust,
    probe: systemProbe({
      ...{ folder, ...electronProbe(routes) },
      trusts: (host, shown) => ownTrust.trusts(host, shown),
    }),
    files,
    ledgers: await MachineFiles.open(machineFolder, folder),
    clock: SystemClock.asAsked(testClock, journal.clock),
    random: new SystemRandom(),
    digest: new NodeDigest(),
    transport: hidingTransport(
      new AxiosTransport(
        electronNetwork({ net, proxy, openSession: routes.open, ready, trust: ownTrust }),
      ),
    ),
    keychain,
    proxy,
    routes,
    passphrases: hidingVaults(new PassphraseVaults(files)),
    days: new WorkerDayReader((day) => createDayWorker({ workerData: day })),
    ...{ stores, firstLook },
    archives: new WorkerArchives(() => createTileWorker({})),
    ground: workerGround(() => createGroundWorker({})),
    mapNames: nameIndexes(path.join(folder, 'map-names'), (workerData) =>
      createNamesWorker({ workerData }),
    ),
    tileNetwork: allowingPrivateHosts(
      electronTileNetwork({
        ...{ net, proxy, ready },
        get session() {
          return tileSession();
        },
      }),
      managed.privateHosts,
    ),
    tileCache: workerTileCache(() =>
      createCacheWorker({ workerData: { file: path.join(folder, 'map-tiles.db'), testClock } }),
    ),
    archiveFormat: pmtilesFormat,
    regionFiles: workerRegionFiles(() => createRegionWorker({})),
    notifier: new SystemNotifier(icon),
    findTray: () => findTray(),
    power: systemPower(powerMonitor),
    userAgent,
    version: app.getVersion(),
    updates: openUpdateSource({
      ...{ routes, proxy, userAgent, trust: ownTrust, testFile: updateSource },
      managedServer: managed.updateServer,
    }),
    demo: {
      startWorker: (vehicles) => startDemoWorker(vehicles, testClock),
      drawStreets,
    },
  };
}

/** A session for requests of ours: in memory, without a cache, without permissions. */
function openServiceSession(partition: string, ownTrust: OwnAuthorities): Session {
  const session = sessions.fromPartition(partition, { cache: false });
  refusePermissions(session);
  if (!ownTrust.isEmpty) session.setCertificateVerifyProc(ownTrust.verify);
  return session;
}
