import type { LiveVehicle } from '@contract/fixes';
import {
  Map as MapLibreMap,
  setWorkerUrl,
  type GeoJSONSource,
  type StyleSpecification,
} from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { LEVEL, view } from '../fleet';
import { presented, type Drawing, type EmptyMap } from './drawing';

/**
 * The same street tiles, drawn by the library itself: less of them than ours, since all of it is
 * drawn without a graphics card here; and no names, whose letters would come from a server of fonts.
 */
const style: StyleSpecification = {
  version: 8,
  sources: {
    streets: {
      type: 'vector',
      tiles: [`${location.origin}/tiles/1/{z}/{x}/{y}`],
      ...{ minzoom: LEVEL, maxzoom: LEVEL },
    },
  },
  layers: [
    { id: 'land', type: 'background', paint: { 'background-color': '#f3f1ea' } },
    area('landuse', '#dce8d0'),
    area('water', '#b9d3e6'),
    line('road', '#ffffff', 2.5),
  ],
};

type Drawn = StyleSpecification['layers'][number];

function area(layer: string, color: string): Drawn {
  const of = { source: 'streets', 'source-layer': layer };
  return { id: layer, type: 'fill', ...of, paint: { 'fill-color': color } };
}

function line(id: string, color: string, width: number): Drawn {
  const of = { source: 'streets', 'source-layer': 'road' };
  return { id, type: 'line', ...of, paint: { 'line-color': color, 'line-width': width } };
}

function feature({ vehicleId, fix }: LiveVehicle) {
  const coordinates = [fix?.longitude ?? 0, fix?.latitude ?? 0];
  const geometry = { type: 'Point' as const, coordinates };
  return { type: 'Feature' as const, id: Number(vehicleId.slice(3)), properties: {}, geometry };
}

/** MapLibre GL; rejects where there is no WebGL. */
export async function openMapLibre(element: HTMLElement): Promise<EmptyMap> {
  setWorkerUrl(workerUrl);
  const map = new MapLibreMap({
    ...{ container: element, style, attributionControl: false },
    center: [view.longitude, view.latitude],
    // Without a graphics card each pixel costs it, and a round takes over a minute. The page's own
    // part of the work is the same with few.
    pixelRatio: 0.25,
    // It counts zoom in tiles of 512 pixels.
    zoom: view.zoom - 1,
  });
  await new Promise<void>((resolve, reject) => {
    map.once('idle', () => {
      resolve();
    });
    map.once('error', ({ error }) => {
      reject(error);
    });
  });
  return { draw: (fleet) => drawFleet(map, fleet) };
}

function drawFleet(map: MapLibreMap, fleet: readonly LiveVehicle[]): Drawing {
  map.addSource('vehicles', {
    type: 'geojson',
    ...{ cluster: true, clusterRadius: 50, clusterMaxZoom: 14 },
    data: { type: 'FeatureCollection', features: fleet.map(feature) },
  });
  map.addLayer({
    id: 'vehicles',
    type: 'circle',
    source: 'vehicles',
    paint: {
      'circle-radius': ['case', ['has', 'point_count'], 16, 5],
      ...{ 'circle-color': '#2b6cb0', 'circle-stroke-color': '#ffffff', 'circle-stroke-width': 1 },
    },
  });
  const ready = new Promise<void>((resolve) => {
    const look = () => {
      if (!map.isSourceLoaded('vehicles')) return;
      map.off('render', look);
      void presented().then(resolve);
    };
    map.on('render', look);
  });
  return {
    ready,
    update: (changed) => {
      void map.getSource<GeoJSONSource>('vehicles')?.updateData({
        update: changed.map((vehicle) => {
          const { id, geometry } = feature(vehicle);
          return { id, newGeometry: geometry };
        }),
      });
    },
  };
}
