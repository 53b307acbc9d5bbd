import { printResult, versionOf } from '../print-result';
import { at, middle, round } from '../quantiles';
import {
  contestants,
  type BenchPage,
  type Contestant,
  type LongFrame,
  type Presented,
} from './contestants';
import { MOVED } from './fleet';
import { buildPage } from '../window/build-page';
import { openWindow, type BenchWindow } from '../window/open-window';
import { servePage } from '../window/serve';

/**
 * What a map costs the page's main thread, ours beside Leaflet's own canvas, its plugin that
 * clusters, and MapLibre GL with a clustered source, each above the same street tiles.
 */

declare global {
  interface Window {
    bench: BenchPage;
    endWatch: () => LongFrame[];
  }
}

const ROUNDS = 5;
/** Frames in which ours says what it presents. */
const WATCHED = 120;
/**
 * A fleet, who is measured with it, in how many frames its vehicles move (a frame of Leaflet's takes
 * up to half a second), and whether a person looks around before.
 */
interface Size {
  vehicles: number;
  who: readonly Contestant[];
  frames: number;
  looksAround: boolean;
}

const sizes: readonly Size[] = [
  { vehicles: 10_000, who: contestants, frames: 40, looksAround: true },
  { vehicles: 50_000, who: ['fleetdesk', 'leafletCanvas'], frames: 15, looksAround: false },
];

/** What one round on one map took. */
interface Figures {
  /** Milliseconds until the whole fleet was presented first. */
  firstDraw: number;
  /** Main-thread milliseconds of the part that moves vehicles, of the drags and of the zooms. */
  move: number;
  drag: number;
  zoom: number;
  /** Frames over 50 ms in all parts. */
  longFrames: number;
  /** Milliseconds of all processes together, from the first picture to the end of the parts. */
  cpu: number;
}

/** All that was measured of one map with one fleet. */
interface Measured {
  figures: Figures[];
  presented: Presented[];
  longest: LongFrame[];
}

/** A part of the work, in main-thread milliseconds. */
async function taskTime({ busySeconds }: BenchWindow, part: () => Promise<void>): Promise<number> {
  const before = await busySeconds();
  await part();
  return ((await busySeconds()) - before) * 1000;
}

/** As a person who looks around: each drag lets go at once, so that nothing glides on. */
async function drag({ page }: BenchWindow): Promise<void> {
  for (let index = 0; index < 6; index += 1) {
    const way = index % 2 === 0 ? 1 : -1;
    await page.mouse.move(640, 400);
    await page.mouse.down();
    await page.mouse.move(640 + way * 180, 400 + way * 90, { steps: 20 });
    await page.waitForTimeout(120);
    await page.mouse.up();
  }
}

async function zoom({ page }: BenchWindow): Promise<void> {
  await page.mouse.move(640, 400);
  for (let index = 0; index < 6; index += 1) {
    await page.mouse.wheel(0, index % 2 === 0 ? 120 : -120);
    await page.waitForTimeout(500);
  }
}

const nothing = () => Promise.resolve();

/** One round; a text where the map can't be shown on this machine. */
async function measure(
  shown: BenchWindow,
  url: string,
  { one, vehicles, frames, looksAround }: Omit<Size, 'who'> & { one: Contestant },
) {
  const { page } = shown;
  await page.goto(url);
  const fault = await page.evaluate((contestant) => window.bench.open(contestant), one);
  if (fault !== null) return fault;
  const began = await shown.cpuSeconds();
  const firstDraw = await page.evaluate((count) => window.bench.first(count), vehicles);
  await page.evaluate(() => {
    window.endWatch = window.bench.watchLongFrames();
  });
  const parts = {
    drag: await taskTime(shown, looksAround ? () => drag(shown) : nothing),
    zoom: await taskTime(shown, looksAround ? () => zoom(shown) : nothing),
    move: await taskTime(shown, () => page.evaluate((count) => window.bench.move(count), frames)),
  };
  const long = await page.evaluate(() => window.endWatch());
  const cpu = ((await shown.cpuSeconds()) - began) * 1000;
  const figures: Figures = { firstDraw, ...parts, longFrames: long.length, cpu };
  const isWatched = one === 'fleetdesk' && looksAround;
  const presented = isWatched
    ? await page.evaluate((count) => window.bench.watchMoves(count), WATCHED)
    : null;
  return { figures, presented, long };
}

const server = await servePage(await buildPage('map'));
const bench = await openWindow();
const all = new Map<string, Measured>();
const faults = new Map<Contestant, string>();
try {
  for (const { vehicles, who, ...rest } of sizes) {
    for (let index = 0; index < ROUNDS; index += 1) {
      // In turns, and the other way round each time: a machine that slows down slows all alike.
      for (const one of index % 2 === 0 ? who : who.toReversed()) {
        if (faults.has(one)) continue;
        const found = await measure(bench, server.url, { one, vehicles, ...rest });
        const key = `${one} ${vehicles}`;
        if (typeof found === 'string') {
          faults.set(one, found);
          console.error(`${key}: can't be shown here: ${found}`);
          continue;
        }
        const { figures, presented, long } = found;
        const known = all.get(key) ?? { figures: [], presented: [], longest: [] };
        known.figures.push(figures);
        if (presented) known.presented.push(presented);
        known.longest = [...known.longest, ...long].sort((a, b) => b.total - a.total).slice(0, 3);
        all.set(key, known);
        console.error(
          `round ${index + 1}, ${key}: first picture ${figures.firstDraw.toFixed(0)} ms, ` +
            `moves ${figures.move.toFixed(0)} ms, drags ${figures.drag.toFixed(0)} ms, ` +
            `zooms ${figures.zoom.toFixed(0)} ms, long frames ${figures.longFrames}`,
        );
      }
    }
  }
} finally {
  await bench.close();
  server.close();
}

const figureOf = (one: Contestant, vehicles: number, name: keyof Figures): number =>
  middle((all.get(`${one} ${vehicles}`)?.figures ?? []).map((each) => each[name]));
const sumOf = (one: Contestant, vehicles: number, names: readonly (keyof Figures)[]): number =>
  names.reduce((total, name) => total + figureOf(one, vehicles, name), 0);
const moveRatio = (vehicles: number): number =>
  round(sumOf('fleetdesk', vehicles, ['move']) / sumOf('leafletCanvas', vehicles, ['move']));
const peers = contestants.slice(1).filter((one) => !faults.has(one));
/** Ours over the one of the others that takes least. */
const overBest = (...names: (keyof Figures)[]): number =>
  round(
    sumOf('fleetdesk', 10_000, names) / Math.min(...peers.map((one) => sumOf(one, 10_000, names))),
  );
const presented = all.get('fleetdesk 10000')?.presented ?? [];
const lookedAround = ['firstDraw', 'move', 'drag', 'zoom', 'longFrames', 'cpu'] as const;
const moveAlone = ['firstDraw', 'move', 'longFrames', 'cpu'] as const;

printResult('map', {
  aims: {
    moveTaskRatio10k: moveRatio(10_000),
    moveTaskRatio50k: moveRatio(50_000),
    dragZoomTaskRatio10k: overBest('drag', 'zoom'),
    longFrames10k: figureOf('fleetdesk', 10_000, 'longFrames'),
    presentedP95Ms10k: round(middle(presented.map(({ gaps }) => at(gaps, 0.95)))),
    moveToDrawnP95Ms10k: round(middle(presented.map(({ delays }) => at(delays, 0.95)))),
    firstDrawRatioBestPeer: overBest('firstDraw'),
  },
  figures: {
    targets: {
      ...{ moveTaskRatio10k: '<= 0.1', moveTaskRatio50k: '<= 0.05' },
      ...{ dragZoomTaskRatio10k: '<= 1', longFrames10k: '0', presentedP95Ms10k: '<= 50' },
      ...{ moveToDrawnP95Ms10k: '<= 100', firstDrawRatioBestPeer: '< 1' },
    },
    ...{ rounds: ROUNDS, window: '1280 × 800' },
    movedInEachFrame: MOVED,
    frames: Object.fromEntries(sizes.map(({ vehicles, frames }) => [vehicles, frames])),
    streets:
      'vector tiles of Chicago; MapLibre GL draws their roads and areas itself, without buildings and names, in a 16th of the pixels',
    peers,
    ...(faults.size > 0 && { notShown: Object.fromEntries(faults) }),
    medians: Object.fromEntries(
      sizes.flatMap(({ vehicles, who, looksAround }) =>
        who
          .filter((one) => !faults.has(one))
          .map((one) => [
            `${one}, ${vehicles} vehicles`,
            Object.fromEntries(
              (looksAround ? lookedAround : moveAlone).map((name) => [
                name,
                round(figureOf(one, vehicles, name)),
              ]),
            ),
          ]),
      ),
    ),
    longestFrames10k: all.get('fleetdesk 10000')?.longest ?? [],
  },
  versions: {
    window: bench.browser,
    leaflet: versionOf('leaflet'),
    'leaflet.markercluster': versionOf('leaflet.markercluster'),
    'maplibre-gl': versionOf('maplibre-gl'),
  },
});
