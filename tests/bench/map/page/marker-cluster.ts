import type { LiveVehicle } from '@contract/fixes';
import type { FleetMap } from '@/map/core/create-map';
import type * as Leaflet from 'leaflet';
import { DivIcon, Marker } from 'leaflet';
import 'leaflet.markercluster';
import 'leaflet.markercluster/dist/MarkerCluster.css';
import 'leaflet.markercluster/dist/MarkerCluster.Default.css';
import { presented, type Drawing } from './drawing';

/** Leaflet's plugin that clusters; it adds itself to the library's global object. */
export function drawClusters({ leaflet }: FleetMap, fleet: readonly LiveVehicle[]): Drawing {
  const { L } = window as unknown as { L: typeof Leaflet };
  const group = new L.MarkerClusterGroup();
  const icon = new DivIcon({ iconSize: [12, 12] });
  const markers = new Map(
    fleet.map(({ vehicleId, fix }) => [
      vehicleId,
      new Marker([fix?.latitude ?? 0, fix?.longitude ?? 0], { icon }),
    ]),
  );
  group.addLayers([...markers.values()]);
  leaflet.addLayer(group);
  return {
    ready: presented(),
    update: (changed) => {
      for (const { vehicleId, fix } of changed) {
        markers.get(vehicleId)?.setLatLng([fix?.latitude ?? 0, fix?.longitude ?? 0]);
      }
    },
  };
}
