import { expect, it, vi } from 'vitest';
import type { Fix, LivePatch, LiveVehicle } from '@contract/fixes';
import type { RecordQuery, RecordRow } from '@contract/records';
import type { VehicleLabels } from '@contract/vehicle-labels';
import { RecordLists } from '@core/lists/record-lists';
import { nearestNamed } from '@core/places/nearest-place';
import type { GivenColumns } from '@core/ports/store';

vi.mock(import('@core/places/nearest-place'), { spy: true });

const fix: Fix = {
  ...{ at: 1_000, latitude: -23.55, longitude: -46.63, speed: 50, heading: 90 },
  ...{ ignition: true, battery: null, output1: null, problems: [] },
};

function live(vehicleId: string, terms: Partial<LiveVehicle> = {}): LiveVehicle {
  return {
    ...{ vehicleId, fix, motion: 'moving', connection: 'live', lookedAt: 2_000, staleAt: null },
    ...{ association: 'known', device: null },
    ...terms,
  };
}

function row(key: string): RecordRow {
  return { key, fields: {}, mark: 'none', changed: [], readAt: 1, goneAt: null };
}

/** Tags and groups of the fleet. */
const given: VehicleLabels = {
  labels: [{ id: 'cold', kind: 'tag', name: 'Refrigerated', color: 'blue' }],
  vehicles: { veh000000000009: { tags: ['cold'], group: null, isPinned: false } },
};

/** Lists over these live states; `change` makes them others and tells so. */
function open(...vehicles: LiveVehicle[]) {
  let states = new Map(vehicles.map((each) => [each.vehicleId, each]));
  let listener: (patch: LivePatch) => void = () => undefined;
  const find = vi.fn((_query: RecordQuery, _given?: GivenColumns) => Promise.resolve({ keys: [] }));
  const noteDerived = vi.fn();
  const lists = new RecordLists({
    records: {
      find,
      rows: (_, keys) => Promise.resolve(keys.map(row)),
      values: () => Promise.resolve([]),
      noteDerived,
    },
    labels: { known: () => given },
    live: {
      snapshot: () => ({
        vehicles: [...states.values()],
        pace: { onScreenSeconds: null, holdsCap: true },
      }),
      stateOf: (id) => states.get(id) ?? null,
      subscribe(told) {
        listener = told;
        return () => undefined;
      },
    },
  });
  lists.start();
  const change = (...changed: LiveVehicle[]): void => {
    states = new Map([...states, ...changed.map((each) => [each.vehicleId, each] as const)]);
    listener({ changed, removed: [], pace: null });
  };
  return { lists, find, noteDerived, change };
}

it('shows of a vehicle what it does, when it reported last and the place nearest to it', async () => {
  const { lists } = open(live('v1'), live('v2', { fix: null, association: 'none' }));
  const [one, two, three] = await lists.rows('vehicles', ['v1', 'v2', 'v3']);
  expect(one?.derived).toEqual({
    lastContact: 1_000,
    liveState: 'moving',
    connection: 'live',
    place: 'São Paulo',
    placeDistance: expect.any(Number),
    placeBearing: expect.any(Number),
    latitude: expect.any(Number),
    longitude: expect.any(Number),
  });
  expect(two?.derived).toEqual({ liveState: 'no-device', connection: 'live' });
  expect(three).not.toHaveProperty('derived');
});

it('gives the store the columns that a query sorts or narrows by, and no others', async () => {
  const { lists, find } = open(live('v1'), live('v2', { motion: 'parked' }));
  const query: RecordQuery = {
    ...{ collection: 'vehicles', search: '', withGone: false },
    sort: [{ field: 'lastContact', direction: 'down' }],
    filters: [{ field: 'liveState', anyOf: ['parked'] }],
  };
  await lists.find(query);
  expect(find.mock.calls[0]?.[1]).toEqual({
    lastContact: new Map([
      ['v1', 1_000],
      ['v2', 1_000],
    ]),
    liveState: new Map([
      ['v1', 'moving'],
      ['v2', 'parked'],
    ]),
  });
  await lists.find({ ...query, collection: 'users', filters: [], sort: [] });
  expect(find.mock.calls[1]?.[1]).toEqual({});
});

it('counts vehicles by their live state, for a filter', async () => {
  const { lists } = open(live('v1'), live('v2', { motion: 'parked' }), live('v3'));
  expect(await lists.values('vehicles', 'liveState')).toEqual([
    { value: 'moving', count: 2 },
    { value: 'parked', count: 1 },
  ]);
});

it('tells lists of a vehicle that shows something else, not of one that was only looked at', () => {
  const { noteDerived, change } = open(live('v1'));
  change(live('v1'));
  expect(noteDerived).toHaveBeenCalledExactlyOnceWith('vehicles', ['v1'], 'vehicle');
  change(live('v1', { lookedAt: 9_000 }));
  expect(noteDerived).toHaveBeenCalledTimes(1);
  change(live('v1', { motion: 'idling' }));
  expect(noteDerived).toHaveBeenCalledTimes(2);
});

it('tells lists of a vehicle that came to where another place is named, or left all places', () => {
  const at = (longitude: number | null) => live('v1', { fix: { ...fix, longitude } });
  const { noteDerived, change } = open(at(-46.63));
  change(at(-46.63));
  // Some meters: neither the position nor the place that lists show is another.
  change(at(-46.63002));
  expect(noteDerived).toHaveBeenCalledTimes(1);
  // Across the border between two parts of the world, though the position reads the same.
  change(at(-46.62749));
  change(at(-46.62751));
  expect(noteDerived).toHaveBeenCalledTimes(3);
  change(at(null));
  expect(noteDerived).toHaveBeenCalledTimes(4);
});

it('names places for the vehicles that a list shows, and for no others', async () => {
  vi.mocked(nearestNamed).mockClear();
  const { lists, change } = open();
  change(live('v1'), live('v2'));
  expect(nearestNamed).not.toHaveBeenCalled();
  await lists.rows('vehicles', ['v1']);
  expect(nearestNamed).toHaveBeenCalledTimes(1);
});

it('names no place in the middle of an ocean, and finds one across the date line', () => {
  expect(nearestNamed({ latitude: -30, longitude: -25 })).toBeNull();
  expect(nearestNamed({ latitude: -21.14, longitude: 184.8 })?.name).toBe('Nuku‘alofa');
});

it('a vehicle that nobody has looked at yet is not one without a position', async () => {
  const pending = live('v1', { fix: null, lookedAt: null });
  const { lists, find } = open(pending, live('v2', { fix: null }));
  const [waiting, never] = await lists.rows('vehicles', ['v1', 'v2']);
  expect(waiting?.unknown).toEqual([
    ...['lastContact', 'placeDistance', 'placeBearing'],
    ...['latitude', 'longitude', 'place'],
  ]);
  expect(never).not.toHaveProperty('unknown');
  await lists.find({
    ...{ collection: 'vehicles', search: '', withGone: false, sort: [] },
    filters: [{ field: 'lastContact', isPresent: false }],
  });
  expect(find.mock.calls[0]?.[1]?.['?lastContact']).toEqual(new Map([['v1', 'lastContact']]));
});
