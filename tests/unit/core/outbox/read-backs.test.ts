import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FleetdeskError } from '@contract/errors';
import type { Fields } from '@contract/records';
import type { FaultKind } from './demo-backed-service';
import { OutboxHouse } from './outbox-house';

const HOUR = 3_600_000;
const UNTIL_READ_BACK = 120_000;
const NOTE = 'outbox.strays';

let house: OutboxHouse;
let key: string;

beforeEach(async () => {
  house = await OutboxHouse.open();
  key = await house.key('vehicles');
});

afterEach(async () => {
  vi.restoreAllMocks();
  await house.close();
  expect(house.faults).toEqual([]);
});

const edit = (fields: Fields) => house.outbox.update({ collection: 'vehicles', key, fields });

/** "first" times out, is sent again, then "second" is sent, and the lost "first" arrives. */
async function overtaken(): Promise<void> {
  house.failOnce('vehicles.update', 'veryLate');
  await edit({ description: 'first' });
  await house.pass(35_000);
  await edit({ description: 'second' });
  await house.pass(40_000);
  expect(house.entries).toEqual([]);
  expect(house.service.world.vehicles.get(key)?.description).toBe('first');
}

/** How often the record is read while all reads of it fail in a way. */
async function readsIn(duration: number, fault: FaultKind): Promise<number> {
  house.service.fault = (operation) => (operation === 'vehicles.get' ? fault : null);
  const before = house.service.calls.length;
  await house.pass(duration);
  return house.service.calls.slice(before).filter(({ operation }) => operation === 'vehicles.get')
    .length;
}

const late = [{ trouble: { kind: 'conflict', isLate: true } }];

describe('reading back after a request that was given up', () => {
  it('ends where the service forbids it, also after a restart', async () => {
    await overtaken();
    expect(await readsIn(HOUR, 'forbidden')).toBe(1);
    await house.restart();
    expect(await readsIn(HOUR, 'forbidden')).toBe(0);
    expect(await house.store.note(NOTE)).toBeNull();
  });

  it('ends after a few answers that can not be read', async () => {
    await overtaken();
    expect(await readsIn(HOUR, 'page')).toBe(4);
    expect(await house.store.note(NOTE)).toBeNull();
  });

  it('is tried less and less often while the service fails, and tells then', async () => {
    await overtaken();
    expect(await readsIn(HOUR, 'faultBefore')).toBeLessThan(10);
    expect(house.entries).toEqual([]);
    house.service.fault = () => null;
    await house.pass(HOUR);
    expect(house.entries).toMatchObject(late);
  });

  it('takes an answer from before as it is after a few of them', async () => {
    await overtaken();
    // What the service told last is from a clock that is ahead of its present one.
    const { told, raw } = await house.record('vehicles', key);
    const fields = { ...told, updatedAt: house.clock.now() + HOUR };
    const records = [{ id: key, fields, raw: raw ?? {}, unread: [] }];
    await house.store.commit([
      { kind: 'told', collection: 'vehicles', records, pass: null, at: house.clock.now() },
    ]);
    const before = house.service.calls.length;
    await house.pass(HOUR);
    expect(house.service.calls.slice(before)).toHaveLength(4);
    expect(house.entries).toMatchObject(late);
    expect((await house.record('vehicles', key)).told).toMatchObject({ description: 'second' });
  });

  it('is done again where what it tells can not be written', async () => {
    await overtaken();
    const full = new FleetdeskError({
      code: 'store-damaged',
      reason: 'disk-full',
      message: 'full',
    });
    const commit = vi.spyOn(house.store, 'commit').mockRejectedValueOnce(full);
    await house.pass(UNTIL_READ_BACK);
    expect(commit).toHaveBeenCalledTimes(2);
    expect(house.entries).toMatchObject(late);
    expect(await house.store.note(NOTE)).toBeNull();
  });

  it('takes up what can be read of the note of the last process', async () => {
    await overtaken();
    const value = await house.store.note(NOTE);
    const entries = JSON.parse(value ?? '') as unknown[];
    const broken = JSON.stringify([{ id: 'made-here-000000000009' }, 'x', ...entries]);
    await house.outbox.stop();
    await house.store.commit([{ kind: 'note', name: NOTE, value: broken }]);
    await house.start();
    await house.pass(UNTIL_READ_BACK);
    expect(house.entries).toMatchObject(late);
  });

  it.each(['x', '{}', '[null]'])('a note that can not be read harms nothing: %s', async (value) => {
    await house.outbox.stop();
    await house.store.commit([{ kind: 'note', name: NOTE, value }]);
    await house.start();
    await edit({ description: 'first' });
    await house.pass(UNTIL_READ_BACK);
    expect(house.entries).toEqual([]);
  });
});
