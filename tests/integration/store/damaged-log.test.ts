import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openInlineStore } from '@adapters/store/inline-store';
import { salvage } from '@adapters/store/salvage';
import { KEY, makeFolder } from '../../unit/adapters/store/stored';
import { countTrue, ENTRIES, fill } from './filled-store';

describe('a damaged log', () => {
  it.each([0, 1, 31, 32, 33, 5_000, 50_000, 200_000])(
    'cut at %i bytes leaves what was committed before the cut, in order',
    async (length) => {
      const file = join(makeFolder(), 'store.db');
      const store = await openInlineStore(file, KEY);
      await fill(store);
      // As a power cut leaves them: copied while they are open.
      const copy = join(makeFolder(), 'store.db');
      writeFileSync(copy, readFileSync(file));
      writeFileSync(`${copy}-wal`, readFileSync(`${file}-wal`));
      await store.close();
      truncateSync(`${copy}-wal`, length);
      const found = await openInlineStore(copy, KEY);
      const numbers = (await found.openEntries()).map((each) => Number(each.id.slice(1)));
      expect(numbers).toEqual(numbers.map((_, index) => index));
      const waiting = await found.find({
        collection: 'vehicles',
        search: '',
        filters: [{ field: 'mark', anyOf: ['waiting'] }],
        sort: [],
        withGone: false,
      });
      expect(waiting).toHaveLength(numbers.length);
      await found.close();
    },
  );

  it('is none where only the first page of its file is hit, which stands in it as well', async () => {
    const file = join(makeFolder(), 'store.db');
    const store = await openInlineStore(file, KEY);
    await fill(store);
    const copy = join(makeFolder(), 'store.db');
    writeFileSync(copy, readFileSync(file).fill(0, 0, 4_096));
    writeFileSync(`${copy}-wal`, readFileSync(`${file}-wal`));
    await store.close();
    expect(salvage(copy, KEY).entries).toHaveLength(ENTRIES);
    const found = await openInlineStore(copy, KEY);
    expect(await countTrue(found)).toBe(ENTRIES);
    await found.close();
  });

  it('that is whole gives all of it', async () => {
    const file = join(makeFolder(), 'store.db');
    const store = await openInlineStore(file, KEY);
    await fill(store);
    const copy = join(makeFolder(), 'store.db');
    writeFileSync(copy, readFileSync(file));
    writeFileSync(`${copy}-wal`, readFileSync(`${file}-wal`));
    await store.close();
    const found = await openInlineStore(copy, KEY);
    expect(await countTrue(found)).toBe(ENTRIES);
    await found.close();
  });
});
