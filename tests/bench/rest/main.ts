import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { seedFolder } from '../../seeded-store/seed-folder';
import { printResult } from '../print-result';
import { round } from '../quantiles';
import { measureStart } from '../start/measure-start';
import { countWakeUps, wakeUpsBetween } from './wake-ups';

/**
 * How often all processes wake while the map is open and nobody touches anything, beside a bare
 * window of the same Electron, at the same time: with a service that is asked, and working offline.
 */

const VEHICLES = 500;
/**
 * The record of requests is trusted, lists are read, and nobody has been at work for a minute, by
 * then, ms.
 */
const SETTLE = 190_000;
const MEASURED = 60_000;
/** Threads that are named: those that wake most. */
const NAMED = 12;

const contestants = {
  bare: { program: 'tests/bench/start/bare.mjs', vehicles: 0, settings: null },
  online: { program: '.', vehicles: VEHICLES, settings: {} },
  offline: { program: '.', vehicles: VEHICLES, settings: { workOffline: true } },
} as const;
type Contestant = keyof typeof contestants;
const names = Object.keys(contestants) as Contestant[];

/** Windows on one display cover each other, and a covered one draws nothing: each has its own. */
const displays = JSON.parse(process.env['FLEETDESK_DISPLAYS'] ?? '[]') as Record<string, string>[];

const folder = await mkdtemp(path.join(tmpdir(), 'fleetdesk-rest-'));
const services: { close(): Promise<void> }[] = [];
const found = new Map<Contestant, Map<string, number>>();

let arrived = 0;
let endWait = (): void => undefined;
const all = new Promise<void>((resolve) => {
  endWait = resolve;
});

/** Starts one, and measures it once all are there. */
async function rest(name: Contestant): Promise<void> {
  const { program, vehicles } = contestants[name];
  const display = displays[names.indexOf(name)];
  await measureStart({
    ...{ vehicles, program: path.resolve(program), folder: path.join(folder, name), restFor: 0 },
    ...(display && { display }),
    atRest: async (pid, look) => {
      console.error(`${name} is open`);
      arrived += 1;
      if (arrived === names.length) endWait();
      await all;
      await sleep(SETTLE);
      const before = countWakeUps(pid);
      await sleep(MEASURED);
      found.set(name, wakeUpsBetween(before, countWakeUps(pid)));
      if (await look(() => document.hidden)) throw new Error(`The window of ${name} is hidden.`);
    },
  });
}

try {
  for (const name of names) {
    const { vehicles, settings } = contestants[name];
    if (settings === null) continue;
    console.error(`filling the store of the one that is ${name} …`);
    services.push(await seedFolder(path.join(folder, name), vehicles));
    await writeFile(
      path.join(folder, name, 'settings.json'),
      JSON.stringify({ version: 1, settings, window: null }),
    );
  }
  await Promise.all(names.map((name) => rest(name)));
} finally {
  await Promise.all(services.map((service) => service.close()));
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

const seconds = MEASURED / 1000;
const perSecond = (name: Contestant): number =>
  [...(found.get(name) ?? [])].reduce((sum, [, count]) => sum + count, 0) / seconds;
const threadsOf = (name: Contestant): Record<string, number> =>
  Object.fromEntries(
    [...(found.get(name) ?? [])]
      .sort(([, one], [, other]) => other - one)
      .slice(0, NAMED)
      .map(([thread, count]) => [thread, round(count / seconds)]),
  );
for (const name of names) {
  console.error(`${name}: ${perSecond(name).toFixed(1)} wake-ups a second`, threadsOf(name));
}

printResult('rest', {
  aims: {
    wakeUpsOverBare: round(perSecond('online') - perSecond('bare')),
    wakeUpsOverBareOffline: round(perSecond('offline') - perSecond('bare')),
  },
  figures: {
    targets: { wakeUpsOverBare: '<= 5', wakeUpsOverBareOffline: '<= 5' },
    vehicles: VEHICLES,
    seconds,
    wakeUpsPerSecond: Object.fromEntries(names.map((name) => [name, round(perSecond(name))])),
    threads: Object.fromEntries(names.map((name) => [name, threadsOf(name)])),
  },
});
