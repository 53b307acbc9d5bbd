import { describe, expect, it } from 'vitest';
import { parseTortureArguments } from '../../../electron/runtime/torture-arguments.mjs';

const parse = (...args: string[]) => parseTortureArguments(args);

describe('arguments of torture', () => {
  it('name one trial, how much of it, and a seed', () => {
    expect(parse('--kills', '200', '--seed', '7')).toEqual({ trial: 'kills', count: 200, seed: 7 });
    expect(parse('--steps=20000', '--seed=3')).toEqual({ trial: 'steps', count: 20_000, seed: 3 });
  });

  it('take another seed each time where none is given', () => {
    expect(parse('--kills', '1').seed).toBeGreaterThan(0);
  });

  it.each([
    [[]],
    [['--seed', '1']],
    [['--kills', '1', '--steps', '1']],
    [['--kills']],
    [['--kills', '0']],
    [['--kills', 'many']],
    [['--soak', '1']],
    [['200']],
  ])('that say something else (%j) are refused', (args) => {
    expect(() => parse(...args)).toThrow(/option|number|trial/);
  });
});
