import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LibsqlStores } from '@adapters/store/stores';
import { StoreKeeper, type StoreOwner } from '@core/store/store-keeper';
import { MemoryFiles } from '../../unit/core/memory-files';
import { MemoryKeychain, MemoryVaults } from '../../unit/core/session/house';
import { VirtualClock } from '../../unit/core/virtual-clock';
import { entry, fix, id, makeFolder } from '../../unit/adapters/store/stored';
import { buildPrograms, type Built } from './built';

const ID = 'a1b2';

let built: Built;
beforeAll(async () => {
  built = await buildPrograms();
});
afterAll(() => {
  built.remove();
});

/** A run that had a note of the wish written and never came to the erasing, and the next one. */
async function endAmidSignOut(hasUnsent: boolean) {
  const folder = join(makeFolder(), 'stores');
  const keychain = new MemoryKeychain();
  const storage = { keychain, account: ID };
  keychain.entries.set(ID, 'tokens');
  const owner: StoreOwner = { identity: ID, storage, connectionId: 'office' };
  const options = {
    clock: new VirtualClock(),
    files: new MemoryFiles(),
    keychain,
    passphrases: new MemoryVaults(),
    stores: new LibsqlStores(folder, built.startStoreWorker),
  };
  const last = new StoreKeeper(options);
  const store = await last.open(owner);
  await last.wishErasing(ID, 'unless-unsent');
  await store?.commit([
    { kind: 'fixes', fixes: [fix(id('v'), 1)] },
    ...(hasUnsent ? [{ kind: 'entry', entry: entry('e') } as const] : []),
  ]);
  await last.close();
  const next = new StoreKeeper(options);
  await next.eraseWished();
  expect(next.state()).toMatchObject({ phase: 'closed', error: null });
  return { folder, keychain, next, owner };
}

it('a store that was to be erased at a sign-out is, by the next run, with its key', async () => {
  const { folder, keychain } = await endAmidSignOut(false);
  expect(readdirSync(folder)).toEqual([]);
  expect([...keychain.entries.keys()]).toEqual([ID]);
});

it('what is unsent in one stays, without what can be read again', async () => {
  const { next, owner } = await endAmidSignOut(true);
  const store = await next.open(owner);
  expect(await store?.openEntries()).toHaveLength(1);
  expect(await store?.newestFixes()).toEqual([]);
  await next.close();
});
