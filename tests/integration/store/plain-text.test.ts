import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openInlineStore } from '@adapters/store/inline-store';
import { migrations } from '@adapters/store/migrations';
import { openDatabase } from '@adapters/store/open-database';
import { StoreDatabase } from '@adapters/store/store-database';
import { makeFirstVersion } from './first-version';
import { moveAside } from '@adapters/store/store-files';
import {
  deletion,
  entry,
  fix,
  id,
  KEY,
  makeFolder,
  pending,
  told,
} from '../../unit/adapters/store/stored';

const SECRETS = [
  'QXZ7W42',
  'QXZ-7W42',
  'qxz7w42',
  'Eleutério',
  'eleuterio',
  '12345678909',
  '123.456.789-09',
  'geheim-4711',
  'vehicles',
  'SQLite format',
];

/** Everything in a folder that holds one of the texts, as UTF-8 or UTF-16. */
function findings(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const bytes = readFileSync(join(folder, name));
    return SECRETS.filter(
      (secret) => bytes.includes(secret) || bytes.includes(Buffer.from(secret, 'utf16le')),
    ).map((secret) => `${name}: ${secret}`);
  });
}

it('nothing that a person entered or the service told is in clear anywhere on the disk', async () => {
  const folder = makeFolder();
  const file = join(folder, 'store.db');
  const changes = [
    told('vehicles', { v1: { plate: 'QXZ-7W42', description: 'Eleutério' } }),
    told('users', { u1: { name: 'Eleutério', cpf: '123.456.789-09' } }),
    pending(id('v1'), { plate: 'QXZ7W42' }),
    {
      kind: 'entry',
      entry: entry('e', { password: 'geheim-4711', fields: { cpf: '12345678909' } }),
    },
    {
      kind: 'deletion',
      deletion: deletion('d', {
        subject: { collection: 'users', key: id('u1'), label: 'Eleutério' },
      }),
    },
    { kind: 'note', name: 'n', value: 'QXZ7W42' },
  ] as const;
  // A file of the first version, so that there is a backup, too.
  const old = openDatabase(file, KEY, { migrations });
  const first = new StoreDatabase(old, file);
  first.commit(changes);
  expect(findings(folder)).toEqual([]);
  makeFirstVersion(old);
  old.close();
  const store = await openInlineStore(file, KEY);
  await store.commit([...changes, { kind: 'fixes', fixes: [fix('QXZ7W42', 1)] }]);
  await store.find({
    collection: 'users',
    search: 'eleut',
    filters: [],
    sort: [{ field: 'cpf', direction: 'up' }],
    withGone: true,
  });
  expect(readdirSync(folder).sort()).toEqual(['store.db', 'store.db-wal', 'store.db.v1.backup']);
  expect(findings(folder)).toEqual([]);
  await store.eraseCached();
  expect(readdirSync(folder).sort()).toEqual(['store.db', 'store.db-wal']);
  expect(findings(folder)).toEqual([]);
  await store.commit([
    { kind: 'entry', entry: entry('e', { state: 'sent', password: 'geheim-4711' }) },
  ]);
  await store.close();
  moveAside(file);
  expect(findings(folder)).toEqual([]);
});
