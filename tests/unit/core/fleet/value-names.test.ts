import { expect, it } from 'vitest';
import { ValueNameKeeper, VALUE_NAMES_NOTE } from '@core/fleet/value-names';
import { openInlineStore } from '@adapters/store/inline-store';

const type = { collection: 'devices', field: 'typeId', value: 'typ000000000001' };

it('a type gets a name here, another one, and none again', async () => {
  const store = await openInlineStore(null, '');
  const names = new ValueNameKeeper();
  expect(await names.read(store)).toEqual([]);
  const given = [
    names.change(store, { ...type, name: 'Wired' }),
    names.change(store, { ...type, value: 'typ000000000002', name: 'Battery' }),
    names.change(store, { ...type, name: 'Wired tracker' }),
  ];
  await Promise.all(given);
  expect(await new ValueNameKeeper().read(store)).toEqual([
    { ...type, value: 'typ000000000002', name: 'Battery' },
    { ...type, name: 'Wired tracker' },
  ]);
  await names.change(store, { ...type, name: null });
  expect(await names.read(store)).toHaveLength(1);
  await store.close();
});

it('only identifiers get names here, and what can’t be read of the names spoils no other', async () => {
  const store = await openInlineStore(null, '');
  const names = new ValueNameKeeper();
  await expect(names.change(store, { ...type, field: 'imei', name: 'x' })).rejects.toMatchObject({
    error: { reason: 'feature-absent' },
  });
  const value = JSON.stringify([{ odd: true }, { ...type, name: 'Wired' }]);
  await store.commit([{ kind: 'note', name: VALUE_NAMES_NOTE, value }]);
  expect(await names.read(store)).toEqual([{ ...type, name: 'Wired' }]);
  await store.close();
});

it('a type that a record’s relation names is called so, unless somebody named it here', async () => {
  const store = await openInlineStore(null, '');
  const typeId = 'typeAAAAAAAAAAA';
  const value = { collection: 'devices', field: 'typeId', value: typeId } as const;
  const relationships = {
    type: { id: typeId, type: 'device_types', attributes: { name: ' GT06 ' } },
  };
  await store.commit([
    {
      ...{ kind: 'told', collection: 'devices', pass: null, at: 1 },
      records: [{ id: 'devAAAAAAAAAAAA', fields: { typeId }, raw: { relationships }, unread: [] }],
    },
  ]);
  const names = new ValueNameKeeper();
  expect(await names.read(store)).toEqual([{ ...value, name: 'GT06', isTold: true }]);
  expect(await names.change(store, { ...value, name: 'Wired' })).toEqual([
    { ...value, name: 'Wired' },
  ]);
  expect(await names.change(store, { ...value, name: null })).toEqual([
    { ...value, name: 'GT06', isTold: true },
  ]);
  await store.close();
});

it('a type is called by the first record that names it, not by the first record', async () => {
  const store = await openInlineStore(null, '');
  const typeId = 'typeAAAAAAAAAAA';
  const device = (id: string, name?: string) => ({
    ...{ id, fields: { typeId }, unread: [] },
    raw: { relationships: { type: { id: typeId, ...(name && { attributes: { name } }) } } },
  });
  const records = [device('devAAAAAAAAAAAA'), device('devBBBBBBBBBBBB', 'GT06')];
  await store.commit([{ kind: 'told', collection: 'devices', pass: null, at: 1, records }]);
  expect(await new ValueNameKeeper().read(store)).toEqual([
    { collection: 'devices', field: 'typeId', value: typeId, name: 'GT06', isTold: true },
  ]);
  await store.close();
});
