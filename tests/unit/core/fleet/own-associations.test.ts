import { beforeEach, describe, expect, it } from 'vitest';
import type { StoredAssociation } from '@core/ports/store';
import type { VirtualClock } from '../virtual-clock';
import { findDevices, listed, openAssociated, personJson } from './associated-fleet';
import { associationJson, failure, idOf, type FakeService } from './fake-service';
import type { KeptFleet } from './kept-fleet';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const vehicles = 20;

let clock: VirtualClock;
let service: FakeService;
let kept: KeptFleet;

beforeEach(async () => {
  ({ clock, service, kept } = await openAssociated(() => vehicles));
});

describe('own changes of associations', () => {
  const vehicleKey = idOf('V', 1);

  beforeEach(async () => {
    kept.start();
    await clock.advance(5 * MINUTE);
    await findDevices(kept, clock, vehicles);
    service.calls.length = 0;
  });

  async function change(association: Partial<StoredAssociation>): Promise<void> {
    const [told] = (await kept.store.associationsOf(vehicleKey, 'devices')).items;
    if (told === undefined) throw new Error('No association is kept.');
    await kept.store.commit([{ kind: 'association', association: { ...told, ...association } }]);
    kept.news.publish({ kind: 'associations', vehicleKey });
    await clock.advance(5 * SECOND);
  }

  it('are listed again once they were sent, on their side alone, not while they wait', async () => {
    await change({ pendingMain: false });
    expect(service.calls).toEqual([]);
    expect(kept.fleet.mainDevices.of(vehicleKey).device?.id).toBe(idOf('D', 1));
    await change({ pendingMain: null, isMain: false });
    expect(listed(service, 'devices')).toEqual([1]);
    expect(listed(service, 'users')).toEqual([]);
  });

  it('are listed on both sides where it is not known what was changed', async () => {
    kept.news.publish({ kind: 'associations', vehicleKey });
    await clock.advance(5 * SECOND);
    expect([listed(service, 'devices'), listed(service, 'users')]).toEqual([[1], [1]]);
  });

  it('are listed as soon as may be where their list failed', async () => {
    service.on('userAssociations.list', () => {
      throw failure({ code: 'service-error' });
    });
    kept.news.publish({ kind: 'associations', vehicleKey });
    await clock.advance(30 * SECOND);
    expect(listed(service, 'users')).toEqual([1]);
    service.on('userAssociations.list', () => ({ data: [personJson(1, 1)] }));
    await clock.advance(60 * SECOND);
    expect(listed(service, 'users')).toEqual([1, 1]);
    await clock.advance(20 * MINUTE);
    expect(listed(service, 'users')).toEqual([1, 1]);
  });

  it('change the main device at once', async () => {
    const made = { key: idOf('A', 70), otherKey: idOf('D', 9), createdAt: clock.now() };
    service.on('deviceAssociations.list', () => ({
      data: [associationJson(1, 1), associationJson(70, 9, { created_at: '2026-03-01T00:00:00Z' })],
    }));
    const changed = change({ ...made, isMain: true });
    await clock.advance(0);
    expect(kept.fleet.mainDevices.of(vehicleKey).device).toEqual({
      id: idOf('D', 9),
      name: 'Tracker 9',
      imei: '359',
    });
    await changed;
    expect(kept.fleet.mainDevices.of(vehicleKey).device?.id).toBe(idOf('D', 9));
  });

  it('are not undone by a list that left the service before them', async () => {
    const of = { vehicleKey, side: 'devices' } as const;
    const refreshed = kept.associations.refresh(of);
    await clock.advance(100);
    service.on('deviceAssociations.list', () => ({ data: [associationJson(70, 9)] }));
    kept.news.publish({ kind: 'associations', vehicleKey });
    await clock.advance(5 * SECOND);
    const { items } = await refreshed;
    expect(items.map(({ otherKey }) => otherKey)).toEqual([idOf('D', 9)]);
  });
});
