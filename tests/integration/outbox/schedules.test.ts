import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
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
  async (part) => {
    // Of the commit, so that each one meets other schedules.
    const seed = inject('seed') + part;
    let steps = 0;
    await fc.assert(
      fc.asyncProperty(schedules(LONGEST), async (schedule) => {
        runs += 1;
        steps += schedule.deeds.length;
        expect(await play(schedule, join(folder, `store-${runs}`), seed)).toEqual(NOTHING);
      }),
      { numRuns: 110, seed },
    );
    // 25,000 steps in all, with luck more or less.
    expect(steps).toBeGreaterThanOrEqual(3_500);
  },
  600_000,
);
