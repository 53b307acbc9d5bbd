import { describe, expect, it } from 'vitest';
import { isConfirmed, isNamed } from '@contract/rules/delete-confirmation';

describe('what a person typed to confirm a delete', () => {
  it.each(['ABC-1D23', 'abc1d23', ' ABC 1D23 '])('names ABC-1D23 as %j', (typed) => {
    expect(isNamed(typed, 'ABC-1D23')).toBe(true);
  });

  it.each(['', '-', 'ABC-1D2', 'ABC-1D234'])('does not name ABC-1D23 as %j', (typed) => {
    expect(isNamed(typed, 'ABC-1D23')).toBe(false);
  });

  it('names what is made of spaces and dashes alone only letter by letter', () => {
    expect(isNamed('--', '--')).toBe(true);
    expect(isNamed('-', '--')).toBe(false);
    expect(isNamed('', '')).toBe(false);
  });
});

describe('a record to be deleted', () => {
  const fields = { plate: 'ABC1D23', name: 'Truck 7', color: 'red' };

  it('is confirmed by one of its names, not by its key or another field', () => {
    const confirmed = ['ABC1D23', 'Truck 7', 'v-1', 'red', ''].map((typed) =>
      isConfirmed(typed, { key: 'v-1', fields }),
    );
    expect(confirmed).toEqual([true, true, false, false, false]);
  });

  it('is confirmed by its key where it has no name', () => {
    const nameless = { key: 'v-1', fields: { plate: '', name: null } };
    expect(isConfirmed('v-1', nameless)).toBe(true);
    expect(isConfirmed('', nameless)).toBe(false);
  });
});
