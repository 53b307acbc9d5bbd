import { beforeEach, expect, it, vi } from 'vitest';
import type { MapSourcesState, MapSourceState } from '@contract/map-sources';
import type { Place } from '@contract/rules/longitudes';
import { MapNames } from '@core/place-search/map-names';
import { placesOfFleet } from '@core/place-search/fleet-places';
import type { MapName, MapNameIndex, NamesProgress } from '@core/ports/map-name-indexes';
import { collectFaults } from '../../collect-faults';
import { cityDescription } from '../map-sources/fake-archives';
import { VirtualClock } from '../virtual-clock';

const here = { latitude: -23.5, longitude: -46.6 };
const street: MapName = {
  ...{ kind: 'street', name: 'Rua das Flores', match: 0, size: 0, area: '' },
  ...here,
};

let sources: MapSourceState[];
let tell: (state: MapSourcesState) => void;
let clock: VirtualClock;
let indexes: { read: Place[][]; progress(progress: NamesProgress): void; index: MapNameIndex }[];
const keepOnly = vi.fn<(ids: readonly number[]) => Promise<void>>();

const file = (change: Partial<MapSourceState> = {}): MapSourceState =>
  ({
    ...{ ...cityDescription, id: 1, shown: true, file: '/maps/city.pmtiles' },
    ...{ readable: true, fault: null },
    ...change,
  }) as MapSourceState;

function open(find: MapNameIndex['find'] = () => Promise.resolve([street])): MapNames {
  return new MapNames({
    sources: {
      state: () => ({ sources }),
      subscribe: (listener) => {
        tell = listener;
        return () => undefined;
      },
    },
    indexes: {
      keepOnly,
      open: (_map, progress) => {
        const read: Place[][] = [];
        const index: MapNameIndex = {
          find,
          read: (around) => void read.push([...around]),
          close: () => Promise.resolve(),
        };
        indexes.push({ read, progress, index });
        return index;
      },
    },
    clock,
    fleet: () => [here],
  });
}

beforeEach(() => {
  sources = [file()];
  clock = new VirtualClock();
  indexes = [];
  keepOnly.mockReset().mockResolvedValue();
});

const query = { words: 'flores', near: null };

it('names around the fleet are read first, and then those where a person searches', async () => {
  const names = open();
  expect(indexes[0]?.read).toEqual([[here]]);
  const near = { latitude: -23.6, longitude: -46.7 };
  await names.find({ ...query, near }, 10);
  await names.find({ ...query, near }, 10);
  expect(indexes[0]?.read).toEqual([[here], [near, here]]);
  // Not on this map.
  await names.find({ ...query, near: { latitude: 50, longitude: 10 } }, 10);
  expect(indexes[0]?.read).toHaveLength(2);
});

it('a drive that does not answer holds up no search', async () => {
  const names = open(() => new Promise<never>(() => undefined));
  const found = names.find(query, 10);
  await clock.advance(1_500);
  expect(await found).toEqual([]);
});

it('an index that fails is reported and opened again, and the search goes on without it', async () => {
  const faults = collectFaults();
  const find = vi.fn<MapNameIndex['find']>().mockRejectedValueOnce(new Error('disk I/O error'));
  const names = open(find.mockResolvedValue([street]));
  expect(await names.find(query, 10)).toEqual([]);
  expect(faults).toHaveBeenCalledOnce();
  expect(indexes).toHaveLength(2);
  expect(indexes[1]?.read).toEqual([[here]]);
  expect(await names.find(query, 10)).toHaveLength(1);
});

it('a map that goes away while it is searched leaves no results', async () => {
  let answer: (found: readonly MapName[]) => void = () => undefined;
  const names = open(() => new Promise((resolve) => (answer = resolve)));
  const found = names.find(query, 10);
  sources = [file({ readable: false })];
  tell({ sources });
  answer([street]);
  expect(await found).toEqual([]);
});

it('a district and a town with very long names are cut to what an answer may hold', async () => {
  const names = open(() => Promise.resolve([{ ...street, area: 'x'.repeat(402) }]));
  const [candidate] = await names.find(query, 10);
  expect(candidate?.found.area).toHaveLength(400);
});

it('tells how far the names have been read, and nothing of a map that is hidden', () => {
  const names = open();
  const told = vi.fn();
  names.subscribe(told);
  indexes[0]?.progress({ names: 5, reading: 0.5, isWhole: false, fault: null });
  expect(told).toHaveBeenLastCalledWith({
    maps: [{ id: 1, names: 5, reading: 0.5, isWhole: false, fault: null }],
  });
  sources = [file({ shown: false })];
  tell({ sources });
  expect(names.state()).toEqual({ maps: [] });
  // Late news of a map that is closed.
  indexes[0]?.progress({ names: 6, reading: null, isWhole: true, fault: null });
  expect(names.state()).toEqual({ maps: [] });
});

it('names of pictures are not asked for, and the index of a map that is gone is deleted', async () => {
  sources = [file({ content: { form: 'raster' } })];
  const names = open();
  expect(indexes).toEqual([]);
  sources = [];
  tell({ sources });
  await names.close();
  expect(keepOnly).toHaveBeenLastCalledWith([]);
});

it('a fleet is around the few places where most of its vehicles are', () => {
  const fix = (latitude: number, longitude: number) =>
    ({ latitude, longitude, problems: [] }) as never;
  const places = placesOfFleet([
    ...[fix(-23.1, -46.1), fix(-23.3, -46.3), null, fix(48.1, 2.1)],
    { latitude: null, longitude: null, problems: ['no-position'] } as never,
  ]);
  expect(places[0]?.latitude).toBeCloseTo(-23.2);
  expect(places).toHaveLength(2);
});
