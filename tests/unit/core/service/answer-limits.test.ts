import { describe, expect, it } from 'vitest';
import demoProfile from '@resources/profiles/demo.json';
import { resourceDescriptionsSchema } from '@contract/resources';
import { answerSizes, answerTimes } from '@core/service/answer-limits';
import { callableNames, catalogue } from '@core/service/operations';
import { describedOperations } from '@core/service/operations/described';
import type { Operation } from '@core/service/operations/operation';

const kB = 1024;
const MB = 1024 * kB;

function bytesOf({ answer }: Operation): number {
  return answerSizes[answer?.size ?? 'record'];
}

describe('how large an answer may be', () => {
  it.each([
    ['tracking.get', 64 * kB],
    ['tracking.listAll', 4 * MB],
    ['vehicles.list', 4 * MB],
    ['deviceAssociations.list', 4 * MB],
    ['userAssociations.list', 4 * MB],
    ['trajectories.list', 4 * MB],
    ['trajectories.get', 4 * MB],
    ['trajectories.data', 32 * MB],
    ['vehicles.get', MB],
    ['vehicles.create', MB],
    ['authentication.logIn', MB],
  ] as const)('%s: %d bytes', (operation, limit) => {
    expect(bytesOf(catalogue[operation])).toBe(limit);
  });

  it('the list of a resource that a profile describes is as large as any other', () => {
    const described = describedOperations(resourceDescriptionsSchema.parse(demoProfile.resources));
    const list = described['serviceOrders.list'];
    expect(list && bytesOf(list)).toBe(4 * MB);
  });

  it('what is parsed in the main thread is 4 MB at most', () => {
    for (const name of callableNames) {
      const entry: Operation = catalogue[name];
      if (entry.takesText !== true) expect(bytesOf(entry), name).toBeLessThanOrEqual(4 * MB);
    }
  });
});

it('trajectories may take longer than what a person waits for', () => {
  const slow = callableNames.filter((name) => {
    const { answer }: Operation = catalogue[name];
    return answerTimes[answer?.time ?? 'usual'] > 30_000;
  });
  expect(slow).toEqual(['trajectories.list', 'trajectories.get', 'trajectories.data']);
});
