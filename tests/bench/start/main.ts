import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { seedFolder } from '../../seeded-store/seed-folder';
import { printResult } from '../print-result';
import { middle, round } from '../quantiles';
import { measureStart, type Started } from './measure-start';
import { windowTimes } from './window-shown';

/**
 * What a start takes with 10,000 and with 50,000 vehicles that an earlier run has kept, beside a
 * bare window of the same Electron that draws one canvas. They take turns.
 */

const ROUNDS = 5;
/** Memory is measured once a start has come to rest, ms. */
const REST = 60_000;

const contestants = { bare: 0, 'fleet of 10,000': 10_000, 'fleet of 50,000': 50_000 } as const;
type Contestant = keyof typeof contestants;
const names = Object.keys(contestants) as Contestant[];

const folder = await mkdtemp(path.join(tmpdir(), 'fleetdesk-start-'));
const folderOf = (name: Contestant) => path.join(folder, String(contestants[name]));
const services: { close(): Promise<void> }[] = [];
const found = new Map<Contestant, Started[]>(names.map((name) => [name, []]));

/** Starts one; its memory is measured in the last round, since that takes a minute. */
async function start(name: Contestant, round: number): Promise<void> {
  const vehicles = contestants[name];
  const started = await measureStart({
    program: vehicles === 0 ? path.resolve('tests/bench/start/bare.mjs') : path.resolve('.'),
    folder: folderOf(name),
    vehicles,
    restFor: round === ROUNDS ? REST : 0,
  });
  // The first start of each reads the program from the disk and does not count.
  if (round > 0) found.get(name)?.push(started);
  console.error(
    `round ${round}, ${name}: painted after ${started.painted.toFixed(0)} ms,` +
      ` ready after ${started.ready.toFixed(0)} ms, ${started.memoryMb.toFixed(0)} MB`,
  );
}

try {
  for (const name of names) {
    if (contestants[name] === 0) continue;
    console.error(`filling the store of a ${name} …`);
    services.push(await seedFolder(folderOf(name), contestants[name]));
  }
  for (let turn = 0; turn <= ROUNDS; turn += 1) {
    for (const name of turn % 2 === 0 ? names : names.toReversed()) await start(name, turn);
  }
} finally {
  await Promise.all(services.map((service) => service.close()));
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

const of = (name: Contestant, what: 'painted' | 'ready'): number =>
  middle((found.get(name) ?? []).map((started) => started[what]));
const memoryOf = (name: Contestant): number => found.get(name)?.at(-1)?.memoryMb ?? NaN;
const [small, large] = ['fleet of 10,000', 'fleet of 50,000'] as const;

printResult('start', {
  aims: {
    timeRatioBare: round(of(small, 'ready') / of('bare', 'ready')),
    paintRatioBare: round(of(small, 'painted') / of('bare', 'painted')),
    memoryOverBareMb: Math.round(memoryOf(small) - memoryOf('bare')),
    time50kOver10k: round(of(large, 'ready') / of(small, 'ready')),
    memory50kOverBareMb: Math.round(memoryOf(large) - memoryOf('bare')),
  },
  figures: {
    targets: {
      ...{ timeRatioBare: '<= 2.5', paintRatioBare: '<= 1.5', memoryOverBareMb: '<= 150' },
      ...{ time50kOver10k: '<= 4', memory50kOverBareMb: '<= 350' },
    },
    rounds: ROUNDS,
    medians: Object.fromEntries(
      names.map((name) => [
        name,
        {
          paintedMs: Math.round(of(name, 'painted')),
          readyMs: Math.round(of(name, 'ready')),
          memoryMb: Math.round(memoryOf(name)),
        },
      ]),
    ),
    windowShownMs: await windowTimes(ROUNDS),
  },
  versions: { window: found.get('bare')?.at(-1)?.browser ?? '' },
});
