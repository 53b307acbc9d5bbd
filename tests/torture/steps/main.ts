import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { printTrial } from '../print-trial';
import { schedules, type Schedule } from './deeds';
import type { Tally, Verdict } from './judge';
import { makeFolder } from './folder';
import { play } from './schedule';

/** Schedules of what people, the line, the service and the machine do, in any order. */

const LONGEST = 100;
const [wanted = 20_000, seed = 1] = process.argv.slice(2).map(Number);

const folder = await makeFolder();
const found: { schedule: Schedule; verdict: Verdict }[] = [];
const totals = { lost: 0, doubled: 0, other: 0 };
const tally: Tally = new Map();
let steps = 0;
let runs = 0;
let schedulesOfAtomicLists = 0;

while (steps < wanted) {
  const options = { numRuns: 1, seed: seed * 1_000_003 + runs };
  const [schedule = { atomicLists: false, deeds: [] }] = fc.sample(schedules(LONGEST), options);
  const verdict = await play(schedule, join(folder, `store-${runs}`), seed + runs, tally);
  steps += schedule.deeds.length;
  if (schedule.atomicLists) schedulesOfAtomicLists += 1;
  runs += 1;
  totals.lost += verdict.lost.length;
  totals.doubled += verdict.doubled.length;
  totals.other += verdict.other.length;
  if (verdict.lost.length + verdict.doubled.length + verdict.other.length > 0) {
    found.push({ schedule, verdict });
    console.error(JSON.stringify({ run: runs - 1, verdict }));
  }
}
await rm(folder, { recursive: true, force: true });

printTrial({
  trial: 'steps',
  seed,
  runs,
  lost: totals.lost,
  doubled: totals.doubled,
  violations: totals.lost + totals.doubled + totals.other,
  figures: {
    steps,
    schedulesOfAtomicLists,
    schedulesWithFaults: found.length,
    met: Object.fromEntries([...tally].sort(([one], [other]) => (one < other ? -1 : 1))),
  },
});
