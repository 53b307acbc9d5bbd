import { describe, expect, it } from 'vitest';
import { compassPoint, describeState } from '@/features/live-map/describe-state';
import { fixAge, shortAge } from '@/features/live-map/live-age';
import { liveVehicle, now } from './live';

describe('what is said about a vehicle', () => {
  it('is how it moves, how fast, where to, and how old that is', () => {
    expect(describeState(liveVehicle('a'), now)).toEqual({
      kind: 'known',
      motion: 'moving',
      speed: 62,
      heading: 'ne',
      age: 40_000,
      looked: 8000,
      isStale: false,
      problems: [],
    });
  });

  it('leaves out speed and heading of what stands', () => {
    const parked = liveVehicle('a', { motion: 'parked' }, { speed: 0, heading: 90 });
    expect(describeState(parked, now)).toMatchObject({ speed: null, heading: null });
  });

  it('tells the slowness of the app from the silence of the device', () => {
    const state = describeState(liveVehicle('a', { staleAt: now }), now);
    expect(state.isStale).toBe(true);
    expect(state.age).toBe(40_000);
  });

  it.each([
    ['pending', { association: 'unknown', lookedAt: null }],
    ['no-device', { association: 'none', lookedAt: now }],
    ['never', { association: 'known', lookedAt: now }],
  ] as const)('is %s without a fix', (kind, change) => {
    const vehicle = liveVehicle('a', { motion: 'unknown', connection: 'never', ...change }, null);
    expect(describeState(vehicle, now)).toMatchObject({ kind, age: null });
  });

  it('is pending for a vehicle that nobody knows', () => {
    expect(describeState(undefined, now)).toMatchObject({ kind: 'pending', motion: 'unknown' });
  });
});

describe('the age of a fix', () => {
  it('counts from its arrival when it is dated in the future', () => {
    const ahead = liveVehicle('a', {}, { at: now + 86_400_000, problems: ['future'] });
    expect(fixAge(ahead, now)).toBe(8000);
  });

  it('is unknown when its time could not be read', () => {
    expect(fixAge(liveVehicle('a', {}, { problems: ['no-time'] }), now)).toBeNull();
  });

  it.each([
    [0, 0, 'second'],
    [59_999, 59, 'second'],
    [60_000, 1, 'minute'],
    [3_599_999, 59, 'minute'],
    [3_600_000, 1, 'hour'],
    [172_799_999, 47, 'hour'],
    [172_800_000, 2, 'day'],
  ])('of %d ms is %d %s in short', (milliseconds, value, unit) => {
    expect(shortAge(milliseconds)).toEqual({ value, unit });
  });
});

describe('the points of the compass', () => {
  it.each([
    [0, 'n'],
    [22, 'n'],
    [23, 'ne'],
    [90, 'e'],
    [225, 'sw'],
    [337, 'nw'],
    [338, 'n'],
    [359.9, 'n'],
  ] as const)('call %d degrees %s', (heading, point) => {
    expect(compassPoint(heading)).toBe(point);
  });
});
