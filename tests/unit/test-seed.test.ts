import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { testSeed } from '../test-seed';

describe('the seed of the random tests', () => {
  it.each([
    ['42', 42],
    ['-7', -7],
  ])('is %s where that is given', (given, seed) => {
    expect(testSeed(given)).toBe(seed);
  });

  it.each(['', 'abc', '1.5', '1234567890'])('can not be "%s"', (given) => {
    expect(() => testSeed(given)).toThrow('FLEETDESK_SEED');
  });

  it('reaches every property, beside what that says itself, and is told by a failure', () => {
    const seed = inject('seed');
    const wrong = fc.property(fc.nat(), () => false);
    expect(fc.check(wrong, { numRuns: 7 })).toMatchObject({
      seed,
      runConfiguration: { seed, numRuns: 7 },
    });
    expect(fc.check(wrong, { seed: 3 }).seed).toBe(3);
    expect(() => {
      fc.assert(wrong);
    }).toThrow(`seed: ${seed}`);
  });
});
