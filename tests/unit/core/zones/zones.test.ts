import { describe, expect, it, onTestFinished } from 'vitest';
import { openInlineStore } from '@adapters/store/inline-store';
import type { LivePatch, LiveVehicle } from '@contract/fixes';
import type { Zone } from '@contract/zones';
import { Feed } from '@core/feed';
import type { Store } from '@core/ports/store';
import type { VehicleCrossing } from '@core/zones/zone-watch';
import { JudgedWriter } from '@core/zones/judged-writer';
import { Zones } from '@core/zones/zones';
import { errorOf } from '../error-of';
import { settle, WorkingClock } from '../virtual-clock';

const depot: Zone = {
  ...{ id: 'depot', name: 'Depot', color: '#2F5BD0', group: null, isShown: true },
  shape: { kind: 'circle', center: { latitude: 0, longitude: 180 }, radius: 500 },
};

/** Vehicles that are where a test says. */
class Fleet {
  readonly #feed = new Feed<LivePatch>('live');
  readonly #vehicles = new Map<string, LiveVehicle>();

  snapshot = () => ({ vehicles: [...this.#vehicles.values()] });
  stateOf = (id: string) => this.#vehicles.get(id) ?? null;
  subscribe = (listener: (patch: LivePatch) => void) => this.#feed.subscribe(listener);

  move(vehicleId: string, at: number, longitude: number, problems: string[] = []): void {
    const fix = {
      ...{ at, latitude: 0, longitude, speed: null, heading: null, ignition: null },
      ...{ battery: null, output1: null, problems },
    };
    const vehicle = { vehicleId, fix } as unknown as LiveVehicle;
    this.#vehicles.set(vehicleId, vehicle);
    this.#feed.publish({ changed: [vehicle], removed: [], pace: null });
  }

  remove(vehicleId: string): void {
    this.#vehicles.delete(vehicleId);
    this.#feed.publish({ changed: [], removed: [vehicleId], pace: null });
  }
}

async function open() {
  const store = await openInlineStore(null, '');
  onTestFinished(() => store.close());
  const clock = new WorkingClock();
  const fleet = new Fleet();
  const found: VehicleCrossing[] = [];
  const faults: unknown[] = [];
  const onFault = (fault: unknown) => faults.push(fault);
  const begin = async (on: Pick<Store, 'zones' | 'commit' | 'note' | 'judged'> = store) => {
    const writer = new JudgedWriter({ store: on, clock, onFault });
    const zones = new Zones({ ...{ store: on, writer, clock, live: fleet, onFault } });
    zones.onJudged(({ crossings }) => found.push(...crossings));
    zones.start();
    await zones.find(null);
    return zones;
  };
  return { store, clock, fleet, found, faults, begin };
}

describe('zones', () => {
  it('are kept, changed, hidden and removed, and come back with the store', async () => {
    const { begin } = await open();
    const zones = await begin();
    await zones.save([depot]);
    await zones.save([{ ...depot, name: 'Yard', isShown: false }]);
    zones.stop();
    const again = await begin();
    expect(again.snapshot().zones).toEqual([{ ...depot, name: 'Yard', isShown: false }]);
    await again.remove(['depot', 'nobody']);
    again.stop();
    expect((await begin()).snapshot().zones).toEqual([]);
  });

  it('are read and followed a minute later where the store could not be read at first', async () => {
    const { store, clock, fleet, found, faults, begin } = await open();
    const before = await begin();
    await before.save([depot]);
    before.stop();
    const busy = new Error('busy');
    let isBusy = true;
    const on: Parameters<typeof begin>[0] = {
      zones: () => (isBusy ? Promise.reject(busy) : store.zones()),
      commit: (changes) => store.commit(changes),
      note: (name) => store.note(name),
      judged: (names) => store.judged(names),
    };
    await expect(begin(on)).rejects.toBe(busy);
    isBusy = false;
    fleet.move('v', 1_000, 179.9);
    await clock.advance(60_000);
    fleet.move('v', 61_000, 180);
    expect(found).toMatchObject([{ zoneId: 'depot', vehicleId: 'v' }]);
    expect(faults).toEqual([busy]);
  });

  it('of a form that can’t be are refused, all of the call', async () => {
    const { begin } = await open();
    const zones = await begin();
    const line: Zone = { ...depot, id: 'line', shape: { kind: 'polygon', corners: [] } };
    expect(await errorOf(zones.save([depot, line]))).toMatchObject({ code: 'invalid-request' });
    expect(zones.snapshot().zones).toEqual([]);
  });

  it('tell who is in them and since when, as they come, go and are removed', async () => {
    const { begin, fleet, found } = await open();
    const zones = await begin();
    await zones.save([depot]);
    fleet.move('v', 1_000, 179.9);
    fleet.move('v', 61_000, 180);
    expect(zones.snapshot().inside).toMatchObject([{ zoneId: 'depot', vehicleId: 'v' }]);
    const [entered] = found;
    expect(entered).toMatchObject({ vehicleId: 'v', zoneId: 'depot', kind: 'entered' });
    expect(zones.snapshot().inside[0]?.since).toBe(entered?.at);
    fleet.move('v', 121_000, -179.9);
    expect(found.map(({ kind }) => kind)).toEqual(['entered', 'left']);
    expect(zones.snapshot().inside).toEqual([]);
    fleet.move('v', 181_000, 180);
    fleet.remove('v');
    expect(zones.snapshot().inside).toEqual([]);
  });

  it('drawn around a vehicle have it inside at once, and cross nothing', async () => {
    const { begin, fleet, found } = await open();
    fleet.move('v', 1_000, 180);
    const zones = await begin();
    await zones.save([depot]);
    expect(zones.snapshot().inside).toEqual([
      { zoneId: 'depot', vehicleId: 'v', since: 1_000, isAtLeast: true },
    ]);
    expect(found).toEqual([]);
  });

  it('don’t take a fix that can’t be true for a crossing', async () => {
    const { begin, fleet, found } = await open();
    const zones = await begin();
    await zones.save([depot]);
    fleet.move('v', 1_000, 179.9);
    fleet.move('v', 2_000, 180, ['implausible']);
    fleet.move('v', 61_000, 179.9);
    expect(found).toEqual([]);
  });

  it('know after a restart who was in and since when, and find no crossing twice', async () => {
    const { begin, clock, fleet, found } = await open();
    const zones = await begin();
    await zones.save([depot]);
    fleet.move('v', 1_000, 179.9);
    fleet.move('v', 61_000, 180);
    await clock.advance(2_000);
    const { inside } = zones.snapshot();
    // A kill: nothing is written any more, the fleet is recalled as it was.
    const again = await begin();
    expect(again.snapshot().inside).toEqual(inside);
    expect(found).toHaveLength(1);
    zones.stop();
    fleet.move('v', 121_000, -179.9);
    expect(found.map(({ kind }) => kind)).toEqual(['entered', 'left']);
  });

  it('have their stays kept for reports: open ones, ended ones, those nobody saw end', async () => {
    const { begin, clock, fleet, store } = await open();
    const zones = await begin();
    await zones.save([depot]);
    const visits = async () => {
      await clock.advance(2_000);
      return store.visits({ from: 0, to: 10_000_000, zoneIds: [], vehicleIds: [] }, 100);
    };
    fleet.move('v', 1_000, 180);
    const first = { vehicleId: 'v', zoneId: 'depot', from: 1_000, isFromUnknown: true };
    expect(await visits()).toEqual([{ ...first, to: null, isToUnknown: false }]);
    fleet.move('v', 61_000, 179.9);
    // Through the zone between two fixes.
    fleet.move('v', 661_000, -179.9);
    const [ended, through, ...others] = await visits();
    expect(others).toEqual([]);
    expect(ended).toMatchObject({ ...first, isToUnknown: false });
    expect(ended?.to).toBeGreaterThanOrEqual(1_000);
    expect(through?.from).toBeGreaterThan(61_000);
    expect(through?.to).toBeGreaterThan(through?.from ?? Infinity);
    fleet.move('v', 721_000, 180);
    await zones.remove(['depot']);
    expect((await visits()).at(-1)).toMatchObject({ to: 721_000, isToUnknown: true });
  });

  it('take a kept state of an earlier version over, once', async () => {
    const { begin, clock, fleet, found, store } = await open();
    const state = {
      fix: { at: 1_000, latitude: 0, longitude: 180 },
      stays: { depot: { since: 500, isAtLeast: false, lastWithin: 1_000 } },
    };
    await store.commit([
      { kind: 'zone', zone: depot },
      { kind: 'note', name: 'zones.inside', value: JSON.stringify({ v: state, w: 'broken' }) },
    ]);
    const zones = await begin();
    expect(zones.snapshot().inside).toMatchObject([{ vehicleId: 'v', since: 500 }]);
    await clock.advance(2_000);
    expect(await store.note('zones.inside')).toBeNull();
    zones.stop();
    await begin();
    fleet.move('v', 61_000, 179.9);
    expect(found.map(({ kind }) => kind)).toEqual(['left']);
  });

  it('take in a large fleet some at a time, each vehicle as it is when its turn comes', async () => {
    const { begin, clock, fleet, store } = await open();
    await store.commit([{ kind: 'zone', zone: depot }]);
    const ids = Array.from({ length: 250 }, (_, at) => `v${at}`);
    for (const id of ids) fleet.move(id, 1_000, 170);
    const { stateOf } = fleet;
    fleet.stateOf = (id) => {
      clock.worked += 0.1;
      return stateOf(id);
    };
    const zones = await begin();
    const judged: [string, number | undefined][] = [];
    zones.onJudged(({ vehicles }) => {
      for (const { vehicleId, fix } of vehicles) judged.push([vehicleId, fix?.at]);
    });
    fleet.move('v249', 2_000, 180);
    expect(judged).toEqual([['v249', 2_000]]);
    await clock.advance(0);
    const later = ids.slice(100, -1).map((id) => [id, 1_000]);
    expect(judged.slice(1)).toEqual([...later, ['v249', 2_000]]);
    expect(zones.snapshot().inside).toMatchObject([{ vehicleId: 'v249', since: 2_000 }]);
  });

  it('say what stands in the way of taking in the fleet', async () => {
    const { begin, faults, fleet } = await open();
    fleet.move('v', 1_000, 180);
    fleet.stateOf = () => {
      throw new Error('odd');
    };
    await begin();
    await settle();
    expect(faults).toMatchObject([{ message: 'odd' }]);
  });

  it('keep nothing of where vehicles are while there is no zone', async () => {
    const { begin, clock, fleet, store } = await open();
    const zones = await begin();
    fleet.move('v', 1_000, 180);
    await clock.advance(60_000);
    expect(await store.judged('')).toEqual(new Map());
    await zones.save([depot]);
    await clock.advance(60_000);
    expect([...(await store.judged('')).keys()]).toEqual(['zones/v']);
  });

  it('go on where the store takes nothing, and say so', async () => {
    const { begin, clock, fleet, faults, store } = await open();
    const yard = { ...depot, id: 'yard' };
    await store.commit([{ kind: 'zone', zone: yard }]);
    const broken = {
      zones: store.zones,
      note: store.note,
      judged: store.judged,
      commit: () => Promise.reject(new Error('full')),
    };
    const zones = await begin(broken);
    await expect(zones.save([depot])).rejects.toThrow('full');
    expect(zones.snapshot().zones).toEqual([yard]);
    fleet.move('v', 1_000, 180);
    await clock.advance(60_000);
    expect(faults).toHaveLength(1);
  });
});
