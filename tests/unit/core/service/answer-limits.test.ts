import { describe, expect, it } from 'vitest';
import { largestAnswer } from '@core/service/answer-limits';
import { callableNames, catalogue } from '@core/service/operations';
import type { Operation } from '@core/service/operations/operation';

const kB = 1024;
const MB = 1024 * kB;

describe('how large an answer may be', () => {
  it.each([
    ['tracking.get', 64 * kB],
    ['vehicles.list', 4 * MB],
    ['deviceAssociations.list', 4 * MB],
    ['trajectories.list', 4 * MB],
    ['trajectories.get', 4 * MB],
    ['trajectories.data', 32 * MB],
    ['vehicles.get', MB],
    ['vehicles.create', MB],
    ['authentication.logIn', MB],
  ] as const)('%s: %d bytes', (operation, limit) => {
    expect(largestAnswer(operation)).toBe(limit);
  });

  it('what is parsed in the main thread is 4 MB at most', () => {
    for (const name of callableNames) {
      const { takesText }: Operation = catalogue[name];
      if (takesText !== true) expect(largestAnswer(name), name).toBeLessThanOrEqual(4 * MB);
    }
  });
});
