import { describe, expect, it } from 'vitest';
import { describeState } from '@/features/live-map/describe-state';
import { fixAge } from '@/features/live-map/live-age';
import { liveVehicle, now } from './live';

describe('what is said about a vehicle', () => {
  it('is how it moves, how fast, where to, and how old that is', () => {
    expect(describeState(liveVehicle('a'), now)).toEqual({
      kind: 'known',
      motion: 'moving',
      speed: 62,
      heading: 'ne',
      at: now - 40_000,
      age: 40_000,
      looked: 8000,
      isSilent: false,
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
    ['refused', { association: 'unknown', lookedAt: null, isRefused: true }],
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
  it('of a device whose clock is wrong grows from its first arrival, whenever it is looked at', () => {
    const arrived = now - 3 * 3_600_000;
    const ahead = liveVehicle('a', { lookedAt: now - 1000 }, { at: arrived, problems: ['future'] });
    expect(fixAge(ahead, now)).toBe(3 * 3_600_000);
    expect(fixAge(ahead, now + 60_000)).toBe(3 * 3_600_000 + 60_000);
  });

  it('is unknown when its time could not be read', () => {
    expect(fixAge(liveVehicle('a', {}, { problems: ['no-time'] }), now)).toBeNull();
  });
});
