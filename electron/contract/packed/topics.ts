import type { LivePatch, LiveSnapshot, LiveVehicle } from '../fixes';
import type { FleetPatch, FleetSnapshot, Vehicle } from '../vehicles';
import { packVehicles, unpackVehicles } from './fleet-rows';
import { packLive, unpackLive } from './live-rows';
import { PACKED_AT_ONCE, type PackedRows } from './rows';

interface RowsOf {
  fleet: Vehicle;
  live: LiveVehicle;
}

interface States {
  fleet: { snapshot: FleetSnapshot; patch: FleetPatch };
  live: { snapshot: LiveSnapshot; patch: LivePatch };
}

/** Topics that cross packed. */
export type PackedTopic = keyof States;

/**
 * A snapshot as it crosses. Its rows come in parts, so that main can do something else between two
 * of them.
 */
export type PackedSnapshot<T extends PackedTopic> = Omit<States[T]['snapshot'], 'vehicles'> & {
  readonly vehicles: readonly PackedRows[];
};

/** A patch as it crosses. */
export type PackedPatch<T extends PackedTopic> = Omit<States[T]['patch'], 'changed'> & {
  readonly changed: PackedRows;
};

interface Packing<Row> {
  pack(rows: readonly Row[]): PackedRows;
  unpack(packed: PackedRows): Row[];
}

/** How the rows of each topic are packed. */
const packings: { [T in PackedTopic]: Packing<RowsOf[T]> } = {
  fleet: { pack: packVehicles, unpack: unpackVehicles },
  live: { pack: packLive, unpack: unpackLive },
};

/** The rows of a topic belong to its packing: callers have them from its own states. */
function packingOf(topic: PackedTopic): Packing<unknown> {
  return packings[topic] as unknown as Packing<unknown>;
}

/** Whether a topic crosses packed. */
export function isPacked(topic: string): topic is PackedTopic {
  return Object.hasOwn(packings, topic);
}

/** Packs a snapshot's rows, some at each step; the last step has the snapshot. */
export function* packSnapshot<T extends PackedTopic>(
  topic: T,
  snapshot: States[T]['snapshot'],
): Generator<undefined, PackedSnapshot<T>> {
  const rows: readonly unknown[] = snapshot.vehicles;
  const { pack } = packingOf(topic);
  const packed: PackedRows[] = [];
  for (let from = 0; from < rows.length; from += PACKED_AT_ONCE) {
    if (from > 0) yield undefined;
    packed.push(pack(rows.slice(from, from + PACKED_AT_ONCE)));
  }
  return { ...snapshot, vehicles: packed };
}

/** A snapshot as it was packed. */
export function unpackSnapshot<T extends PackedTopic>(
  topic: T,
  packed: PackedSnapshot<T>,
): States[T]['snapshot'] {
  const vehicles = packed.vehicles.flatMap((rows) => packingOf(topic).unpack(rows));
  return { ...packed, vehicles } as unknown as States[T]['snapshot'];
}

/** Packs a patch. */
export function packPatch<T extends PackedTopic>(
  topic: T,
  patch: States[T]['patch'],
): PackedPatch<T> {
  const changed = packingOf(topic).pack(patch.changed);
  return { ...patch, changed };
}

/** A patch as it was packed. */
export function unpackPatch<T extends PackedTopic>(
  topic: T,
  packed: PackedPatch<T>,
): States[T]['patch'] {
  const changed = packingOf(topic).unpack(packed.changed);
  return { ...packed, changed } as unknown as States[T]['patch'];
}
