import { expect, it } from 'vitest';
import { entryStates, type OutboxEntry } from '@contract/outbox';
import { copyPhases, type RegionCopy } from '@contract/region-copies';
import { workInHand } from '@core/updates/work-in-hand';

const entry = (state: string) => ({ state }) as OutboxEntry;
const copy = (phase: string) => ({ phase }) as RegionCopy;

it('a restart waits only for a change that is being sent and for a copy at work', () => {
  for (const state of entryStates) {
    const isWaitedFor = workInHand({ entries: [entry(state)] }, { copies: [] }).length > 0;
    expect(isWaitedFor, state).toBe(state === 'sending');
  }
  for (const phase of copyPhases) {
    const isWaitedFor = workInHand(null, { copies: [copy(phase)] }).length > 0;
    expect(isWaitedFor, phase).toBe(['planning', 'copying', 'checking'].includes(phase));
  }
  expect(workInHand({ entries: [entry('sending')] }, { copies: [copy('copying')] })).toEqual([
    ...['sending', 'copy'],
  ]);
});
