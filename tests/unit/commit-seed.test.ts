import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { commitSeed, seedOf } from '../commit-seed';

const nowhere = resolve(import.meta.dirname, 'missing');

describe('the seed of the random tests', () => {
  it('is how the commit begins', () => {
    expect(seedOf('4b10f219e8242f349c774ec4d8d5860cc7c4c48f\n')).toBe(0x4b10f21);
  });

  it('is a fixed one where there is no commit', () => {
    expect(commitSeed(nowhere, undefined)).toBe(1);
  });

  it.each([
    ['42', 42],
    ['-7', -7],
  ])('is %s where that is given', (given, seed) => {
    expect(commitSeed(nowhere, given)).toBe(seed);
  });

  it.each(['', 'abc', '1.5', '1234567890'])('can not be "%s"', (given) => {
    expect(() => commitSeed(nowhere, given)).toThrow('FLEETDESK_SEED');
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
