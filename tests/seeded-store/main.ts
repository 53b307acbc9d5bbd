import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { AppFiles } from '@adapters/files/app-files';
import { SystemKeychain } from '@adapters/keychain/system-keychain';
import { openInlineStore } from '@adapters/store/inline-store';
import { DEMO_IDENTITY } from '@core/session/identity';
import { NOTHING, StoreNotes } from '@core/store/store-notes';
import { keyAccount, readKey, writeKey } from '@core/store/store-key';
import { fillStore } from './fill-store';

/**
 * Fills the store of the demo fleet in a data folder of the app, under the key that the app will
 * look for. `main.js FOLDER VEHICLES [NOW]`; a store that is there stays as it is.
 */

const [folder = '', vehicles = '', now = String(Date.now())] = process.argv.slice(2);
const file = join(folder, 'stores', `${DEMO_IDENTITY}.db`);

if (existsSync(file)) console.log(`${file} is there already.`);
else {
  const keychain = new SystemKeychain();
  const account = keyAccount(DEMO_IDENTITY, 1);
  // Another folder of the same person may have a demo fleet under this key: it stays theirs too.
  const known = await readKey(keychain, account);
  const key = known ?? randomBytes(32).toString('hex');
  if (known === null) await writeKey(keychain, account, key);
  mkdirSync(join(folder, 'stores'), { recursive: true, mode: 0o700 });
  await new StoreNotes(new AppFiles(folder)).keep(DEMO_IDENTITY, {
    ...NOTHING,
    account,
    connectionIds: [DEMO_IDENTITY],
    hasFile: true,
  });
  // One that was filled in part would be taken for a whole one.
  const draft = join(folder, 'stores', 'seeding.db');
  rmSync(draft, { force: true });
  const store = await openInlineStore(draft, key);
  const begun = performance.now();
  await fillStore(store, Number(vehicles), Number(now));
  await store.close();
  renameSync(draft, file);
  const seconds = Math.round((performance.now() - begun) / 1000);
  console.log(`The store holds ${vehicles} vehicles; that took ${seconds} s.`);
}
