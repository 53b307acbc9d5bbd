import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Connection } from '@adapters/store/connection';
import { openInlineStore } from '@adapters/store/inline-store';
import { migrations } from '@adapters/store/migrations';
import { openDatabase } from '@adapters/store/open-database';
import { find, id, KEY, makeFolder } from '../../unit/adapters/store/stored';
import { buildPrograms, type Built } from './built';

let built: Built;
beforeAll(async () => {
  built = await buildPrograms({ clerk: 'tests/integration/store/clerk.ts' });
});
afterAll(() => {
  built.remove();
});

interface Clerk {
  /** Resolves with the next word that it says; null once it has ended. */
  next(): Promise<string | null>;
  kill(): Promise<void>;
  /** The signal that ended it. */
  readonly ended: Promise<string | null>;
}

function startClerk(file: string, ...more: string[]): Clerk {
  const child = spawn(
    process.execPath,
    [built.pathOf('clerk'), '--file', file, '--key', KEY, ...more],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = once(child, 'exit').then(([, signal]) => signal as string | null);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    ended,
    next: async () => {
      const { value, done } = await lines.next();
      return done === true ? null : String(value);
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

describe('a process that is killed', () => {
  it('in the midst of saving loses nothing that it said was kept', async () => {
    const file = join(makeFolder(), 'store.db');
    let kept = 0;
    for (const words of [1, 40, 7, 90, 3]) {
      const clerk = startClerk(file, '--from', String(kept));
      let last: string | null = null;
      for (let count = 0; count < words; count += 1) last = await clerk.next();
      await clerk.kill();
      // What it said while it was being killed.
      for (let word = await clerk.next(); word !== null; word = await clerk.next()) last = word;
      const store = await openInlineStore(file, KEY);
      const entries = await store.openEntries();
      const numbers = entries.map((each) => Number(each.id.slice(1)));
      expect(numbers).toEqual(numbers.map((_, index) => index));
      expect(numbers.length).toBeGreaterThan(Number(last));
      expect(entries.every(({ state }) => state === 'waiting')).toBe(true);
      const records = await store.records(
        'vehicles',
        entries.map(({ subject }) => subject.key),
      );
      expect(records.map(({ pending }) => pending)).toEqual(entries.map(({ fields }) => fields));
      expect(await find(store, 'kil')).toHaveLength(numbers.length);
      kept = numbers.length;
      await store.close();
    }
  });

  it('while it has the file open frees it', async () => {
    const file = join(makeFolder(), 'store.db');
    const clerk = startClerk(file, '--hold');
    expect(await clerk.next()).toBe('open');
    await expect(openInlineStore(file, KEY)).rejects.toMatchObject({ kind: 'in-use' });
    await clerk.kill();
    const store = await openInlineStore(file, KEY);
    await store.close();
  });

  it.each([
    ['in the second step', 2, 'within', 1],
    ['before the third', 3, 'before', 2],
    ['in the third step', 3, 'within', 2],
    ['while it signs what is kept', 8, 'within', 7],
  ] as const)(
    'in the midst of a migration, %s, leaves the version before',
    async (_, step, where, left) => {
      const folder = makeFolder();
      const file = join(folder, 'store.db');
      const first = openDatabase(file, KEY, { migrations: migrations.slice(0, 1) });
      for (let number = 0; number < 500; number += 1) {
        first.run(
          `INSERT INTO records (collection, key, told) VALUES ('vehicles', ?, ?)`,
          ...[id(`v${number}`), JSON.stringify({ plate: `MIG-${number}` })],
        );
      }
      first.close();
      const clerk = startClerk(file, '--die', `${where} ${step}`);
      expect(await clerk.ended).toBe('SIGKILL');
      const raw = new Connection(file, KEY);
      expect(raw.number('PRAGMA user_version')).toBe(left);
      const tables = raw.texts(
        `SELECT CAST(name AS BLOB) FROM sqlite_schema WHERE name IN ('fixes', 'words')`,
      );
      const made = ['fixes', 'words'];
      expect(tables.sort()).toEqual(made.slice(0, left - 1));
      raw.close();
      const store = await openInlineStore(file, KEY);
      expect(await store.count('vehicles')).toBe(500);
      expect(await store.check(1_000, 0)).toEqual({ isOver: true, collections: [] });
      expect(await find(store, 'mig')).toHaveLength(500);
      await store.close();
      // Of what each of the two runs found.
      const backups = [...new Set([1, left])].map((version) => `store.db.v${version}.backup`);
      expect(readdirSync(folder).sort()).toEqual(['store.db', ...backups]);
    },
  );

  it('while a backup is made leaves no half of one', async () => {
    const folder = makeFolder();
    const file = join(folder, 'store.db');
    openDatabase(file, KEY, { migrations: migrations.slice(0, 1) }).close();
    writeFileSync(`${file}.backup-draft`, 'half');
    await (await openInlineStore(file, KEY)).close();
    expect(readdirSync(folder).sort()).toEqual(['store.db', 'store.db.v1.backup']);
  });
});
