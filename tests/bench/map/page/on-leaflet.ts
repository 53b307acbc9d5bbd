import '@/ui/tokens.css';
import type { LiveVehicle } from '@contract/fixes';
import type { MapSourceState } from '@contract/map-sources';
import { createMap, type FleetMap } from '@/map/core/create-map';
import { BasemapLayer } from '@/map/layers/basemap-layer';
import { VehicleLayer } from '@/map/layers/vehicle-layer';
import type { VehiclesReport } from '@/map/workers/vehicles/messages';
import { Canvas, CircleMarker } from 'leaflet';
import { LEVEL, view } from '../fleet';
import { presented, tilesAtRest, type Drawing } from './drawing';

type Drawn = (report: Extract<VehiclesReport, { type: 'drawn' }>) => void;

/** Ours, which tells of each picture once it was asked to. */
export interface OurDrawing extends Drawing {
  tellDrawn(listener: Drawn | null): void;
}

/** The street tiles that the benchmark serves. */
const streets: MapSourceState = {
  ...{ kind: 'pmtiles', id: 1, name: 'Streets', file: 'streets.pmtiles', attribution: '' },
  content: { form: 'vector', schema: 'mapboxStreets' },
  ...{ bounds: [-180, -85, 180, 85], minZoom: LEVEL, maxZoom: LEVEL },
  ...{ shown: true, readable: true, fault: null },
};

/** The app's map with our streets. */
export async function openStreets(element: HTMLElement): Promise<FleetMap> {
  const map = createMap(element, { view });
  const basemap = new BasemapLayer({ locale: 'en' });
  map.add(basemap);
  basemap.setSources([streets]);
  await tilesAtRest();
  return map;
}

/** The layer as the app uses it; its worker is asked for pictures as the app's is. */
export function drawOurs(map: FleetMap, fleet: readonly LiveVehicle[]): OurDrawing {
  let isReady: () => void = () => undefined;
  let onDrawn: Drawn | null = null;
  const ready = new Promise<void>((resolve) => (isReady = resolve));
  const layer = new VehicleLayer({
    locale: 'en',
    onHover: () => undefined,
    onClick: () => undefined,
    onInView: () => undefined,
    createWorker: () => {
      const worker = new Worker(
        new URL('../../../../src/map/workers/vehicles/vehicle-worker.ts', import.meta.url),
        { type: 'module', name: 'vehicles' },
      );
      worker.addEventListener('message', ({ data }: MessageEvent<VehiclesReport>) => {
        if (data.type === 'stage-drawn' || data.type === 'drawn') isReady();
        if (data.type === 'drawn') onDrawn?.(data);
      });
      return worker;
    },
  });
  map.add(layer);
  layer.setNames(fleet.map(({ vehicleId }, index) => [vehicleId, `ABC${index}`] as const));
  layer.update(fleet);
  return {
    ready,
    update: (changed) => {
      layer.update(changed);
    },
    tellDrawn: (listener) => {
      onDrawn = listener;
      layer.tellDrawn();
    },
  };
}

/** A marker for each vehicle, all on one canvas of Leaflet's. */
export function drawOnCanvas({ leaflet }: FleetMap, fleet: readonly LiveVehicle[]): Drawing {
  const renderer = new Canvas();
  const markers = new Map(
    fleet.map(({ vehicleId, fix }) => [
      vehicleId,
      new CircleMarker([fix?.latitude ?? 0, fix?.longitude ?? 0], { renderer, radius: 5 }).addTo(
        leaflet,
      ),
    ]),
  );
  return {
    ready: presented(),
    update: (changed) => {
      for (const { vehicleId, fix } of changed) {
        markers.get(vehicleId)?.setLatLng([fix?.latitude ?? 0, fix?.longitude ?? 0]);
      }
    },
  };
}
