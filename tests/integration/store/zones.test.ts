import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Connection } from '@adapters/store/connection';
import { takeIn } from '@adapters/store/recovery';
import { salvage } from '@adapters/store/salvage';
import { openInlineStore } from '@adapters/store/inline-store';
import type { Zone } from '@contract/zones';
import { KEY, makeFolder } from '../../unit/adapters/store/stored';

const zone: Zone = {
  ...{ id: 'depot', name: 'Depósito', color: '#2F5BD0', group: 'Sul', isShown: true },
  shape: { kind: 'circle', center: { latitude: -23.5, longitude: -46.6 }, radius: 250 },
};
const other: Zone = { ...zone, id: 'yard', name: 'Pátio' };

async function filled(): Promise<string> {
  const file = join(makeFolder(), 'store.db');
  const store = await openInlineStore(file, KEY);
  await store.commit([
    { kind: 'zone', zone },
    { kind: 'zone', zone: other },
  ]);
  await store.close();
  return file;
}

describe('zones in the store', () => {
  it('outlive the app, and stay when what came from the service is erased', async () => {
    const store = await openInlineStore(await filled(), KEY);
    await store.eraseCached();
    expect(await store.zones()).toEqual([zone, other]);
    await store.commit([{ kind: 'dropZone', id: 'yard' }]);
    expect(await store.zones()).toEqual([zone]);
    await store.close();
  });

  it('come from a file that was set aside into the store that took its place', async () => {
    const found = salvage(await filled(), KEY);
    const store = await openInlineStore(join(makeFolder(), 'store.db'), KEY);
    const renamed = { ...zone, name: 'Depósito 2' };
    await store.commit([{ kind: 'zone', zone: renamed }]);
    await takeIn(found, store);
    expect(await store.zones()).toEqual([renamed, other]);
    await store.close();
  });

  it('that are not what was written are left out, and set aside by the check', async () => {
    const file = await filled();
    const connection = new Connection(file, KEY);
    connection.run(`UPDATE zones SET body = replace(body, '250', '900') WHERE id = 'depot'`);
    connection.close();
    const store = await openInlineStore(file, KEY);
    expect(await store.zones()).toEqual([other]);
    while (!(await store.check(1000, 1)).isOver);
    expect(await store.damage()).toMatchObject({ rows: 1 });
    await store.close();
  });
});
