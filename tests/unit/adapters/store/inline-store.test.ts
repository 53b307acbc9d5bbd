import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openInlineStore } from '@adapters/store/inline-store';
import { entry, KEY, makeFolder } from './stored';

describe('a store file', () => {
  it('holds what was committed, however often it is opened', async () => {
    const file = join(makeFolder(), 'deep', 'store.db');
    for (let count = 0; count < 3; count += 1) {
      const store = await openInlineStore(file, KEY);
      expect(await store.openEntries()).toHaveLength(count);
      const { revision } = await store.commit([{ kind: 'entry', entry: entry(`e${count}`) }]);
      expect(revision).toBe(count + 1);
      await store.close();
      expect(existsSync(`${file}-wal`)).toBe(false);
    }
  });

  it('belongs to one at a time', async () => {
    const file = join(makeFolder(), 'store.db');
    const store = await openInlineStore(file, KEY);
    await expect(openInlineStore(file, KEY)).rejects.toMatchObject({ kind: 'in-use' });
    await store.commit([{ kind: 'note', name: 'a', value: 'b' }]);
    await store.close();
    const next = await openInlineStore(file, KEY);
    expect(await next.note('a')).toBe('b');
    await next.close();
  });

  it('opens with its own key alone', async () => {
    const file = join(makeFolder(), 'store.db');
    await (await openInlineStore(file, KEY)).close();
    await expect(openInlineStore(file, 'e'.repeat(64))).rejects.toMatchObject({ kind: 'damaged' });
    await (await openInlineStore(file, KEY)).close();
  });

  it('answers nothing once it is closed', async () => {
    const store = await openInlineStore(null, '');
    const last = store.count('vehicles');
    await store.close();
    await store.close();
    expect(await last).toBe(0);
    await expect(store.count('vehicles')).rejects.toMatchObject({
      error: { code: 'store-damaged', reason: 'store-closed' },
    });
    expect(await openInlineStore(null, '').then((each) => each.size())).toBeNull();
  });
});
