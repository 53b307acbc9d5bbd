import type { Motion, ConnectionState } from '@contract/fixes';
import { latitudeAt, longitudeAt, worldSize } from '@/map/core/projection';
import { createClusterGrid, type ClusterGrid } from '@/map/workers/vehicles/cluster-grid';
import { createFleetColumns, type FleetColumns } from '@/map/workers/vehicles/fleet-columns';
import { packedStride, type PackedVehicles } from '@/map/workers/vehicles/messages';
import { packState } from '@/map/workers/vehicles/vehicle-state';

/** The zoom level of the tests and where their window's corner lies, in pixels of the world. */
export const zoom = 14;
export const corner = { left: 64 * 20_000, top: 64 * 30_000 };
const scale = worldSize(zoom);

/** A vehicle by pixels from the corner of the window. */
export type Spot = {
  slot: number;
  x: number;
  y: number;
  motion?: Motion;
  connection?: ConnectionState;
  heading?: number;
};

export function pack(spots: readonly Spot[]): PackedVehicles {
  const packed = new Float64Array(spots.length * packedStride);
  spots.forEach(({ slot, x, y, motion = 'moving', connection = 'live', heading = 0 }, index) => {
    packed.set(
      [
        slot,
        longitudeAt((corner.left + x) / scale),
        latitudeAt((corner.top + y) / scale),
        heading,
        packState(motion, connection),
      ],
      index * packedStride,
    );
  });
  return packed;
}

/** Where a slot is, in pixels from the corner. */
export function pixelOf(fleet: FleetColumns, slot: number): { x: number; y: number } {
  return {
    x: fleet.x(slot) * scale - corner.left,
    y: fleet.y(slot) * scale - corner.top,
  };
}

/** A fleet and its grid, kept in step as the scene does it. */
export function fleetWithGrid(standsAlone: (slot: number) => boolean = () => false): {
  fleet: FleetColumns;
  grid: ClusterGrid;
  put(spots: readonly Spot[]): void;
} {
  const fleet = createFleetColumns();
  const grid = createClusterGrid(fleet, standsAlone);
  grid.rebuild(zoom);
  return {
    fleet,
    grid,
    put(spots) {
      fleet.apply(pack(spots), 0, { from: 0, to: 0 }, { before: grid.take, after: grid.put });
    },
  };
}
