import { expect, it, vi } from 'vitest';
import { openInlineStore } from '@adapters/store/inline-store';
import type { Service } from '@core/service/service';
import { buildWorkspace } from '@core/workspace/build-workspace';
import { endWorkspace, startWorkspace } from '@core/workspace/workspace';
import { MemoryKeychain } from '../session/house';
import { VirtualClock } from '../virtual-clock';
import { FakeSession } from './house';

it('a pin given to a vehicle reaches the schedule of looks at once, and from the start of the next run', async () => {
  const session = new FakeSession(new MemoryKeychain());
  const store = await openInlineStore(null, '');
  session.become('a');
  const active = session.active();
  if (active === null) throw new Error('nobody is signed in');
  const build = () =>
    buildWorkspace(
      active,
      { store, isKept: true },
      {
        ...{ session, clock: new VirtualClock(), perMinute: () => 48 },
        service: { call: vi.fn(), callNext: vi.fn() } as unknown as Service,
        random: { fraction: () => 0, id: () => 'id' },
        permissions: { isRefused: () => false, forgetRefusal: () => undefined },
      },
    );
  const { labels, live } = build();
  const pin = vi.spyOn(live, 'pin');
  const keys = ['veh000000000001', 'veh000000000002'];
  await labels.change({ kind: 'assign', keys, isPinned: true });
  expect(pin).toHaveBeenLastCalledWith(keys);
  await labels.change({ kind: 'assign', keys: keys.slice(0, 1), isPinned: false });
  expect(pin).toHaveBeenLastCalledWith(keys.slice(1));
  const next = build();
  const again = vi.spyOn(next.live, 'pin');
  await next.labels.start();
  expect(again).toHaveBeenLastCalledWith(keys.slice(1));
  next.labels.stop();
  await store.close();
});

it('what was begun for one who is signed in is not asked under the name of the next', async () => {
  const session = new FakeSession(new MemoryKeychain());
  const call = vi.fn(() => Promise.reject(new Error('no line')));
  const store = await openInlineStore(null, '');
  session.become('a');
  const active = session.active();
  if (active === null) throw new Error('nobody is signed in');
  const { records, trajectories } = buildWorkspace(
    active,
    { store, isKept: true },
    {
      ...{ session, clock: new VirtualClock(), perMinute: () => 48 },
      service: { call, callNext: call } as unknown as Service,
      random: { fraction: () => 0, id: () => 'id' },
      permissions: { isRefused: () => false, forgetRefusal: () => undefined },
    },
  );
  const name = { collection: 'devices', key: 'device-of-a' } as const;
  await expect(records.refresh(name)).rejects.toThrow('no line');
  expect(call).toHaveBeenCalledOnce();
  const left = { error: { code: 'unauthenticated', reason: 'signed-out' } };
  for (const next of ['b', null]) {
    session.become(next);
    await expect(records.refresh(name)).rejects.toMatchObject(left);
    const span = { vehicleId: 'vehicle-of-a', from: '2026-11-01', to: '2026-11-02' };
    await expect(trajectories.days(span)).rejects.toMatchObject(left);
  }
  expect(call).toHaveBeenCalledOnce();
  await store.close();
});

it('reads what the map shows before all else, and looks at no vehicle before its device is known', async () => {
  const session = new FakeSession(new MemoryKeychain());
  const store = await openInlineStore(null, '');
  session.become('a');
  const active = session.active();
  if (active === null) throw new Error('nobody is signed in');
  const ids = Array.from({ length: 600 }, (_, n) => `veh${String(n).padStart(12, '0')}`);
  const records = ids.map((id) => ({ id, fields: { plate: id }, raw: { id }, unread: [] }));
  await store.commit([{ kind: 'told', collection: 'vehicles', records, pass: null, at: 1 }]);
  const order: string[] = [];
  const { rows, vehicles, listedVehicles, newestFixes } = store;
  store.rows = (collection, ...of) => {
    order.push(`rows of ${collection}`);
    return rows(collection, ...of);
  };
  store.vehicles = () => {
    order.push('vehicles');
    return vehicles();
  };
  store.newestFixes = () => {
    order.push('fixes');
    return newestFixes();
  };
  store.listedVehicles = (...of) => {
    order.push('devices');
    return listedVehicles(...of);
  };
  const never = () => new Promise<never>(() => undefined);
  const workspace = buildWorkspace(
    active,
    { store, isKept: true },
    {
      ...{ session, clock: new VirtualClock(), perMinute: () => 48 },
      service: {
        call: never,
        callNext: (choose: () => unknown) => {
          if (choose() !== null) order.push('look');
          return never();
        },
      } as unknown as Service,
      random: { fraction: () => 0, id: () => 'id' },
      permissions: { isRefused: () => false, forgetRefusal: () => undefined },
    },
  );
  await store.commit([
    ...ids.map((vehicleKey) => ({
      ...({ kind: 'associationsListed', side: 'devices', vehicleKey, ended: [], at: 1 } as const),
      associations: [],
    })),
  ]);
  await startWorkspace(workspace);
  // And then once more by what looks through them for records that they name.
  await vi.waitFor(() => {
    expect(order).toContain('look');
    expect(order).toContain('rows of vehicles');
  });
  expect(order.slice(0, 2)).toEqual(['fixes', 'vehicles']);
  const again = order.indexOf('rows of vehicles');
  expect(order.slice(0, again)).toEqual(expect.arrayContaining(['fixes', 'devices']));
  expect(order.indexOf('look')).toBeGreaterThan(order.lastIndexOf('devices'));
  await endWorkspace(workspace);
  await store.close();
});
