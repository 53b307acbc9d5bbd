import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dependencies } from '../../../package.json';
import { openInlineStore } from '@adapters/store/inline-store';
import type { RecordKey, RecordQuery } from '@contract/records';
import type { Store } from '@core/ports/store';
import { printResult } from '../print-result';
import { fill, makeFleet, typedSearches } from './fleet';
import { RawLists } from './raw-lists';
import { scroll } from './scrolling';
import { middle } from '../quantiles';

/**
 * What the list of vehicles costs beside plain statements on a copy of the same file: searches as
 * they are typed, which find a vehicle by what is on it too, and rows with their derived columns.
 * Without the worker, so that both sides pay for the same thing. Then the list itself, in a window.
 */

const SEED = 1;
const VEHICLES = 100_000;
const ROUNDS = 5;
const SCROLLS = 3;
/** Rows that a list asks for at once. */
const ROWS = 100;

const query = (search: string): RecordQuery => ({
  ...{ collection: 'vehicles', search, filters: [], withGone: false, related: true },
  sort: [{ field: 'plate', direction: 'up' }],
});

async function timed<T>(work: () => Promise<T> | T): Promise<{ ms: number; value: T }> {
  const begin = performance.now();
  const value = await work();
  return { ms: performance.now() - begin, value };
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

function rowsOf(store: Store, keys: readonly RecordKey[]): Promise<unknown> {
  return Promise.all([
    store.records('vehicles', keys),
    store.derived('vehicles', keys),
    store.unknown('vehicles', keys),
  ]);
}

const folder = mkdtempSync(join(tmpdir(), 'fleetdesk-bench-'));
const file = join(folder, 'lists.db');
const copy = join(folder, 'raw.db');
const key = randomBytes(32).toString('hex');
const fleet = makeFleet(VEHICLES, SEED);
const searches = typedSearches(fleet);
const times = {
  ...{ search: [], rawSearch: [], rows: [], rawRows: [], open: [], rawOpen: [] },
} as Record<'search' | 'rawSearch' | 'rows' | 'rawRows' | 'open' | 'rawOpen', number[]>;
const slowest = new Map<string, number>();

try {
  const filling = await openInlineStore(file, key);
  const { ms: fillMs } = await timed(() => fill(filling, fleet));
  await filling.close();
  copyFileSync(file, copy);
  console.error(`filled in ${Math.round(fillMs / 1000)} s; ${searches.length} searches`);

  const store = await openInlineStore(file, key);
  const raw = new RawLists(copy, key);
  const first = await timed(() => store.search(query('')));
  const byDriver = { ...query(''), sort: [{ field: 'drivers', direction: 'up' } as const] };
  const firstSort = await timed(() => store.search(byDriver));
  const again = await timed(() => store.search(byDriver));
  const keys = first.value.keys;

  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [turn, search] of searches.entries()) {
      const ours = () => timed(() => store.search(query(search)));
      const plain = () => timed(() => raw.search(search));
      const isFirst = turn % 2 === 0;
      const one = isFirst ? await ours() : await plain();
      const other = isFirst ? await plain() : await ours();
      // The first round warms both up.
      if (round === 0) continue;
      const [mine, theirs] = isFirst ? [one.ms, other.ms] : [other.ms, one.ms];
      times.search.push(mine);
      times.rawSearch.push(theirs);
      slowest.set(search, Math.max(slowest.get(search) ?? 0, mine - theirs));
    }
    // The whole list by plates, and the rows that are seen of it.
    const opened = await timed(async () => {
      const { keys: all } = await store.search(query(''));
      return rowsOf(store, all.slice(0, ROWS));
    });
    const rawOpened = await timed(() => raw.rows(raw.open().slice(0, ROWS)));
    if (round > 0) {
      times.open.push(opened.ms);
      times.rawOpen.push(rawOpened.ms);
    }
    for (let part = 0; part < 40; part += 1) {
      const from = (part * 2_417) % (keys.length - ROWS);
      const wanted = keys.slice(from, from + ROWS);
      const mine = await timed(() => rowsOf(store, wanted));
      const theirs = await timed(() => raw.rows(wanted));
      if (round === 0) continue;
      times.rows.push(mine.ms);
      times.rawRows.push(theirs.ms);
    }
  }
  await store.close();
  raw.close();
  const scrolled = await scroll(VEHICLES, SCROLLS);

  const p95 = { ours: quantile(times.search, 0.95), raw: quantile(times.rawSearch, 0.95) };
  const open = { ours: quantile(times.open, 0.5), raw: quantile(times.rawOpen, 0.5) };
  const rows = { ours: quantile(times.rows, 0.5), raw: quantile(times.rawRows, 0.5) };
  printResult('lists', {
    aims: {
      searchP95Ms: rounded(p95.ours),
      searchRawP95Ms: rounded(p95.raw),
      scrollLongFrames: middle(scrolled.longFrames),
      rowsRatioRaw: rounded(rows.ours / rows.raw),
      openRatioRaw: rounded(open.ours / open.raw),
    },
    figures: {
      targets: {
        searchP95Ms: `<= ${rounded(Math.max(2 * p95.raw, p95.raw + 5))}`,
        scrollLongFrames: '0',
        rowsRatioRaw: '<= 4',
        openRatioRaw: '<= 4',
      },
      scrolled,
      rounds: ROUNDS,
      seed: SEED,
      vehicles: VEHICLES,
      searches: searches.length,
      searchMedianMs: rounded(quantile(times.search, 0.5)),
      searchRawMedianMs: rounded(quantile(times.rawSearch, 0.5)),
      rowsMs: rounded(rows.ours),
      rowsRawMs: rounded(rows.raw),
      openFirstMs: rounded(first.ms),
      openMs: rounded(open.ours),
      openRawMs: rounded(open.raw),
      sortByDriverFirstMs: rounded(firstSort.ms),
      sortByDriverMs: rounded(again.ms),
      farthestFromRaw: [...slowest]
        .sort((a, b) => b[1] - a[1])
        .slice(0, 5)
        .map(([search, ms]) => [search, rounded(ms)]),
    },
    versions: { libsql: dependencies.libsql, window: scrolled.browser },
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
