import path from 'node:path';
import { AppFiles, FilesAtOnce } from '@adapters/files/app-files';
import { SystemKeychain } from '@adapters/keychain/system-keychain';
import createStoreWorker from '@adapters/store/store-worker?nodeWorker';
import { LibsqlStores } from '@adapters/store/stores';
import { logFault } from '@core/log';
import { hidingKeychain } from '@core/logging/hide-secrets';
import type { Managed } from '@core/managed/managed';
import type { FirstLook } from '@core/ports/stores';
import { SessionMarkerFile, type SessionMarker } from '@core/session/session-marker';
import { KeychainAhead } from '@core/store/keychain-ahead';
import { openStoreAhead } from '@core/store/open-ahead';
import { managedFileOf, readManagedFile } from './managed-file';
import { canOthersChange } from './managed-guard';
import { SettingsFile } from './settings-file';
import type { Switches } from './switches';

/** The parts of the outside world that a start needs before all others. */
export interface Ahead {
  files: AppFiles;
  keychain: KeychainAhead;
  stores: LibsqlStores;
  /**
   * Opens the store of the session that is kept, in its thread. To be called once the window loads:
   * before, the thread would take the processor from all that a picture needs.
   */
  openStore(): void;
  /** What that store holds of the fleet; null where none is opened. */
  firstLook: Promise<FirstLook | null>;
  known: Promise<Known>;
}

/** What a window depends on. */
interface Known {
  managed: Managed;
  settings: SettingsFile;
  /** The session of the last run; null where none is kept. */
  kept: SessionMarker | null;
}

/** Begins at the first line of a start with what a window depends on. */
export function beginAhead(folder: string, switches: Pick<Switches, 'managedSettings'>): Ahead {
  const files = new AppFiles(folder);
  const atOnce = new FilesAtOnce(folder);
  const keychain = new KeychainAhead(hidingKeychain(new SystemKeychain()));
  const stores = new LibsqlStores(path.join(folder, 'stores'), () => createStoreWorker({}));
  let openStore: Ahead['openStore'] = () => undefined;
  const isTime = new Promise<void>((resolve) => {
    openStore = resolve;
  });
  const firstLook = isTime
    .then(() => openStoreAhead({ files: atOnce, keychain, stores }))
    // What is in its way is met again, and a person told of it, once the session opens its store.
    .catch((fault: unknown) => {
      logFault('warning', 'store.not-opened-ahead', fault);
      return null;
    });
  const known = readKnown(files, atOnce, switches);
  // Told by the one who waits for it, once the app is ready.
  known.catch(() => undefined);
  return { files, keychain, stores, openStore, firstLook, known };
}

async function readKnown(
  files: AppFiles,
  atOnce: FilesAtOnce,
  { managedSettings }: Pick<Switches, 'managedSettings'>,
): Promise<Known> {
  const kept = await new SessionMarkerFile(atOnce).peek();
  const managed =
    managedSettings === null
      ? await readManagedFile(managedFileOf(process.platform, process.env), canOthersChange)
      : // A test's own file, which belongs to the user of the tests.
        await readManagedFile(managedSettings, () => Promise.resolve(false));
  return { managed, settings: await SettingsFile.open(files, managed.settings), kept };
}
