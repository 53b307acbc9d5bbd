import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { schedules } from '../../torture/steps/deeds';
import { makeFolder } from '../../torture/steps/folder';
import { play } from '../../torture/steps/schedule';

const LONGEST = 100;
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
  async (seed) => {
    let steps = 0;
    await fc.assert(
      fc.asyncProperty(schedules(LONGEST), async (schedule) => {
        runs += 1;
        steps += schedule.deeds.length;
        expect(await play(schedule, join(folder, `store-${runs}`), seed)).toEqual(NOTHING);
      }),
      { numRuns: 110, seed },
    );
    // 20,000 steps in all.
    expect(steps).toBeGreaterThanOrEqual(4_000);
  },
  600_000,
);
