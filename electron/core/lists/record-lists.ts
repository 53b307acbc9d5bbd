import type { CollectionName } from '@contract/collections';
import type { LivePatch, LiveVehicle } from '@contract/fixes';
import {
  isLocalKey,
  type Fields,
  type FieldValue,
  type RecordKey,
  type RecordQuery,
  type RecordRow,
  type RecordsFound,
  type ValueCount,
} from '@contract/records';
import { derivedOf } from '@contract/resources';
import { bearingBetween } from '@contract/rules/sphere';
import { kindOf, lastContactOf, liveStateOf } from '@contract/rules/live-state';
import type { Records } from '../fleet/records';
import type { GivenColumns } from '../ports/store';
import type { VehicleLabelKeeper } from '../fleet/vehicle-label-keeper';
import type { LiveTracking } from '../tracking/live-tracking';
import { nearestNamed } from '../places/nearest-place';
import { hasAny, labelColumns, labelWords, namedFields, withLabels } from './label-columns';

/** What lists need. */
export interface RecordListsOptions {
  readonly records: Pick<Records, 'find' | 'rows' | 'values' | 'noteDerived'>;
  readonly live: Pick<LiveTracking, 'snapshot' | 'subscribe' | 'stateOf'>;
  readonly labels: Pick<VehicleLabelKeeper, 'known'>;
}

/** The place nearest to a position, and the direction from there to the position. */
type Named = { name: string; away: number; bearing: number } | null;

/** Positions that differ by less are named by the same place, degrees. */
const GRAIN = 0.005;

/** What a place has been named for tells. */
const ofPlace: ReadonlySet<string> = new Set(['place', 'distance', 'bearing']);

/**
 * Records as lists show them: what the store knows of each, joined with what live tracking knows
 * of vehicles and with the tags and groups that they were given. All can be sorted and narrowed by.
 */
export class RecordLists {
  readonly #options: RecordListsOptions;
  /** Places by vehicle, and the position that each was named for. */
  readonly #places = new Map<RecordKey, { at: string; named: Named }>();
  /** States that lists were told of last: as they are now, or such as look the same. */
  readonly #told = new Map<RecordKey, LiveVehicle>();
  #unsubscribe: (() => void) | null = null;

  constructor(options: RecordListsOptions) {
    this.#options = options;
  }

  /** Tells lists from now on what changes beside the fields of vehicles. */
  start(): void {
    this.#unsubscribe ??= this.#options.live.subscribe((patch) => this.#follow(patch));
  }

  /** Tells nothing any more. */
  stop(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = null;
  }

  /** Keys of the kept records that a query finds, in its order. */
  find(query: RecordQuery): Promise<RecordsFound> {
    const { collection, sort, filters } = query;
    const wanted = new Set([...sort, ...filters].map(({ field }) => field));
    const labels = this.#options.labels.known();
    if (collection !== 'vehicles' || !hasAny(labels)) {
      return this.#options.records.find(query, this.#columns(collection, wanted));
    }
    // A search finds vehicles by their tags, too.
    if (query.search.trim() !== '') for (const field of namedFields) wanted.add(field);
    const valueWords = { ...query.valueWords, ...labelWords(labels) };
    return this.#options.records.find({ ...query, valueWords }, this.#columns(collection, wanted));
  }

  /** Kept records by their keys, as lists show them; unknown ones are left out. */
  async rows(collection: CollectionName, keys: readonly RecordKey[]): Promise<RecordRow[]> {
    const { records, live } = this.#options;
    const kept = await records.rows(collection, keys);
    const rows = collection === 'vehicles' ? withLabels(kept, this.#options.labels.known()) : kept;
    const wanted = liveFields(collection);
    if (wanted.length === 0) return rows;
    return rows.map((row) => {
      const vehicle = live.stateOf(row.key);
      const values = vehicle && this.#valuesOf(vehicle, wanted);
      const isOpen = row.goneAt === null && !isLocalKey(row.key) && isPending(vehicle);
      const open = isOpen ? wanted.filter((field) => !(field in (values ?? {}))) : [];
      return {
        ...row,
        ...(values && { derived: { ...row.derived, ...values } }),
        ...(open.length > 0 && { unknown: [...(row.unknown ?? []), ...open] }),
      };
    });
  }

  /** Values that a field or a derived value takes, the most frequent first. */
  async values(collection: CollectionName, field: string): Promise<ValueCount[]> {
    const given = this.#columns(collection, new Set([field]))[field];
    if (given === undefined) return this.#options.records.values(collection, field);
    if (derivedOf(collection)[field]?.from === 'labels') return this.#countLabels(given);
    const counts = new Map<string, number>();
    for (const value of given.values()) {
      counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
    }
    const all = Array.from(counts, ([value, count]) => ({ value, count }));
    return all.sort((a, b) => b.count - a.count).slice(0, 200);
  }

  /** A vehicle that is gone may have tags still, and counts for none. */
  async #countLabels(column: ReadonlyMap<RecordKey, FieldValue>): Promise<ValueCount[]> {
    const all = { collection: 'vehicles', search: '', filters: [], sort: [], withGone: false };
    const { keys } = await this.#options.records.find(all);
    const counts = new Map<string | null, number>();
    for (const key of keys) {
      const value = column.get(key) ?? null;
      for (const each of Array.isArray(value) ? value : [value === null ? null : String(value)]) {
        counts.set(each, (counts.get(each) ?? 0) + 1);
      }
    }
    return Array.from(counts, ([value, count]) => ({ value, count })).sort(
      (a, b) => b.count - a.count,
    );
  }

  #columns(collection: CollectionName, wanted: ReadonlySet<string>): GivenColumns {
    const labels =
      collection === 'vehicles' ? labelColumns(this.#options.labels.known(), wanted) : {};
    return { ...labels, ...this.#liveColumns(collection, wanted) };
  }

  #liveColumns(collection: CollectionName, wanted: ReadonlySet<string>): GivenColumns {
    const fields = liveFields(collection).filter((field) => wanted.has(field));
    if (fields.length === 0) return {};
    const columns = fields.map((field) => [field, new Map<RecordKey, FieldValue>()] as const);
    const unknown = new Map(fields.map((field) => [field, new Map<RecordKey, FieldValue>()]));
    for (const vehicle of this.#options.live.snapshot().vehicles) {
      const values = this.#valuesOf(vehicle, fields);
      for (const [field, column] of columns) {
        const value = values[field];
        if (value !== undefined) column.set(vehicle.vehicleId, value);
        else if (isPending(vehicle)) unknown.get(field)?.set(vehicle.vehicleId, field);
      }
    }
    const open = Array.from(unknown, ([field, column]) => [`?${field}`, column] as const).filter(
      ([, column]) => column.size > 0,
    );
    return Object.fromEntries([...columns, ...open]);
  }

  #valuesOf(vehicle: LiveVehicle, fields: readonly string[]): Fields {
    const values: Record<string, FieldValue> = {};
    for (const field of fields) {
      const value = this.#valueOf(vehicle, derivedOf('vehicles')[field]?.kind);
      if (value !== null) values[field] = value;
    }
    return values;
  }

  #valueOf(vehicle: LiveVehicle, kind: string | undefined): FieldValue {
    if (kind === 'moment') return lastContactOf(vehicle);
    if (kind === 'liveState') return liveStateOf(vehicle);
    if (kind === 'connection') return vehicle.connection;
    if (kind === 'distance') return this.#placeOf(vehicle)?.away ?? null;
    if (kind === 'bearing') return this.#placeOf(vehicle)?.bearing ?? null;
    if (kind === 'latitude') return roughly(vehicle.fix?.latitude);
    if (kind === 'longitude') return roughly(vehicle.fix?.longitude);
    return kind === 'place' ? (this.#placeOf(vehicle)?.name ?? null) : null;
  }

  #placeOf({ vehicleId, fix }: LiveVehicle): Named {
    const at = grainOf(fix);
    const { latitude, longitude } = fix ?? { latitude: null, longitude: null };
    if (at === null || latitude === null || longitude === null) return null;
    const known = this.#places.get(vehicleId);
    if (known?.at === at) return known.named;
    const nearest = nearestNamed({ latitude, longitude });
    const named = nearest && {
      ...{ name: nearest.name, away: nearest.away },
      bearing: Math.round(bearingBetween(nearest.latitude, nearest.longitude, latitude, longitude)),
    };
    this.#places.set(vehicleId, { at, named });
    return named;
  }

  /** Whether lists show the same of two states; no place is named for that. */
  #looksAlike(one: LiveVehicle, other: LiveVehicle, fields: readonly string[]): boolean {
    if (grainOf(one.fix) !== grainOf(other.fix)) return false;
    return fields.every((field) => {
      const kind = derivedOf('vehicles')[field]?.kind;
      if (kind !== undefined && ofPlace.has(kind)) return true;
      return this.#valueOf(one, kind) === this.#valueOf(other, kind);
    });
  }

  #follow({ changed, removed }: LivePatch): void {
    const fields = liveFields('vehicles');
    for (const id of removed) {
      this.#places.delete(id);
      this.#told.delete(id);
    }
    const differing = changed.filter((vehicle) => {
      const told = this.#told.get(vehicle.vehicleId);
      this.#told.set(vehicle.vehicleId, vehicle);
      return told === undefined || !this.#looksAlike(told, vehicle, fields);
    });
    if (differing.length === 0) return;
    this.#options.records.noteDerived(
      'vehicles',
      differing.map(({ vehicleId }) => vehicleId),
      'vehicle',
    );
  }
}

/** Whether nobody has looked at a vehicle yet, so that it isn't known what its device tells. */
function isPending(vehicle: LiveVehicle | null): boolean {
  return kindOf(vehicle ?? undefined) === 'pending';
}

/** Derived values of a collection that live tracking knows. */
function liveFields(collection: CollectionName): string[] {
  return Object.entries(derivedOf(collection)).flatMap(([field, { from }]) =>
    from === 'live' ? [field] : [],
  );
}

/** The part of the world for which a place is named once; null without a position. */
function grainOf(fix: LiveVehicle['fix']): string | null {
  const { latitude, longitude } = fix ?? { latitude: null, longitude: null };
  if (latitude === null || longitude === null) return null;
  return `${Math.round(latitude / GRAIN)} ${Math.round(longitude / GRAIN)}`;
}

/** Degrees, to some 11 m: a parked vehicle shows nothing else for its jitter. */
function roughly(degrees: number | null | undefined): number | null {
  return degrees === null || degrees === undefined ? null : Math.round(degrees * 1e4) / 1e4;
}
