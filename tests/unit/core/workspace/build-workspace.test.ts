import { expect, it, vi } from 'vitest';
import { openInlineStore } from '@adapters/store/inline-store';
import type { Service } from '@core/service/service';
import { buildWorkspace } from '@core/workspace/build-workspace';
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
