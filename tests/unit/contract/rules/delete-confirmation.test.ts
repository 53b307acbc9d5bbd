import { describe, expect, it } from 'vitest';
import { matchesConfirmation } from '@contract/rules/delete-confirmation';

describe('what a person typed to confirm a delete', () => {
  it.each(['ABC-1D23', 'abc1d23', ' ABC 1D23 '])('names ABC-1D23 as %j', (typed) => {
    expect(matchesConfirmation(typed, 'ABC-1D23')).toBe(true);
  });

  it.each(['', '-', 'ABC-1D2', 'ABC-1D234'])('does not name ABC-1D23 as %j', (typed) => {
    expect(matchesConfirmation(typed, 'ABC-1D23')).toBe(false);
  });

  it('names what is made of spaces and dashes alone only letter by letter', () => {
    expect(matchesConfirmation('--', '--')).toBe(true);
    expect(matchesConfirmation('-', '--')).toBe(false);
    expect(matchesConfirmation('', '')).toBe(false);
  });
});
