import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OutboxSnapshot } from '@contract/outbox';
import { startDemoService } from '../../../electron/demo';
import { seeded } from '../../bench/seeded';
import { printTrial } from '../print-trial';
import { findStore, isBetween, makeOld, versionOf } from './old-store';
import { RunningApp } from './running-app';
import { judge, reasonsOf } from './verdict';
import { Wire } from './wire';
import { Workload } from './workload';

/**
 * The real app, killed with -9 at random instants of saving, sending, syncing, starting and
 * migrating, on a line that loses an answer now and then.
 */

/** A sync of so many takes long enough to be met by kills, and so does a migration. */
const VEHICLES = 2_000;
const UNHURRIED = 100_000;
/** How often an answer is lost on its way. */
const LOSSES = 0.04;
/** A life ends by then, ms, whatever it was to be ended by; deletes have gone out before. */
const LONGEST_LIFE = 15_000;
/** An outbox from which nothing has gone for so long, ms, will not come to rest any more. */
const STANDSTILL = 60_000;

const [kills = 0, seed = 1] = process.argv.slice(2).map(Number);
const fraction = seeded(seed);
const dice = (sides: number) => Math.floor(fraction() * sides);
const wait = (duration: number) => new Promise((resolve) => setTimeout(resolve, duration));

const demo = await startDemoService({
  vehicles: VEHICLES,
  ratePerMinute: UNHURRIED,
  tokenLifeSeconds: 86_400,
  testControl: true,
});
const wire = await Wire.open(demo.url);
const folder = await mkdtemp(join(tmpdir(), 'fleetdesk-torture-'));
const userData = join(folder, 'office');
const workload = new Workload(fraction, 'Q');
const figures = {
  kills: 0,
  killedAt: { saving: 0, sending: 0, syncing: 0, anything: 0 },
  killedWhileStarting: 0,
  killedWhileMigrating: 0,
  storesOpened: 0,
  storesExpected: 0,
};
const faults = { lost: new Set<string>(), doubled: new Set<string>(), other: new Set<string>() };

/** Looks at everything that is known after the app came back. */
function look(outbox: OutboxSnapshot | null): void {
  if (outbox === null) return;
  const { lost, doubled, misordered } = judge(workload.deeds, outbox, wire);
  for (const fault of lost) faults.lost.add(fault);
  for (const fault of doubled) faults.doubled.add(fault);
  for (const fault of misordered) faults.other.add(fault);
}

/** Starts the app on a folder and waits for its store. */
async function open(place: string): Promise<RunningApp> {
  const app = await RunningApp.start(place);
  figures.storesExpected += 1;
  const store = await app.until('store', ({ phase }) => !['closed', 'opening'].includes(phase));
  if (store?.phase === 'open' && store.setAside === null) figures.storesOpened += 1;
  else faults.other.add(`the store did not open: ${JSON.stringify(store)}`);
  await app.settled();
  look(await app.until('outbox', () => true));
  return app;
}

async function signInFirst(): Promise<void> {
  const file = join(folder, 'connection.json');
  const profile = { limits: { perMinute: UNHURRIED } };
  await writeFile(file, JSON.stringify({ name: 'Torture', baseUrl: wire.url, profile }));
  const app = await RunningApp.start(userData, [`--connection=${file}`]);
  await app.signIn({ ...demo, url: wire.url });
  await app.until('records', ({ syncs }) => syncs['vehicles']?.phase === 'complete');
  const found = await app.call('records.find', {
    ...{ collection: 'vehicles', search: '', filters: [], sort: [], withGone: false },
  });
  if (found?.ok !== true) throw new Error(`No vehicles: ${JSON.stringify(found)}`);
  workload.changeable.push(...found.data.keys.slice(0, 40));
  workload.deletable.push(...found.data.keys.slice(40, 400));
  await app.kill();
}

/** What a life is ended by: not by time alone, so that kills meet what they are meant to meet. */
const ends = {
  saving: () => within(100, () => workload.deeds.length, dice(12)),
  sending: () => within(200, () => wire.writes, 1 + dice(6)),
  syncing: () => within(200, () => wire.requests, 1 + dice(60)),
  anything: () => wait(dice(LONGEST_LIFE)),
};

/** Resolves once a count has grown by so much, and some milliseconds more. */
async function within(longest: number, count: () => number, growth: number): Promise<void> {
  const goal = count() + growth;
  const end = Date.now() + LONGEST_LIFE;
  while (count() < goal && Date.now() < end) await wait(2);
  await wait(dice(longest));
}

/** A life in which people work, to its sudden end. */
async function work(): Promise<void> {
  const kind = (['saving', 'sending', 'sending', 'syncing', 'anything'] as const)[dice(5)];
  const app = await open(userData);
  let isOver = false;
  const working = workload.run(app, () => isOver);
  await ends[kind ?? 'anything']();
  isOver = true;
  await app.kill();
  await working;
  figures.killedAt[kind ?? 'anything'] += 1;
}

/** A start that comes to nothing. */
async function startInVain(): Promise<void> {
  await RunningApp.startAndKill(userData, dice(1_200));
  figures.killedWhileStarting += 1;
}

/**
 * A copy of the office on a store of the first version, whose migration is cut off again and
 * again. Its line is cut, so that nothing goes out twice.
 */
async function migrate(): Promise<void> {
  const copy = join(folder, 'copy');
  await cp(userData, copy, { recursive: true });
  const store = await findStore(copy);
  const newest = versionOf(store);
  makeOld(store);
  wire.isCut = true;
  for (let round = 0; round < 4 && figures.kills < kills; round += 1) {
    await RunningApp.startAndKill(copy, dice(900));
    figures.kills += 1;
    const isUnderway = await isBetween(store, newest);
    figures[isUnderway ? 'killedWhileMigrating' : 'killedWhileStarting'] += 1;
  }
  const app = await open(copy);
  await app.kill();
  wire.isCut = false;
  await rm(copy, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}

/** Waits until nothing more can go out, as long as anything still does. */
async function comeToRest(app: RunningApp): Promise<OutboxSnapshot | null> {
  for (let left = Infinity; ;) {
    const outbox = await app.until(
      'outbox',
      ({ entries }) => unsentIn(entries) === 0 || unsentIn(entries) < left,
      { patience: STANDSTILL, every: 1_000 },
    );
    const now = unsentIn(outbox?.entries ?? []);
    if (now === 0 || now >= left) return outbox;
    left = now;
  }
}

/** Changes that can still go out by themselves. */
function unsentIn(entries: OutboxSnapshot['entries']): number {
  return entries.filter(({ state }) => state !== 'attention').length;
}

async function run(): Promise<Record<string, number>> {
  await signInFirst();
  wire.lose = () => (fraction() < LOSSES ? 'answer' : 'none');
  while (figures.kills < kills) {
    await fetch(new URL('/control/settings', demo.url), {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ latencyMs: dice(120) }),
    });
    const turn = dice(10);
    if (turn === 0) {
      await migrate();
      continue;
    }
    await (turn <= 2 ? startInVain() : work());
    figures.kills += 1;
    const done = `${workload.deeds.length} deeds, ${wire.written.length} writes`;
    const at = Math.round(performance.now() / 1000);
    console.error(`${figures.kills} kills, ${done}, ${wire.requests} requests, ${at} s`);
  }
  // At last the app lives on until nothing more can go out.
  wire.lose = () => 'none';
  const app = await open(userData);
  const rest = await comeToRest(app);
  look(rest);
  if (rest?.entries.some(({ state }) => state !== 'attention') !== false) {
    faults.other.add(`the outbox did not come to rest: ${JSON.stringify(rest && reasonsOf(rest))}`);
  }
  await app.kill();
  return rest === null ? {} : reasonsOf(rest);
}

const needingPerson = await run();
await wire.close();
await demo.close();
await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });

for (const [kind, found] of Object.entries(faults)) {
  for (const fault of found) console.error(`${kind}: ${fault}`);
}
const { deeds } = workload;
printTrial({
  trial: 'kills',
  seed,
  runs: figures.kills,
  lost: faults.lost.size,
  doubled: faults.doubled.size,
  violations: faults.lost.size + faults.doubled.size + faults.other.size,
  figures: {
    ...figures,
    deeds: deeds.length,
    acknowledged: deeds.filter(({ entryId }) => entryId !== null).length,
    cutOff: deeds.filter(({ answeredAt }) => answeredAt === null).length,
    writes: wire.written.length,
    requests: wire.requests,
    needingPerson,
  },
});
