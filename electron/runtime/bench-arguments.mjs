import { Arguments } from './arguments.mjs';

/** The arguments of `npm run -s bench …`. */

/** What each benchmark measures. */
const benchmarks = new Map([
  [
    'alerts',
    `one fix judged against 1,000 zones, with the way since the fix before, beside a test of
            every zone with turf; medians of seven rounds`,
  ],
  [
    'budget',
    `how much of the request budget a saturated app uses on every lane, and whether any
            60 seconds ever hold more than the limit; ten minutes on a virtual clock`,
  ],
  [
    'freshness',
    `how old what is known of 60 to 2,000 vehicles gets in a day, weighted, over the least
            that as many looks allow; on a virtual clock, with failures and other lanes at work`,
  ],
  [
    'lists',
    `searching and reading rows of 100,000 vehicles with their people and devices, beside
            the same questions by plain statements on a copy of the file; five rounds; and
            scrolling through all of them with a mouse wheel, in a window; three rounds`,
  ],
  [
    'map',
    `what 10,000 and 50,000 vehicles above street tiles cost the page, beside Leaflet's
            own canvas and, with 10,000, leaflet.markercluster and MapLibre GL: moves, drags, zooms,
            first picture; medians of five rounds in a window`,
  ],
  [
    'playback',
    `opening a day of 86,400 fixes and scrubbing through it, beside a Leaflet polyline whose
            travelled part is set again at each scrub; playing it, beside a dot that moves; medians
            of five rounds in a window`,
  ],
  [
    'rest',
    `how often all processes wake with the map of 500 vehicles open and nobody at work,
            beside a bare window at the same time: with a service, and working offline`,
  ],
  [
    'start',
    `how long a start takes until the map shows 10,000 and 50,000 vehicles that an earlier
            run kept, and its memory, beside a bare window; and until the window is shown, from the
            clone and, where "npm run package" has made one, as a package; medians of five rounds`,
  ],
  [
    'store',
    `1,000 durable changes and the loading of 100,000 records, beside the same rows by
            plain statements; medians of seven rounds`,
  ],
]);

export const benchmarkNames = [...benchmarks.keys()];

/** Benchmarks that need a window. */
export const windowedBenchmarks = new Set(['lists', 'map', 'playback', 'rest', 'start']);

/** Those of them that start the app itself. */
export const appBenchmarks = new Set(['rest', 'start']);

/** Those whose windows are open at the same time, with how many there are. */
export const windowsAtOnce = new Map([['rest', 3]]);

/** Benchmarks on a virtual clock: a busy machine changes none of their figures. */
export const virtualBenchmarks = new Set(['budget', 'freshness']);

export const BENCH_USAGE = `Usage: npm run -s bench NAME [-- --keep]

${[...benchmarks].map(([name, text]) => `  ${name.padEnd(10)}${text}`).join('\n')}

  --keep  keeps the result and updates README's table, unless the machine was busy
  --help  this text

A window is Electron's, or that of a Chromium whose path FLEETDESK_CHROMIUM holds.

The last line on stdout is one JSON object:
  bench     the name
  aims      the figures that have an aim, as they were measured
  figures   their targets, what was measured on the way, and how (rounds, seed, sizes),
            on which machine, and a sentence where it was busy with something else
  versions  Fleetdesk, Node, and what was measured against`;

/**
 * @param {readonly string[]} args
 * @returns {{name: string, keep: boolean}} a benchmark, and whether its result is kept
 */
export function parseBenchArguments(args) {
  const given = new Arguments(args, 'npm run -s bench --');
  /** @type {string | undefined} */
  let name;
  let keep = false;
  for (let each = given.next(); each !== undefined; each = given.next()) {
    const { whole } = each;
    if (whole === '--keep') keep = true;
    else if (whole.startsWith('-') || name !== undefined) throw given.unknown(each);
    else if (benchmarks.has(whole)) name = whole;
    else {
      throw given.wrong(`There is no benchmark ${whole}; there are ${benchmarkNames.join(', ')}.`);
    }
  }
  if (name === undefined) throw given.wrong('No benchmark was named.', BENCH_USAGE);
  return { name, keep };
}
