import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { connectionStates, motions, type Fix } from '@contract/fixes';
import { motionOf } from '@contract/rules/motion';
import { defaultProfile } from '@core/service/profile';
import { connectionOf, readThresholds, staleAtOf } from '@core/tracking/vehicle-status';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const thresholds = readThresholds(defaultProfile);
const at = Date.UTC(2026, 2, 10, 12);

function fixOf(parts: Partial<Fix>): Fix {
  return {
    at,
    latitude: -23.5,
    longitude: -46.6,
    speed: null,
    heading: null,
    ignition: null,
    battery: null,
    output1: null,
    problems: [],
    ...parts,
  };
}

const fixes = fc.record({
  at: fc.integer({ min: at - 100 * HOUR, max: at }),
  speed: fc.option(fc.double({ min: 0, max: 200, noNaN: true })),
  ignition: fc.option(fc.boolean()),
});

describe('connection', () => {
  it.each([
    [0, 'moving', 'live'],
    [5 * MINUTE, 'moving', 'live'],
    [5 * MINUTE + 1, 'moving', 'late'],
    [HOUR, 'idling', 'late'],
    [HOUR + 1, 'idling', 'silent'],
    [HOUR + 1, 'unknown', 'silent'],
    [HOUR + 1, 'parked', 'late'],
    [24 * HOUR, 'parked', 'late'],
    [24 * HOUR + 1, 'parked', 'silent'],
    // The service's clock may run a little ahead of this machine's.
    [-30_000, 'moving', 'live'],
  ] as const)('of a fix %i ms old, %s, is %s', (age, motion, connection) => {
    expect(connectionOf(fixOf({}), motion, at + age, thresholds)).toBe(connection);
  });

  it('is never without a fix or a look', () => {
    expect(connectionOf(null, 'unknown', at, thresholds)).toBe('never');
    expect(connectionOf(fixOf({}), 'moving', null, thresholds)).toBe('never');
  });

  it('does not change by waiting: it is judged when the vehicle was looked at', () => {
    fc.assert(
      fc.property(fixes, fc.integer({ min: 0, max: 48 * HOUR }), (parts, age) => {
        const fix = fixOf(parts);
        const motion = motionOf(fix, thresholds.movingSpeed);
        const connection = connectionOf(fix, motion, fix.at + age, thresholds);
        expect(motions).toContain(motion);
        expect(connectionStates).toContain(connection);
        // Older is never better.
        const order = ['live', 'late', 'silent'];
        const later = connectionOf(fix, motion, fix.at + age + 1, thresholds);
        expect(order.indexOf(later)).toBeGreaterThanOrEqual(order.indexOf(connection));
        // A parked vehicle never appears more silent than a driving one with the same fix.
        const parked = connectionOf(fix, 'parked', fix.at + age, thresholds);
        const moving = connectionOf(fix, 'moving', fix.at + age, thresholds);
        expect(order.indexOf(parked)).toBeLessThanOrEqual(order.indexOf(moving));
      }),
    );
  });
});

describe('the profile', () => {
  it('sets every limit but that of looking', () => {
    const profile = {
      silence: { lateAfterSeconds: 10, silentAfterSeconds: 20, parkedSilentAfterSeconds: 30 },
      motion: { movingFromKmh: 7 },
    };
    const own = readThresholds(profile);
    expect(own).toMatchObject({ movingSpeed: 7, live: 10_000, late: 20_000, parkedLate: 30_000 });
    expect(connectionOf(fixOf({}), 'moving', at + 20_001, own)).toBe('silent');
  });

  it('gives way to what a person chose, and no vehicle is silent before it is late', () => {
    const chosen = { lateAfter: 20, silentAfter: null, parkedSilentAfter: 2 };
    expect(readThresholds(defaultProfile, chosen)).toMatchObject({
      ...{ live: 20 * MINUTE, late: HOUR, parkedLate: 2 * HOUR },
    });
    const own = readThresholds(defaultProfile, { ...chosen, silentAfter: 10 });
    expect(connectionOf(fixOf({}), 'moving', at + 20 * MINUTE, own)).toBe('live');
    expect(connectionOf(fixOf({}), 'moving', at + 20 * MINUTE + 1, own)).toBe('silent');
  });

  it('that allows parked vehicles less than others is read as no less', () => {
    const own = { ...thresholds, parkedLate: MINUTE };
    expect(connectionOf(fixOf({}), 'parked', at + HOUR, own)).toBe('late');
  });
});

describe('not checked lately', () => {
  it('begins ten minutes after the look', () => {
    expect(staleAtOf(at, thresholds)).toBe(at + 10 * MINUTE);
    expect(staleAtOf(null, thresholds)).toBeNull();
  });
});
