import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { connectionStates, motions, type LiveVehicle } from '@contract/fixes';
import { createStatusCounts } from '@/features/live-map/status-counts';
import { classOf, sinceInClass, vehicleClasses } from '@/features/live-map/vehicle-class';
import { liveVehicle, now } from './live';

const state = fc.record({
  id: fc.integer({ min: 0, max: 12 }),
  motion: fc.constantFrom(...motions),
  connection: fc.constantFrom(...connectionStates),
  looked: fc.boolean(),
  hasFix: fc.boolean(),
  gone: fc.boolean(),
});

describe('the counts of the strip', () => {
  it('are, change by change, what counting the whole fleet would give, and add up to it', () => {
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
        for (const each of vehicleClasses) {
          const counted = [...vehicles.values()].filter((one) => classOf(one) === each).length;
          expect(counts.read()[each]).toBe(counted);
        }
        const sum = vehicleClasses.reduce((all, each) => all + counts.read()[each], 0);
        expect(sum).toBe(vehicles.size);
      }),
    );
  });

  it('count a vehicle whose device is silent as silent alone, not as what it did then', () => {
    expect(classOf(liveVehicle('a', { motion: 'moving', connection: 'silent' }))).toBe('silent');
    expect(classOf(liveVehicle('a', { motion: 'parked', connection: 'late' }))).toBe('parked');
  });

  it('tell apart what never reported, what was not checked yet and what nobody may see', () => {
    const unseen = { motion: 'unknown', connection: 'never', lookedAt: null } as const;
    expect(classOf(undefined)).toBe('unchecked');
    expect(classOf(liveVehicle('a', unseen, null))).toBe('unchecked');
    expect(classOf(liveVehicle('a', { ...unseen, lookedAt: 5 }, null))).toBe('never');
    expect(classOf(liveVehicle('a', { ...unseen, association: 'none' }, null))).toBe('never');
    expect(classOf(liveVehicle('a', { ...unseen, isRefused: true }, null))).toBe('unknown');
    expect(classOf(liveVehicle('b', { motion: 'unknown' }))).toBe('unknown');
  });

  it('tell since when: of a silent vehicle since its last report, whatever it did then', () => {
    const since = { at: now - 7_200_000, isAtLeast: true };
    expect(sinceInClass(liveVehicle('a', { motion: 'parked', since }))).toEqual(since);
    const silent = liveVehicle('a', { connection: 'silent', since }, { at: now - 3_600_000 });
    expect(sinceInClass(silent)).toEqual({ at: now - 3_600_000, isAtLeast: false });
    expect(sinceInClass(liveVehicle('a'))).toBeNull();
  });
});
