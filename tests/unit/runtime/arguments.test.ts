import { describe, expect, it } from 'vitest';
import { Arguments, wantsHelp } from '../../../electron/runtime/arguments.mjs';
import { describe as tell, exitCodeFor, Problem } from '../../../electron/runtime/problem.mjs';

const given = (...args: string[]) => new Arguments(args, 'npm run x --');

describe('arguments of a command', () => {
  it('are taken one after the other, with what stands behind a =', () => {
    const args = given('--a=b=c', 'word', '--d');
    expect(args.next()).toEqual({ whole: '--a=b=c', name: '--a', inline: 'b=c' });
    expect(args.next()).toEqual({ whole: 'word', name: 'word', inline: undefined });
    expect(args.takeRest()).toEqual(['--d']);
    expect(args.next()).toBeUndefined();
  });

  it.each([
    [['--a=1'], '1'],
    [['--a', '1'], '1'],
    [['--a='], undefined],
    [['--a'], undefined],
    [['--a', '--b'], undefined],
  ])('%j has the value %j', (args, value) => {
    const all = given(...args);
    const option = all.next();
    expect(option && all.valueOf(option)).toBe(value);
  });

  it('ask for help anywhere, but not behind what is handed on', () => {
    expect(wantsHelp(['--a', '--help'])).toBe(true);
    expect(wantsHelp(['-h'])).toBe(true);
    expect(wantsHelp(['--a', '--', '--help'])).toBe(false);
    expect(wantsHelp([])).toBe(false);
  });
});

describe('a wrong command line', () => {
  it('is told in a sentence, with the way to the help, and ends with 2', () => {
    const [option, word] = [given('--a=1'), given('b=1')].map((args) => {
      const first = args.next();
      return first && args.unknown(first);
    });
    expect(tell(option)).toBe('There is no option --a.\nWhat to do: see npm run x -- --help');
    expect(tell(word)).toContain('b=1 belongs to no option.');
    expect(exitCodeFor(option)).toBe(2);
  });

  it('is told apart from what else can go wrong', () => {
    expect(exitCodeFor(new Problem('The disk is full.', 'make room.'))).toBe(1);
    expect(exitCodeFor(new TypeError('x'))).toBe(1);
  });
});
