import { printResult, versionOf } from '../print-result';
import { at, middle, round } from '../quantiles';
import { buildPage } from '../window/build-page';
import { openWindow, type BenchWindow } from '../window/open-window';
import { servePage } from '../window/serve';
import { contestants, type BenchPage, type Contestant, type Scrubs } from './contestants';

/**
 * What it takes to open a day of 86,400 fixes, and to scrub through it, beside a Leaflet polyline
 * whose travelled part is set again at each scrub.
 */

declare global {
  interface Window {
    replayBench: BenchPage;
  }
}

const ROUNDS = 5;
const SCRUBS = 200;

interface Round extends Scrubs {
  /** Milliseconds from the arrival of the day to its line. */
  open: number;
}

async function measure({ page }: BenchWindow, url: string, one: Contestant): Promise<Round> {
  await page.goto(url);
  await page.evaluate((contestant) => window.replayBench.open(contestant), one);
  const open = await page.evaluate(() => window.replayBench.arrive());
  const axis = await page.evaluate(() => window.replayBench.axis());
  if (axis !== null) {
    await page.mouse.move(axis.x, axis.y);
    await page.mouse.down();
  }
  const scrubs = await page.evaluate((times) => window.replayBench.scrub(times), SCRUBS);
  if (axis !== null) await page.mouse.up();
  return { open, ...scrubs };
}

const server = await servePage(await buildPage('playback'));
const bench = await openWindow();
const rounds: Record<Contestant, Round[]> = { fleetdesk: [], polyline: [] };
try {
  for (let index = 0; index < ROUNDS; index += 1) {
    // In turns, and the other way round each time: a machine that slows down slows all alike.
    for (const one of index % 2 === 0 ? contestants : contestants.toReversed()) {
      const found = await measure(bench, server.url, one);
      rounds[one].push(found);
      console.error(
        `round ${index + 1}, ${one}: open ${found.open.toFixed(0)} ms, ` +
          `scrub ${at(found.script, 0.95).toFixed(1)} ms of script (p95), ` +
          `next frame ${at(found.presented, 0.95).toFixed(0)} ms (p95)`,
      );
    }
  }
} finally {
  await bench.close();
  server.close();
}

const openOf = (one: Contestant): number => middle(rounds[one].map(({ open }) => open));
const p95Of = (one: Contestant, name: keyof Scrubs): number =>
  middle(rounds[one].map((each) => at(each[name], 0.95)));

printResult('playback', {
  aims: {
    scrubScriptP95Ms: round(p95Of('fleetdesk', 'script')),
    scrubRatioTravelledLine: round(p95Of('fleetdesk', 'script') / p95Of('polyline', 'script')),
    presentedP95Ms: round(p95Of('fleetdesk', 'presented')),
    openRatioPolyline: round(openOf('fleetdesk') / openOf('polyline')),
  },
  figures: {
    targets: {
      ...{ scrubScriptP95Ms: '<= 4', scrubRatioTravelledLine: '<= 0.1' },
      ...{ presentedP95Ms: '<= 50', openRatioPolyline: '<= 0.33' },
    },
    ...{ rounds: ROUNDS, scrubs: ROUNDS * SCRUBS, window: '1280 × 800', fixes: 86_400 },
    medians: Object.fromEntries(
      contestants.map((one) => [
        one,
        {
          openMs: round(openOf(one)),
          scrubScriptP95Ms: round(p95Of(one, 'script')),
          presentedP95Ms: round(p95Of(one, 'presented')),
        },
      ]),
    ),
  },
  versions: { window: bench.browser, leaflet: versionOf('leaflet') },
});
