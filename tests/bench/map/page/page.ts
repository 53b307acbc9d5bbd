import '@/ui/tokens.css';
import type { MapSourceState } from '@contract/map-sources';
import { createMap } from '@/map/core/create-map';
import { BasemapLayer } from '@/map/layers/basemap-layer';
import { VehicleLayer } from '@/map/layers/vehicle-layer';
import type { VehiclesReport } from '@/map/workers/vehicles/messages';
import { Canvas, CircleMarker, type Map as LeafletMap } from 'leaflet';
import type { BenchPage, Contestant, Presented } from '../contestants';
import { fleetInView, LEVEL, moved, movesOf, view } from '../fleet';

/** A fleet on the map, whatever draws it. */
interface Drawing {
  /** Resolves once all of it was presented. */
  ready: Promise<void>;
  update(changed: ReturnType<typeof movesOf>): void;
  remove(): void;
}

type Drawn = (report: Extract<VehiclesReport, { type: 'drawn' }>) => void;

const element = document.getElementById('map') as HTMLElement;
const map = createMap(element, { view });
const basemap = new BasemapLayer({ locale: 'en' });
let fleet: ReturnType<typeof fleetInView> = [];
let drawing: Drawing | null = null;
let onDrawn: Drawn | null = null;
let ours: VehicleLayer | null = null;

const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));

/** The frame that shows what was drawn by now has been handed on. */
async function presented(): Promise<void> {
  await frame();
  await frame();
}

/** The layer as the app uses it; its worker is asked for pictures as the app's is. */
function drawOurs(): Drawing {
  let isReady: () => void = () => undefined;
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
  ours = layer;
  const remove = map.add(layer);
  layer.setNames(fleet.map(({ vehicleId }, index) => [vehicleId, `ABC${index}`] as const));
  layer.update(fleet);
  return { ready, remove, update: (changed) => layer.update(changed) };
}

/** A marker for each vehicle, all on one canvas of Leaflet's. */
function drawWithLeaflet(leaflet: LeafletMap): Drawing {
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
    remove: () => {
      for (const marker of markers.values()) marker.remove();
      renderer.remove();
    },
  };
}

const draw: Record<Contestant, () => Drawing> = {
  fleetdesk: drawOurs,
  leafletCanvas: () => drawWithLeaflet(map.leaflet),
};

/** The street tiles that the benchmark serves. */
const streets: MapSourceState = {
  ...{ kind: 'pmtiles', id: 1, name: 'Streets', file: 'streets.pmtiles', attribution: '' },
  content: { form: 'vector', schema: 'mapboxStreets' },
  ...{ bounds: [-180, -85, 180, 85], minZoom: LEVEL, maxZoom: LEVEL },
  ...{ shown: true, readable: true, fault: null },
};

const page: BenchPage = {
  async open() {
    map.add(basemap);
    basemap.setSources([streets]);
    // Nothing tells when all tiles are drawn; the rest of a second without a new one is it.
    let count = -1;
    for (let rest = 0; rest < 10;) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      const now = performance.getEntriesByType('resource').length;
      rest = now === count ? rest + 1 : 0;
      count = now;
    }
  },
  async first(contestant, vehicles) {
    drawing?.remove();
    drawing = null;
    ours = null;
    fleet = fleetInView(vehicles);
    await presented();
    const began = performance.now();
    drawing = draw[contestant]();
    await drawing.ready;
    await presented();
    return performance.now() - began;
  },
  async move() {
    for (let index = 0; index < moved.frames; index += 1) {
      drawing?.update(movesOf(fleet, index));
      await frame();
    }
    await presented();
  },
  async watchMoves() {
    const told: Presented = { gaps: [], delays: [] };
    let waiting: number[] = [];
    let underway: number[] = [];
    let last: number | null = null;
    onDrawn = () => {
      const now = performance.now();
      if (last !== null) told.gaps.push(now - last);
      last = now;
      // This one may have been begun before the latest moves: they are in the next one for sure.
      told.delays.push(...underway.map((moved) => now - moved));
      underway = waiting;
      waiting = [];
    };
    ours?.tellDrawn();
    await presented();
    last = null;
    told.gaps.length = 0;
    for (let index = 0; index < moved.frames; index += 1) {
      waiting.push(performance.now());
      drawing?.update(movesOf(fleet, index));
      await frame();
    }
    await presented();
    onDrawn = null;
    return told;
  },
  countLongFrames() {
    let count = 0;
    const observer = new PerformanceObserver((list) => (count += list.getEntries().length));
    observer.observe({ type: 'long-animation-frame' });
    return () => {
      count += observer.takeRecords().length;
      observer.disconnect();
      return count;
    };
  },
};

Object.assign(window, { bench: page });
