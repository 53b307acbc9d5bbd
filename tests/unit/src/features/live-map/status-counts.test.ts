import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { connectionStates, motions, type LiveVehicle } from '@contract/fixes';
import {
  createStatusCounts,
  hasStatus,
  motionStatuses,
  statuses,
} from '@/features/live-map/status-counts';
import { liveVehicle } from './live';

const state = fc.record({
  id: fc.integer({ min: 0, max: 12 }),
  motion: fc.constantFrom(...motions),
  connection: fc.constantFrom(...connectionStates),
  looked: fc.boolean(),
  hasFix: fc.boolean(),
  gone: fc.boolean(),
});

describe('the counts of the strip', () => {
  it('are, change by change, what counting anew would give', () => {
    fc.assert(
      fc.property(fc.array(state), (changes) => {
        const counts = createStatusCounts();
        const vehicles = new Map<number, LiveVehicle>();
        for (const { id, motion, connection, looked, hasFix, gone } of changes) {
          const after = gone
            ? undefined
            : liveVehicle(
                String(id),
                { motion, connection, lookedAt: looked ? 1 : null },
                ...(hasFix ? [] : [null]),
              );
          counts.change(vehicles.get(id), after);
          if (after) vehicles.set(id, after);
          else vehicles.delete(id);
        }
        for (const status of statuses) {
          const anew = [...vehicles.values()].filter((each) => hasStatus(each, status)).length;
          expect(counts.read()[status]).toBe(anew);
        }
        const sum = motionStatuses.reduce((all, status) => all + counts.read()[status], 0);
        expect(sum).toBe(vehicles.size);
      }),
    );
  });

  it('keep motion and connection apart', () => {
    const silent = liveVehicle('a', { motion: 'parked', connection: 'silent' });
    expect(statuses.filter((status) => hasStatus(silent, status))).toEqual(['parked', 'silent']);
  });

  it('do not call silent what was not looked at yet', () => {
    const unseen = { motion: 'unknown', connection: 'never', lookedAt: null } as const;
    expect(hasStatus(liveVehicle('a', unseen, null), 'silent')).toBe(false);
    expect(hasStatus(liveVehicle('a', { ...unseen, lookedAt: 5 }, null), 'silent')).toBe(true);
    expect(hasStatus(undefined, 'silent')).toBe(false);
  });

  it('tell what was never seen from what is seen and does nobody knows what', () => {
    const unseen = liveVehicle('a', { motion: 'unknown', lookedAt: null }, null);
    const unclear = liveVehicle('b', { motion: 'unknown' });
    expect(statuses.filter((status) => hasStatus(unseen, status))).toEqual(['unseen']);
    expect(statuses.filter((status) => hasStatus(unclear, status))).toEqual(['unknown']);
    expect(statuses.filter((status) => hasStatus(undefined, status))).toEqual(['unseen']);
  });
});
