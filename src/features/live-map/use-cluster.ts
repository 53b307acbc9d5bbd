import type { VehicleHit } from '@/map/layers/vehicle-layer';
import { shallowRef, type ShallowRef } from 'vue';

type Cluster = Extract<VehicleHit, { kind: 'cluster' }>;

/** The cluster whose vehicles are listed over the map; null while none is. */
export function useCluster(): {
  cluster: Readonly<ShallowRef<Cluster | null>>;
  /** Another number for each that is opened; one that is pressed again stays as it is. */
  opened: Readonly<ShallowRef<number>>;
  show: (hit: VehicleHit | null) => void;
  close: () => void;
} {
  const cluster = shallowRef<Cluster | null>(null);
  const opened = shallowRef(0);

  function show(hit: VehicleHit | null): void {
    const next = hit?.kind === 'cluster' ? hit : null;
    if (next !== null && !haveSame(cluster.value, next)) opened.value += 1;
    cluster.value = next;
  }

  return {
    cluster,
    opened,
    show,
    close: () => {
      cluster.value = null;
    },
  };
}

function haveSame(one: Cluster | null, { vehicleIds }: Cluster): boolean {
  if (one?.vehicleIds.length !== vehicleIds.length) return false;
  return one.vehicleIds.every((id, at) => id === vehicleIds[at]);
}
