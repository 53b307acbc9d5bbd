import { afterEach, expect, it } from 'vitest';
import demoProfile from '@resources/profiles/demo.json';
import { declareResources, resourceDescriptionsSchema } from '@contract/resources';
import type { Store } from '@core/ports/store';
import { entry, id, openStore, told } from './stored';

const described = resourceDescriptionsSchema.parse(demoProfile.resources);

afterEach(() => {
  declareResources({});
});

async function found(store: Store, search: string): Promise<string[]> {
  const query = { collection: 'serviceOrders', search, filters: [], sort: [], withGone: false };
  return [...(await store.find(query))];
}

it('rows of a resource that no profile describes any more keep their name and their change', async () => {
  const store = await openStore();
  await store.declare(described);
  await store.commit([
    told('serviceOrders', { o1: { number: 'OS-1' } }),
    {
      kind: 'entry',
      entry: entry('e1', {
        subject: { collection: 'serviceOrders', key: id('o1'), label: 'OS-1' },
        fields: { title: 'Brakes' },
      }),
    },
  ]);
  await store.declare({});
  expect(await store.count('serviceOrders')).toBe(1);
  expect(await store.count('vehicles')).toBe(0);
  expect((await store.openEntries())[0]?.subject.collection).toBe('serviceOrders');
  expect(await found(store, '')).toEqual([id('o1')]);
});

it('records are found by a field that the next profile makes searchable', async () => {
  const store = await openStore();
  const { serviceOrders } = described;
  if (!serviceOrders) throw new Error('The demo describes service orders.');
  const { title, ...fields } = serviceOrders.fields;
  if (!title) throw new Error('Orders have a title.');
  const { kind, labels, readable, required, writable, clearable, unique, column } = title;
  const unsought = { kind, labels, readable, required, writable, clearable, unique, column };
  await store.declare({
    serviceOrders: { ...serviceOrders, fields: { ...fields, title: unsought } },
  });
  await store.commit([told('serviceOrders', { o1: { number: 'OS-1', title: 'Brakes' } })]);
  expect(await found(store, 'brakes')).toEqual([]);
  expect(await found(store, 'os-1')).toEqual([id('o1')]);
  await store.declare(described);
  expect(await found(store, 'brakes')).toEqual([id('o1')]);
  expect(await found(store, 'os-1')).toEqual([id('o1')]);
});
