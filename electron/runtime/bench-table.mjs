/** README's table of what the benchmarks measured, from the results that are kept. */

/**
 * A result that is kept.
 *
 * @typedef {object} KeptResult
 * @property {string} at the day on which it was measured
 * @property {Readonly<Record<string, number>>} aims
 * @property {Readonly<Record<string, string>>} targets
 * @property {import('./machine.mjs').Machine} machine
 * @property {Readonly<Record<string, string>>} versions
 *
 * @typedef {Readonly<Record<string, KeptResult>>} KeptResults by benchmark
 */

const BEGIN = '<!-- Written by "npm run -s bench NAME -- --keep". -->';
const END = '<!-- Written until here. -->';

/**
 * What each figure is, by benchmark and aim.
 * @type {Readonly<Record<string, Readonly<Record<string, string>>>>}
 */
const words = {
  alerts: { judgeRatioTurf: 'One fix judged against 1,000 zones, over a turf test of every zone' },
  budget: {
    admittedPerMinute: 'Calls a minute on a budget of 48, saturated',
    maxPer60s: 'Most calls in any 60 seconds, saturated',
  },
  freshness: {
    worstRatioToBound: 'Weighted age of positions in a day, over the least possible; worst case',
    maxPer60s: 'Most requests in any 60 seconds of that day',
    avoidableCapMisses: 'Vehicles that waited over an hour and need not have',
  },
  lists: {
    searchP95Ms: 'A search of 100,000 vehicles as it is typed, p95, ms',
    searchRawP95Ms: 'The same by plain statements, p95, ms',
    rowsRatioRaw: 'A hundred rows of a list, over plain statements',
    openRatioRaw: 'A list of 100,000 opened warm, over plain statements',
    scrollLongFrames: 'Frames over 50 ms while 100,000 rows are scrolled',
  },
  map: {
    moveTaskRatio10k: "10,000 vehicles moving, over Leaflet's canvas",
    moveTaskRatio50k: "50,000 vehicles moving, over Leaflet's canvas",
    dragZoomTaskRatio10k: 'Drags and zooms with 10,000 vehicles, over the best peer',
    longFrames10k: 'Frames over 50 ms in all of that with 10,000 vehicles',
    presentedP95Ms10k: 'From one drawn picture to the next, p95, ms',
    moveToDrawnP95Ms10k: 'From a move to its picture, p95, ms',
    firstDrawRatioBestPeer: 'First picture of 10,000 vehicles, over the best peer',
  },
  playback: {
    scrubScriptP95Ms: 'Script of a scrub through 86,400 fixes, p95, ms',
    scrubRatioTravelledLine: 'The same over a polyline whose travelled part is set again',
    presentedP95Ms: 'From a scrub to its picture, p95, ms',
    openRatioPolyline: 'A day of 86,400 fixes opened, over a plain polyline',
    monthOpenRatioPolyline: 'A month of 86,400 fixes opened, over a plain polyline',
    playingCoresOverDot: 'Processors used while a day plays at 60 ×, more than for a moving dot',
    monthPlayingCoresOverDot: 'The same of a month',
  },
  rest: {
    wakeUpsOverBare: 'Wake-ups a second at rest with the map open, over a bare window',
    wakeUpsOverBareOffline: 'The same while working offline',
  },
  start: {
    timeRatioBare: 'Start until the map shows 10,000 vehicles, over a bare window',
    paintRatioBare: 'Start until the window is painted, over a bare window',
    memoryOverBareMb: 'Memory of all processes with 10,000 vehicles, over a bare window, MB',
    time50kOver10k: 'Start until the map shows 50,000 vehicles, over 10,000',
    memory50kOverBareMb: 'Memory with 50,000 vehicles, over a bare window, MB',
  },
  store: {
    commitRatioRaw: '1,000 durable changes, over plain statements',
    loadRatioRaw: '100,000 records written, over plain statements',
  },
};

/**
 * @param {string} bench
 * @param {string} aim
 * @returns {string | undefined} what a figure is, in words
 */
export function wordsOf(bench, aim) {
  return words[bench]?.[aim];
}

/** @param {number} value */
function shown(value) {
  return value.toLocaleString('en', { maximumSignificantDigits: 3 });
}

/** @param {string | undefined} target */
function shownAim(target) {
  return (target ?? '').replace('<= ', '≤ ').replace('>= ', '≥ ');
}

/**
 * One line for all that was measured on the same machine.
 * @param {KeptResults} results
 */
function machinesOf(results) {
  /** @type {Map<string, string[]>} */
  const lines = new Map();
  for (const [name, { at, machine, versions }] of Object.entries(results)) {
    const { processor, processors, memoryGb, system } = machine;
    const runtime = [`Fleetdesk ${versions['fleetdesk'] ?? ''}`, `Node ${versions['node'] ?? ''}`];
    const line = `${at} on ${processor} (${processors} processors, ${memoryGb} GB), ${system}; ${runtime.join(', ')}`;
    lines.set(line, [...(lines.get(line) ?? []), name]);
  }
  return [...lines].map(
    ([line, names]) => `${names.map((each) => `\`${each}\``).join(', ')}: ${line}.`,
  );
}

/**
 * What was measured against, with its version.
 * @param {KeptResults} results
 */
function peersOf(results) {
  const all = Object.values(results).flatMap(({ versions }) => Object.entries(versions));
  const peers = new Map(all.filter(([name]) => name !== 'fleetdesk' && name !== 'node'));
  return [...peers].map(([name, version]) => (name === 'window' ? version : `${name} ${version}`));
}

/** @param {KeptResults} results */
function tableOf(results) {
  const peers = peersOf(results);
  const rows = Object.entries(results).flatMap(([bench, { aims, targets }]) =>
    Object.entries(aims).map(
      ([aim, value]) =>
        `| \`${bench}\` | ${wordsOf(bench, aim) ?? aim} | ${shown(value)} | ${shownAim(targets[aim])} |`,
    ),
  );
  if (rows.length === 0) return 'No result is kept yet.';
  return [
    '| Benchmark | Figure | Measured | Aim |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
    ...machinesOf(results),
    ...(peers.length === 0 ? [] : [`Beside them: ${peers.join(', ')}.`]),
  ].join('\n');
}

/**
 * README with its table as the kept results make it.
 * @param {string} readme
 * @param {KeptResults} results
 */
export async function withTable(readme, results) {
  const [from, until] = [readme.indexOf(BEGIN), readme.indexOf(END)];
  if (from < 0 || until < from) throw new Error('README has no place for the table.');
  const text = `${readme.slice(0, from)}${BEGIN}\n\n${tableOf(results)}\n\n${readme.slice(until)}`;
  const { format } = await import('prettier');
  return format(text, { parser: 'markdown', printWidth: 100 });
}
