import { printResult, versionOf } from '../print-result';
import { at, middle, round } from '../quantiles';
import { buildPage } from '../window/build-page';
import { openWindow, type BenchWindow } from '../window/open-window';
import { servePage } from '../window/serve';
import { contestants, type BenchPage, type Contestant, type Scrubs } from './contestants';

/**
 * What it takes to open 86,400 fixes, a day or a month of them, and to scrub through them, beside
 * a Leaflet polyline whose travelled part is set again at each scrub; and to play them at 60 times
 * real time, beside a bare page that moves a dot.
 */

declare global {
  interface Window {
    replayBench: BenchPage;
  }
}

const ROUNDS = 5;
const SCRUBS = 80;
/** How long the use of the processor is measured while something plays. */
const PLAY_SECONDS = 4;
/** Seconds between two fixes. */
const spans = { day: 1, month: 30 } as const;
type Span = keyof typeof spans;

interface Round extends Scrubs {
  /** Milliseconds from the arrival of the day to its line. */
  open: number;
  /** Processors that all processes were using while it played; none for what does not play. */
  cores: number | null;
}

/** Processors that all processes of the window use now. */
async function coresOf({ page, cpuSeconds }: BenchWindow): Promise<number> {
  const [began, before] = [performance.now(), await cpuSeconds()];
  await page.waitForTimeout(PLAY_SECONDS * 1000);
  const used = (await cpuSeconds()) - before;
  return used / ((performance.now() - began) / 1000);
}

/** A page that moves a dot and does nothing else. */
async function measureDot(bench: BenchWindow, url: string): Promise<number> {
  await bench.page.goto(url);
  await bench.page.evaluate(() => {
    window.replayBench.moveDot();
  });
  await bench.page.waitForTimeout(1000);
  return coresOf(bench);
}

async function measure(
  bench: BenchWindow,
  { url, one, span }: { url: string; one: Contestant; span: Span },
): Promise<Round> {
  const { page } = bench;
  await page.goto(url);
  await page.evaluate((contestant) => window.replayBench.open(contestant), one);
  const open = await page.evaluate((seconds) => window.replayBench.arrive(seconds), spans[span]);
  const axis = await page.evaluate(() => window.replayBench.axis());
  if (axis !== null) {
    await page.mouse.move(axis.x, axis.y);
    await page.mouse.down();
  }
  const scrubs = await page.evaluate((times) => window.replayBench.scrub(times), SCRUBS);
  if (axis === null) return { open, ...scrubs, cores: null };
  await page.mouse.up();
  await page.evaluate(() => window.replayBench.play());
  return { open, ...scrubs, cores: await coresOf(bench) };
}

const server = await servePage(await buildPage('playback'));
const bench = await openWindow();
const rounds = new Map<string, Round[]>();
const dots: number[] = [];
const roundsOf = (span: Span, one: Contestant): Round[] => rounds.get(`${span} ${one}`) ?? [];
try {
  for (const span of Object.keys(spans) as Span[]) {
    for (let index = 0; index < ROUNDS; index += 1) {
      // In turns, and the other way round each time: a machine that slows down slows all alike.
      for (const one of index % 2 === 0 ? contestants : contestants.toReversed()) {
        const found = await measure(bench, { url: server.url, one, span });
        rounds.set(`${span} ${one}`, [...roundsOf(span, one), found]);
        console.error(
          `${span}, round ${index + 1}, ${one}: open ${found.open.toFixed(0)} ms, ` +
            `scrub ${at(found.script, 0.95).toFixed(1)} ms of script (p95), ` +
            `next frame ${at(found.presented, 0.95).toFixed(0)} ms (p95)` +
            (found.cores === null ? '' : `, playing ${found.cores.toFixed(2)} cores`),
        );
      }
      // The dot is the same whatever the fixes are.
      if (span !== 'day') continue;
      const dot = await measureDot(bench, server.url);
      dots.push(dot);
      console.error(`${span}, round ${index + 1}, dot: ${dot.toFixed(2)} cores`);
    }
  }
} finally {
  await bench.close();
  server.close();
}

const openOf = (span: Span, one: Contestant): number =>
  middle(roundsOf(span, one).map(({ open }) => open));
const playingOf = (span: Span): number =>
  middle(roundsOf(span, 'fleetdesk').map(({ cores }) => cores ?? NaN));
const p95Of = (span: Span, one: Contestant, name: keyof Scrubs): number =>
  middle(roundsOf(span, one).map((each) => at(each[name], 0.95)));
const ratiosOf = (span: Span) => ({
  scrubScriptP95Ms: round(p95Of(span, 'fleetdesk', 'script')),
  scrubRatioTravelledLine: round(
    p95Of(span, 'fleetdesk', 'script') / p95Of(span, 'polyline', 'script'),
  ),
  presentedP95Ms: round(p95Of(span, 'fleetdesk', 'presented')),
  openRatioPolyline: round(openOf(span, 'fleetdesk') / openOf(span, 'polyline')),
  playingCoresOverDot: round(playingOf(span) - middle(dots)),
});
const mediansOf = (span: Span) =>
  Object.fromEntries(
    contestants.map((one) => [
      one,
      {
        openMs: round(openOf(span, one)),
        scrubScriptP95Ms: round(p95Of(span, one, 'script')),
        presentedP95Ms: round(p95Of(span, one, 'presented')),
      },
    ]),
  );

const month = ratiosOf('month');
printResult('playback', {
  aims: {
    ...ratiosOf('day'),
    monthOpenRatioPolyline: month.openRatioPolyline,
    monthPlayingCoresOverDot: month.playingCoresOverDot,
  },
  figures: {
    targets: {
      ...{ scrubScriptP95Ms: '<= 4', scrubRatioTravelledLine: '<= 0.1' },
      ...{ presentedP95Ms: '<= 50', openRatioPolyline: '<= 0.33', playingCoresOverDot: '<= 0.25' },
      ...{ monthOpenRatioPolyline: '<= 0.33', monthPlayingCoresOverDot: '<= 0.25' },
    },
    ...{ rounds: ROUNDS, scrubs: ROUNDS * SCRUBS, window: '1280 × 800', fixes: 86_400 },
    ...{ playSeconds: PLAY_SECONDS, dotCores: round(middle(dots)) },
    month,
    medians: { day: mediansOf('day'), month: mediansOf('month') },
  },
  versions: { window: bench.browser, leaflet: versionOf('leaflet') },
});
