import { expect, it } from 'vitest';
import { openInlineStore } from '@adapters/store/inline-store';
import { fillStore } from '../../seeded-store/fill-store';
import { find } from '../../unit/adapters/store/stored';

const now = Date.parse('2026-03-10T09:30:00-03:00');

it('a seeded store holds the demo fleet, who is on it and where it is', async () => {
  const store = await openInlineStore(null, '');
  await fillStore(store, 40, now);
  const keys = await find(store, '');
  expect(keys).toHaveLength(40);
  const [{ completedAt } = { completedAt: null }] = await store.syncs();
  expect(completedAt).toBe(now);
  const listed = await store.listedVehicles(null, 1_000);
  const [device, ...others] = listed.flatMap(({ devices }) => devices);
  expect(others.length).toBeGreaterThan(35);
  expect(await store.records('devices', [device?.otherKey ?? ''])).toMatchObject([
    { fields: { name: device?.name, imei: device?.imei } },
  ]);
  const fixes = await store.newestFixes();
  expect(fixes.length).toBeGreaterThan(35);
  expect(fixes.every(({ fix }) => fix.at <= now && fix.latitude !== null)).toBe(true);
  await store.close();
});
