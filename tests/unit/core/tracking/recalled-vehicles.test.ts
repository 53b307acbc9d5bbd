import { describe, expect, it } from 'vitest';
import { openInlineStore } from '@adapters/store/inline-store';
import type { Fix } from '@contract/fixes';
import { defaultProfile } from '@core/service/profile';
import type { Store } from '@core/ports/store';
import type { LearnedDevice } from '@core/tracking/learned-devices';
import { LiveVehicles } from '@core/tracking/live-vehicles';
import { Trails } from '@core/tracking/trails';
import { readThresholds } from '@core/tracking/vehicle-status';
import { VirtualClock } from '../virtual-clock';
import {
  act,
  DAY,
  HOUR,
  MINUTE,
  noon,
  plainFix,
  SECOND,
  take,
  vehicles,
  trackForEach,
} from './one-live-vehicle';

trackForEach();

describe('what an earlier run saw', () => {
  it('of a device whose clock is wrong is not new because it is told again', () => {
    const future: Fix = { ...plainFix, at: noon - HOUR, speed: 40, problems: ['future'] };
    vehicles.recall([{ vehicleId: 'one', fix: future, lookedAt: noon - HOUR }]);
    take(0, { act: act(86_400), spd: 40 });
    expect(vehicles.get('one')).toMatchObject({ fix: { at: noon - HOUR }, connection: 'late' });
  });

  it('at a place where no vehicle can have been is not drawn', () => {
    const odd: Fix = { ...plainFix, at: noon - HOUR, longitude: 2.3, problems: ['implausible'] };
    vehicles.recall([{ vehicleId: 'one', fix: odd, lookedAt: noon - HOUR }]);
    expect(vehicles.get('one')?.fix?.longitude).toBeNull();
    take(0, { act: act(0) });
    expect(vehicles.get('one')?.fix).toMatchObject({ longitude: -46.6, problems: [] });
  });

  const kept = { vehicleId: 'one', fix: { ...plainFix, at: noon - DAY, speed: 50 } };

  it('is shown as old as it is, for vehicles that are there and for those that come', () => {
    const lookedAt = noon - DAY + 60 * SECOND;
    const other = { ...kept, vehicleId: 'two', lookedAt };
    expect(vehicles.recall([{ ...kept, lookedAt }, other])).toEqual(['one']);
    vehicles.add('two');
    for (const id of ['one', 'two']) {
      expect(vehicles.get(id)).toMatchObject({
        fix: { at: noon - DAY },
        motion: 'moving',
        connection: 'live',
        lookedAt,
        staleAt: lookedAt + 600 * SECOND,
      });
    }
  });

  it('is known of a whole fleet before it comes, whatever waits between two parts', async () => {
    const many = Array.from({ length: 5_000 }, (_, at) => ({ ...kept, vehicleId: `v${at}` }));
    await vehicles.rememberAll(many.map((each) => ({ ...each, lookedAt: noon - DAY })));
    for (const id of ['v0', 'v2000', 'v4999']) {
      vehicles.add(id);
      expect(vehicles.get(id)?.lookedAt).toBe(noon - DAY);
    }
  });

  describe('of a device whose clock is two hours ahead', () => {
    const learned = {
      ...{ offset: 2 * HOUR, interval: { moving: 5_000, still: 5_000 } },
      seen: { moving: [], still: [] },
    };
    const lookedAt = noon - DAY + MINUTE;

    async function keptOf(devices: Readonly<Record<string, LearnedDevice>>): Promise<Store> {
      const store = await openInlineStore(null, '');
      await keep(store, new Map(Object.entries(devices)));
      return store;
    }

    async function keep(store: Store, devices: Map<string, LearnedDevice | null>): Promise<void> {
      const bodies = Array.from(
        devices,
        ([id, each]) => [id, each && JSON.stringify(each)] as const,
      );
      await store.commit([{ kind: 'learned', devices: new Map(bodies) }]);
    }

    /** The next run of the app on what the one before learned; the device is known first, or not. */
    async function run(
      store: Store,
      deviceId: string | null,
      expected: readonly string[] = [],
    ): Promise<LiveVehicles> {
      const clock = new VirtualClock(noon);
      const runTrails = new Trails({ store, clock });
      await runTrails.start();
      const next = new LiveVehicles({
        ...{ thresholds: readThresholds(defaultProfile), trails: runTrails, clock },
      });
      next.add('one');
      const device = deviceId === null ? null : { id: deviceId, name: null, imei: null };
      if (device !== null) next.setDevice('one', { association: 'known', device });
      const others = expected.map((vehicleId) => ({ ...kept, vehicleId, lookedAt }));
      next.recall([{ ...kept, lookedAt }, ...others]);
      runTrails.stop();
      return next;
    }

    const offsetOf = (run: LiveVehicles) => run.get('one')?.clockOffset;

    it('keeps what was learned through a run that never knew the device', async () => {
      const store = await keptOf({ one: { ...learned, deviceId: 'a' } });
      await keep(store, (await run(store, null)).takeLearned());
      expect(JSON.parse((await store.learned()).get('one') ?? '')).toMatchObject({ deviceId: 'a' });
      expect(offsetOf(await run(store, 'a'))).toBe(2 * HOUR);
      expect(offsetOf(await run(store, 'b'))).toBeUndefined();
    });

    it('keeps what was learned of vehicles that have not come in yet when it is noted early', async () => {
      const two = { ...learned, deviceId: 'b' };
      const store = await keptOf({ one: { ...learned, deviceId: 'a' }, two });
      await keep(store, (await run(store, 'a', ['two'])).takeLearned());
      expect(JSON.parse((await store.learned()).get('two') ?? '')).toEqual(two);
    });

    it('takes no swap for granted where the device was not known then', async () => {
      const store = await keptOf({ one: { ...learned, deviceId: null } });
      expect(offsetOf(await run(store, 'a'))).toBe(2 * HOUR);
    });

    it('is not written again by a start that learns nothing new', async () => {
      const store = await keptOf({ one: { ...learned, deviceId: 'a' } });
      const first = await run(store, 'a');
      // Since when it does what it does was not kept yet.
      const news = first.takeLearned();
      expect([...news.keys()]).toEqual(['one']);
      await keep(store, news);
      expect((await run(store, 'a')).takeLearned().size).toBe(0);
      expect((await run(store, null)).takeLearned().size).toBe(0);
      // Another device is news.
      expect([...(await run(store, 'b')).takeLearned().keys()]).toEqual(['one']);
    });
  });

  it('never takes the place of what was seen since', () => {
    take(0, { act: act(0), spd: 0 });
    expect(vehicles.recall([{ ...kept, lookedAt: noon - DAY }])).toEqual([]);
    expect(vehicles.get('one')?.fix?.at).toBe(noon);
  });

  it('reads as not checked lately where the clock was set back since', () => {
    vehicles.recall([{ ...kept, lookedAt: noon + 365 * DAY }]);
    expect(vehicles.get('one')?.staleAt).toBe(noon);
  });
});
