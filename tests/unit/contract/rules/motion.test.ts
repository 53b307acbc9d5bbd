import { describe, expect, it } from 'vitest';
import { motionOf, staysAt } from '@contract/rules/motion';

describe('motion', () => {
  it.each([
    [{ speed: 62, ignition: true }, 'moving'],
    [{ speed: 3, ignition: null }, 'moving'],
    [{ speed: 40, ignition: false }, 'moving'],
    [{ speed: 4, ignition: false }, 'parked'],
    [{ speed: 2.9, ignition: true }, 'idling'],
    [{ speed: 0, ignition: false }, 'parked'],
    [{ speed: 0, ignition: null }, 'parked'],
    [{ speed: null, ignition: false }, 'parked'],
    [{ speed: null, ignition: true }, 'unknown'],
    [{ speed: null, ignition: null }, 'unknown'],
  ] as const)('of %o is %s', (report, motion) => {
    expect(motionOf(report, 3)).toBe(motion);
  });

  it('begins at the moving speed of the profile', () => {
    expect(motionOf({ speed: 5, ignition: true }, 10)).toBe('idling');
    expect(motionOf({ speed: 10, ignition: true }, 10)).toBe('moving');
  });

  it('is unknown without a report', () => {
    expect(motionOf(null, 3)).toBe('unknown');
  });
});

describe('a vehicle that stands with its ignition off', () => {
  const stay = { latitude: -23.5, longitude: -46.6 };
  const off = { ...stay, speed: 0, ignition: false };

  it('stays whatever its receiver wanders', () => {
    expect(staysAt(stay, { ...off, latitude: -23.50004, speed: 4 }, 3)).toBe(true);
    expect(staysAt(stay, { ...off, latitude: -23.503 }, 3)).toBe(true);
  });

  it('has left where it is towed away', () => {
    expect(staysAt(stay, { ...off, speed: 40 }, 3)).toBe(false);
    expect(staysAt(stay, { ...off, latitude: -23.6 }, 3)).toBe(false);
  });

  it('has left with its ignition on at a slower speed', () => {
    expect(staysAt(stay, { ...off, speed: 4, ignition: true }, 3)).toBe(false);
    expect(staysAt(stay, { ...off, latitude: -23.503, ignition: true }, 3)).toBe(false);
  });
});
