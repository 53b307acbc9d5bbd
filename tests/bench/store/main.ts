import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dependencies } from '../../../package.json';
import { openWorkerStore } from '@adapters/store/worker-store';
import type { ToldRecord } from '@core/ports/store';
import { buildPrograms } from '../../integration/store/built';
import { printResult } from '../print-result';
import { makeChange, makeVehicles } from './fleet';
import { RawStore } from './raw-store';

/**
 * What the store costs beside plain statements: through its worker, each commit awaited, as the
 * app uses it. Both write the same rows to files of the same schema, with the same pragmas and
 * batches.
 */

const SEED = 1;
const VEHICLES = 100_000;

/** A page of the service's lists. */
const BATCH = 100;
const CHANGES = 1_000;
/** Turns that both take in each half of a round. */
const SLICES = 50;

const ROUNDS = 7;
const RATIO_AIM = 1.5;

interface Times {
  /** Milliseconds for all vehicles. */
  load: number;
  /** Milliseconds for all changes. */
  commits: number;
}

const key = randomBytes(32).toString('hex');
const folder = mkdtempSync(join(tmpdir(), 'fleetdesk-bench-'));
const programs = await buildPrograms();

/**
 * One round: both stores take a slice by turns, and each is the first every other time, so that
 * the machine's moods meet both alike, and neither always pays for what the other one left.
 */
async function measure(
  vehicles: readonly ToldRecord[],
  number: number,
): Promise<{ ours: Times; raw: Times }> {
  const paths = { ours: join(folder, `${number}.db`), raw: join(folder, `${number}.raw.db`) };
  const store = await openWorkerStore(programs.startStoreWorker, paths.ours, key);
  const plain = new RawStore(paths.raw, key, vehicles);
  const ours: Times = { load: 0, commits: 0 };
  const raw: Times = { load: 0, commits: 0 };
  for (const [turn, slice] of slicesOf(vehicles, VEHICLES / SLICES).entries()) {
    await byTurns(turn, [
      async () => {
        ours.load += await timed(async () => {
          for (const records of slicesOf(slice, BATCH)) {
            await store.commit([{ kind: 'told', collection: 'vehicles', records, pass: 1, at: 1 }]);
          }
        });
      },
      async () => {
        raw.load += await timed(() => {
          for (const records of slicesOf(slice, BATCH)) plain.load(records);
        });
      },
    ]);
  }
  const changes = changed(vehicles).map((vehicle, index) => {
    const [pending, entry] = makeChange(vehicle, index);
    return { pending, entry, words: plain.wordsAfter(entry) };
  });
  for (const [turn, slice] of slicesOf(changes, CHANGES / SLICES).entries()) {
    await byTurns(turn, [
      async () => {
        ours.commits += await timed(async () => {
          for (const { pending, entry } of slice) {
            await store.commit([pending, { kind: 'entry', entry }]);
          }
        });
      },
      async () => {
        raw.commits += await timed(() => {
          for (const { entry, words } of slice) plain.change(entry, words);
        });
      },
    ]);
  }
  await store.close();
  plain.close();
  for (const path of Object.values(paths)) rmSync(path, { force: true });
  return { ours, raw };
}

async function byTurns(
  turn: number,
  [one, other]: readonly [() => Promise<void>, () => Promise<void>],
): Promise<void> {
  for (const work of turn % 2 === 0 ? [one, other] : [other, one]) await work();
}

function slicesOf<T>(values: readonly T[], length: number): T[][] {
  const slices: T[][] = [];
  for (let from = 0; from < values.length; from += length) {
    slices.push(values.slice(from, from + length));
  }
  return slices;
}

/** Vehicles all over the file. */
function changed(vehicles: readonly ToldRecord[]): ToldRecord[] {
  return vehicles.filter((_, index) => index % (VEHICLES / CHANGES) === 0);
}

async function timed(work: () => Promise<void> | void): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function rounded(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}

const vehicles = makeVehicles(VEHICLES, SEED);
const rounds: { ours: Times; raw: Times }[] = [];
try {
  for (let round = 1; round <= ROUNDS; round += 1) {
    const { ours, raw } = await measure(vehicles, round);
    rounds.push({ ours, raw });
    console.error(
      `round ${round}: load ${ours.load.toFixed(0)} ms, raw ${raw.load.toFixed(0)} ms; ` +
        `${CHANGES} commits ${ours.commits.toFixed(0)} ms, raw ${raw.commits.toFixed(0)} ms`,
    );
  }
} finally {
  programs.remove();
  rmSync(folder, { recursive: true, force: true });
}

const medianOf = (pick: (round: (typeof rounds)[number]) => number): number =>
  median(rounds.map(pick));

/** How far our rounds lay from plain statements, the nearest and the farthest. */
function spread(of: keyof Times): [number, number] {
  const ratios = rounds.map(({ ours, raw }) => rounded(ours[of] / raw[of], 3));
  return [Math.min(...ratios), Math.max(...ratios)];
}

printResult('store', {
  aims: {
    commitRatioRaw: rounded(
      medianOf(({ ours, raw }) => ours.commits / raw.commits),
      3,
    ),
    loadRatioRaw: rounded(
      medianOf(({ ours, raw }) => ours.load / raw.load),
      3,
    ),
  },
  figures: {
    targets: { commitRatioRaw: `<= ${RATIO_AIM}`, loadRatioRaw: `<= ${RATIO_AIM}` },
    spreads: { commitRatioRaw: spread('commits'), loadRatioRaw: spread('load') },
    rounds: ROUNDS,
    seed: SEED,
    vehicles: VEHICLES,
    batch: BATCH,
    changes: CHANGES,
    loadMs: rounded(
      medianOf(({ ours }) => ours.load),
      0,
    ),
    loadRawMs: rounded(
      medianOf(({ raw }) => raw.load),
      0,
    ),
    commitMs: rounded(medianOf(({ ours }) => ours.commits) / CHANGES, 3),
    commitRawMs: rounded(medianOf(({ raw }) => raw.commits) / CHANGES, 3),
  },
  versions: { libsql: dependencies.libsql },
});
