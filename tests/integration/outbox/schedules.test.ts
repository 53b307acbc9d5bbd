import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { schedules } from '../../torture/steps/deeds';
import { makeFolder } from '../../torture/steps/folder';
import { play } from '../../torture/steps/schedule';

const LONGEST = 100;
/** Steps of one part; the five together are 20,000. */
const STEPS = 4_000;
const NOTHING = { lost: [], doubled: [], other: [] };

let folder = '';
let runs = 0;

beforeAll(async () => {
  folder = await makeFolder();
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Five parts, so that each says how far it came. */
it.each([1, 2, 3, 4, 5])(
  'keeps every promise, whatever happens in whatever order: part %i',
  async (part) => {
    // Of the run: `torture -- --steps N --seed S` plays other schedules.
    const seed = inject('seed') + part;
    let steps = 0;
    let hasFailed = false;
    await fc.assert(
      fc.asyncProperty(schedules(LONGEST), async (schedule) => {
        // Schedules are of any length: as many are played as it takes, and the smaller ones of one
        // that failed.
        if (steps >= STEPS && !hasFailed) return;
        runs += 1;
        steps += schedule.deeds.length;
        const verdict = await play(schedule, join(folder, `store-${runs}`), seed);
        hasFailed ||= Object.values(verdict).some((faults: unknown[]) => faults.length > 0);
        expect(verdict).toEqual(NOTHING);
      }),
      { numRuns: STEPS, seed },
    );
    expect(steps).toBeGreaterThanOrEqual(STEPS);
  },
  600_000,
);
