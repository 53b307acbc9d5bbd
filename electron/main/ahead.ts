import path from 'node:path';
import { AppFiles } from '@adapters/files/app-files';
import { SystemKeychain } from '@adapters/keychain/system-keychain';
import createStoreWorker from '@adapters/store/store-worker?nodeWorker';
import { LibsqlStores } from '@adapters/store/stores';
import { hidingKeychain } from '@core/logging/hide-secrets';
import type { FirstLook } from '@core/ports/stores';
import { KeychainAhead } from '@core/store/keychain-ahead';
import { openStoreAhead } from '@core/store/open-ahead';

/** The parts of the outside world that a start needs before all others. */
export interface Ahead {
  files: AppFiles;
  keychain: KeychainAhead;
  stores: LibsqlStores;
  /** What the store of the session that is kept holds of the fleet; null where none is opened. */
  firstLook: Promise<FirstLook | null>;
}

/**
 * Begins at the first line of a start with what takes longest: the store of the session that is
 * kept. It is read in its thread while Chromium, the window and the rest of main come up.
 */
export function beginAhead(folder: string): Ahead {
  const files = new AppFiles(folder);
  const keychain = new KeychainAhead(hidingKeychain(new SystemKeychain()));
  const stores = new LibsqlStores(path.join(folder, 'stores'), () => createStoreWorker({}));
  // What is in its way is met again, and told of, once the session opens its store.
  const firstLook = openStoreAhead({ files, keychain, stores }).catch(() => null);
  return { files, keychain, stores, firstLook };
}
