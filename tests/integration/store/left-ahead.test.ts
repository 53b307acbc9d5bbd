import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LibsqlStores } from '@adapters/store/stores';
import { makeFolder } from '../../unit/adapters/store/stored';
import { buildPrograms, type Built } from './built';

let built: Built;
beforeAll(async () => {
  built = await buildPrograms();
});
afterAll(() => {
  built.remove();
});

it('a store that waits for its key ahead holds up neither another one nor the end', async () => {
  const stores = new LibsqlStores(join(makeFolder(), 'stores'), built.startStoreWorker);
  const key = stores.newKey();
  const first = await stores.open('demo', key);
  await first.commit([{ kind: 'note', name: 'n', value: 'kept' }]);
  await first.close();
  let find: (key: string) => void = () => undefined;
  const found = new Promise<string>((resolve) => (find = resolve));
  stores.openAhead('demo', () => found);
  await (await stores.open('other', key)).close();
  stores.openAhead('demo', () => found);
  await stores.letGo();
  // By now nobody wants it to be opened.
  find(key);
  const store = await stores.open('demo', key);
  expect(await store.note('n')).toBe('kept');
  await store.close();
});
