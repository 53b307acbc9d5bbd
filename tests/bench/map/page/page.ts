import { watchLongFrames } from '../../window/long-frames';
import type { BenchPage, Contestant, LongFrame, Presented } from '../contestants';
import { fleetInView, movesOf } from '../fleet';
import { frame, presented, type Drawing, type EmptyMap } from './drawing';
import type { OurDrawing } from './on-leaflet';

const element = document.getElementById('map') as HTMLElement;
let fleet: ReturnType<typeof fleetInView> = [];
let map: EmptyMap | null = null;
let drawing: Drawing | null = null;
let ours: OurDrawing | null = null;
/** Frames in which vehicles moved. */
let moved = 0;

/** Each is loaded by its own page alone, so that none weighs on another. */
const open: Record<Contestant, () => Promise<EmptyMap>> = {
  async fleetdesk() {
    const { openStreets, drawOurs } = await import('./on-leaflet');
    const streets = await openStreets(element);
    return { draw: (vehicles) => (ours = drawOurs(streets, vehicles)) };
  },
  async leafletCanvas() {
    const { openStreets, drawOnCanvas } = await import('./on-leaflet');
    const streets = await openStreets(element);
    return { draw: (vehicles) => drawOnCanvas(streets, vehicles) };
  },
  async markerCluster() {
    const { openStreets } = await import('./on-leaflet');
    const { drawClusters } = await import('./marker-cluster');
    const streets = await openStreets(element);
    return { draw: (vehicles) => drawClusters(streets, vehicles) };
  },
  async maplibre() {
    const { openMapLibre } = await import('./maplibre');
    return openMapLibre(element);
  },
};

const page: BenchPage = {
  async open(contestant) {
    try {
      map = await open[contestant]();
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  },
  async first(vehicles) {
    fleet = fleetInView(vehicles);
    await presented();
    const began = performance.now();
    drawing = map?.draw(fleet) ?? null;
    await drawing?.ready;
    await presented();
    return performance.now() - began;
  },
  async move(frames) {
    for (let index = 0; index < frames; index += 1) {
      drawing?.update(movesOf(fleet, moved++));
      await frame();
    }
    await presented();
  },
  async watchMoves(frames) {
    const told: Presented = { gaps: [], delays: [] };
    let waiting: number[] = [];
    let underway: number[] = [];
    let last: number | null = null;
    ours?.tellDrawn(() => {
      const now = performance.now();
      if (last !== null) told.gaps.push(now - last);
      last = now;
      // This one may have been begun before the latest moves: they are in the next one for sure.
      told.delays.push(...underway.map((begun) => now - begun));
      underway = waiting;
      waiting = [];
    });
    await presented();
    last = null;
    told.gaps.length = 0;
    for (let index = 0; index < frames; index += 1) {
      waiting.push(performance.now());
      drawing?.update(movesOf(fleet, moved++));
      await frame();
    }
    await presented();
    ours?.tellDrawn(null);
    return told;
  },
  watchLongFrames() {
    const end = watchLongFrames();
    return () => (end() as LongAnimationFrame[]).map(told);
  },
};

/** As https://w3c.github.io/long-animation-frames tells it. */
interface LongAnimationFrame extends PerformanceEntry {
  renderStart: number;
  styleAndLayoutStart: number;
  scripts: { duration: number; invoker: string; sourceFunctionName: string; sourceURL: string }[];
}

function told(entry: LongAnimationFrame): LongFrame {
  const end = entry.startTime + entry.duration;
  const render = entry.renderStart || end;
  const layout = entry.styleAndLayoutStart || end;
  const [script] = entry.scripts.toSorted((a, b) => b.duration - a.duration);
  const words = script && [script.invoker, script.sourceFunctionName, Math.round(script.duration)];
  return {
    total: Math.round(entry.duration),
    tasks: Math.round(render - entry.startTime),
    render: Math.round(layout - render),
    layout: Math.round(end - layout),
    script: words?.join(' ') ?? '',
  };
}

Object.assign(window, { bench: page });
