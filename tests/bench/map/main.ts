import { printResult, versionOf } from '../print-result';
import { at, middle, round } from '../quantiles';
import { contestants, type BenchPage, type Contestant, type Presented } from './contestants';
import { moved } from './fleet';
import { buildPage } from '../window/build-page';
import { openWindow, type BenchWindow } from '../window/open-window';
import { servePage } from '../window/serve';

/** What a map costs the page's main thread, ours beside Leaflet's own canvas, above street tiles. */

declare global {
  interface Window {
    bench: BenchPage;
  }
}

const ROUNDS = 5;
const sizes = [10_000, 50_000] as const;

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

async function measure(shown: BenchWindow, url: string, one: Contestant, vehicles: number) {
  const { page } = shown;
  await page.goto(url);
  await page.evaluate(() => window.bench.open());
  const firstDraw = await page.evaluate(
    ([contestant, count]) => window.bench.first(contestant, count),
    [one, vehicles] as const,
  );
  await page.evaluate(() => {
    Object.assign(window, { stopCounting: window.bench.countLongFrames() });
  });
  const figures: Figures = {
    firstDraw,
    drag: await taskTime(shown, () => drag(shown)),
    zoom: await taskTime(shown, () => zoom(shown)),
    move: await taskTime(shown, () => page.evaluate(() => window.bench.move())),
    longFrames: 0,
  };
  figures.longFrames = await page.evaluate(() =>
    (window as unknown as { stopCounting(): number }).stopCounting(),
  );
  const presented =
    one === 'fleetdesk' ? await page.evaluate(() => window.bench.watchMoves()) : null;
  return { figures, presented };
}

const server = await servePage(await buildPage('map'));
const bench = await openWindow();
const all = new Map<string, { figures: Figures[]; presented: Presented[] }>();
try {
  for (const vehicles of sizes) {
    for (let index = 0; index < ROUNDS; index += 1) {
      // In turns, and the other way round each time: a machine that slows down slows all alike.
      const turn = index % 2 === 0 ? contestants : contestants.toReversed();
      for (const one of turn) {
        const { figures, presented } = await measure(bench, server.url, one, vehicles);
        const key = `${one} ${vehicles}`;
        const known = all.get(key) ?? { figures: [], presented: [] };
        known.figures.push(figures);
        if (presented) known.presented.push(presented);
        all.set(key, known);
        console.error(
          `round ${index + 1}, ${key}: moves ${figures.move.toFixed(0)} ms, ` +
            `drags ${figures.drag.toFixed(0)} ms, zooms ${figures.zoom.toFixed(0)} ms`,
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
const ratio = (vehicles: number, ...names: (keyof Figures)[]): number => {
  const sum = (one: Contestant) =>
    names.reduce((total, name) => total + figureOf(one, vehicles, name), 0);
  return round(sum('fleetdesk') / sum('leafletCanvas'));
};
const presented = all.get('fleetdesk 10000')?.presented ?? [];

printResult('map', {
  aims: {
    moveTaskRatio10k: ratio(10_000, 'move'),
    moveTaskRatio50k: ratio(50_000, 'move'),
    dragZoomTaskRatio10k: ratio(10_000, 'drag', 'zoom'),
    longFrames10k: figureOf('fleetdesk', 10_000, 'longFrames'),
    presentedP95Ms10k: round(middle(presented.map(({ gaps }) => at(gaps, 0.95)))),
    moveToDrawnP95Ms10k: round(middle(presented.map(({ delays }) => at(delays, 0.95)))),
    firstDrawRatioBestPeer: ratio(10_000, 'firstDraw'),
  },
  figures: {
    targets: {
      ...{ moveTaskRatio10k: '<= 0.1', moveTaskRatio50k: '<= 0.05' },
      ...{ dragZoomTaskRatio10k: '<= 1', longFrames10k: '0', presentedP95Ms10k: '<= 50' },
      ...{ moveToDrawnP95Ms10k: '<= 100', firstDrawRatioBestPeer: '< 1' },
    },
    ...{ rounds: ROUNDS, window: '1280 × 800', streets: 'vector tiles of Chicago', moved },
    peers: contestants.slice(1),
    medians: Object.fromEntries(
      contestants.flatMap((one) =>
        sizes.map((vehicles) => [
          `${one}, ${vehicles} vehicles`,
          Object.fromEntries(
            (['firstDraw', 'move', 'drag', 'zoom', 'longFrames'] as const).map((name) => [
              name,
              round(figureOf(one, vehicles, name)),
            ]),
          ),
        ]),
      ),
    ),
  },
  versions: { window: bench.browser, leaflet: versionOf('leaflet') },
});
