import type { LiveVehicle } from '@contract/fixes';
import type { Vehicle } from '@contract/vehicles';
import { foldAccents } from '@/ui/fold-accents';
import { fixAge } from './live-age';
import { hasStatus, type Status } from './status-counts';

/** What the list can be sorted by. */
export const sorts = ['name', 'age', 'speed', 'status'] as const;

export type Sort = (typeof sorts)[number];

const motionRank = { moving: 0, idling: 1, parked: 2, unknown: 3 } as const;
const connectionRank = { live: 0, late: 1, silent: 2, never: 3 } as const;

/** As it is compared and searched: `Caminhão ABC-1D23` → `caminhaoabc1d23`. */
export function foldWords(text: string): string {
  return foldAccents(text).replace(/[\s-]/g, '');
}

/** Folding is slow and records are replaced when they change, so each is folded once. */
const folded = new WeakMap<Vehicle, { plate: string; words: string }>();

function wordsOf(vehicle: Vehicle): { plate: string; words: string } {
  const known = folded.get(vehicle);
  if (known) return known;
  const { plate, code, brandName, modelName, typeName, description } = vehicle;
  const made = {
    plate: foldWords(plate),
    words: [plate, code, brandName, modelName, typeName, description]
      .map((part) => foldWords(part ?? ''))
      .join(' '),
  };
  folded.set(vehicle, made);
  return made;
}

/** All vehicles by plate; the base of every other order, so that equals stay in order. */
export function orderByPlate(vehicles: Iterable<Vehicle>): Vehicle[] {
  return [...vehicles]
    .map((vehicle) => ({ vehicle, ...wordsOf(vehicle) }))
    .sort((a, b) => (a.plate < b.plate ? -1 : a.plate > b.plate ? 1 : 0))
    .map(({ vehicle }) => vehicle);
}

/** What the list shows: which vehicles, in which order. */
export type ListChoice = { words: string; status: Status | null; sort: Sort };

/** The identifiers of the vehicles that the list shows, from all of them by plate. */
export function chooseVehicles(
  byPlate: readonly Vehicle[],
  live: ReadonlyMap<string, LiveVehicle>,
  { words, status, sort }: ListChoice,
  now: number,
): string[] {
  const wanted = foldWords(words);
  const shown = byPlate.filter(
    (vehicle) =>
      (wanted === '' || wordsOf(vehicle).words.includes(wanted)) &&
      (status === null || hasStatus(live.get(vehicle.id), status)),
  );
  const ids = shown.map(({ id }) => id);
  if (sort === 'name') return ids;
  return ids
    .map((id) => ({ id, key: sortKey(live.get(id), sort, now) }))
    .sort((a, b) => a.key - b.key)
    .map(({ id }) => id);
}

/** The smaller, the higher up; what is not known comes last. */
function sortKey(
  vehicle: LiveVehicle | undefined,
  sort: Exclude<Sort, 'name'>,
  now: number,
): number {
  const last = Number.MAX_SAFE_INTEGER;
  if (!vehicle) return last;
  switch (sort) {
    case 'age':
      return fixAge(vehicle, now) ?? last;
    case 'speed':
      return -(vehicle.fix?.speed ?? -last);
    case 'status':
      return motionRank[vehicle.motion] * 4 + connectionRank[vehicle.connection];
  }
}
