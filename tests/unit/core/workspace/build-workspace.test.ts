import { expect, it, vi } from 'vitest';
import { openInlineStore } from '@adapters/store/inline-store';
import type { Service } from '@core/service/service';
import { buildWorkspace } from '@core/workspace/build-workspace';
import { MemoryKeychain } from '../session/house';
import { VirtualClock } from '../virtual-clock';
import { FakeSession } from './house';

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
