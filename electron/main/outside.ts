import path from 'node:path';
import { net, session as sessions } from 'electron';
import { NodeDigest } from '@adapters/digest';
import { AppFiles } from '@adapters/files/app-files';
import { AxiosTransport } from '@adapters/http/axios-transport';
import { electronNetwork } from '@adapters/http/electron-network';
import { PassphraseVaults } from '@adapters/keychain/passphrase-keychain';
import { SystemKeychain } from '@adapters/keychain/system-keychain';
import { SystemChance } from '@adapters/chance';
import createStoreWorker from '@adapters/store/store-worker?nodeWorker';
import { LibsqlStores } from '@adapters/store/stores';
import { SystemClock } from '@adapters/system-clock';
import createDayWorker from '@adapters/trajectories/day-worker?nodeWorker';
import { WorkerDayReader } from '@adapters/trajectories/worker-day-reader';
import { DemoNotice } from './demo-notice';
import { refusePermissions } from './security';

/** The outside world behind core's ports. */
export type OutsideWorld = ReturnType<typeof openOutsideWorld>;

/**
 * Opens the outside world: time, chance, keychain, network, and the app's files in `folder`. The
 * network is a browser session of its own that lives in memory, so that nothing of an answer
 * reaches the disk.
 */
export function openOutsideWorld(folder: string, clockShift: number) {
  const serviceSession = sessions.fromPartition('service', { cache: false });
  refusePermissions(serviceSession);
  const files = new AppFiles(folder);
  return {
    clockShift,
    files,
    clock: SystemClock.shifted(clockShift),
    chance: new SystemChance(),
    digest: new NodeDigest(),
    transport: new DemoNotice(new AxiosTransport(electronNetwork(serviceSession, net))),
    keychain: new SystemKeychain(),
    passphrases: new PassphraseVaults(files),
    days: new WorkerDayReader((day) => createDayWorker({ workerData: day })),
    stores: new LibsqlStores(path.join(folder, 'stores'), () => createStoreWorker({})),
  };
}
