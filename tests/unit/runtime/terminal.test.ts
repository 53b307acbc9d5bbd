import { describe, expect, it } from 'vitest';
import { Problem, describe as tell } from '../../../electron/runtime/problem.mjs';
import { duration, progress } from '../../../electron/runtime/terminal.mjs';

/** Collects what is written to a terminal or a file. */
function output(isTTY: boolean) {
  const written: string[] = [];
  return { isTTY, written, write: (text: string) => written.push(text) };
}

describe('progress of a download', () => {
  it('is a line for every tenth where there is no terminal', () => {
    const out = output(false);
    const bar = progress('Fetching', 200e6, out);
    for (const done of [1e6, 5e6, 19e6, 21e6, 30e6, 199e6, 200e6]) bar.update(done);
    bar.end();
    expect(out.written).toEqual([
      'Fetching: 0 % of 200 MB\n',
      'Fetching: 10 % of 200 MB\n',
      'Fetching: 90 % of 200 MB\n',
      'Fetching: 100 % of 200 MB\n',
    ]);
  });

  it('is one line that renews itself in a terminal', () => {
    const out = output(true);
    const bar = progress('Fetching', 200e6, out);
    for (const done of [2e6, 2.1e6, 4e6]) bar.update(done);
    bar.end();
    expect(out.written).toEqual(['\rFetching: 1 % of 200 MB', '\rFetching: 2 % of 200 MB', '\n']);
  });

  it('never goes back, nor beyond the whole', () => {
    const out = output(true);
    const bar = progress('Fetching', 100, out);
    for (const done of [50, 20, 300]) bar.update(done);
    expect(out.written).toEqual(['\rFetching: 50 % of 0 MB', '\rFetching: 100 % of 0 MB']);
  });
});

describe('words for a person', () => {
  it('names the time that something took', () => {
    expect(duration(950)).toBe('0.9 s');
    expect(duration(4_000)).toBe('4 s');
    expect(duration(12_340)).toBe('12.3 s');
    expect(duration(180_000)).toBe('3 min');
    expect(duration(125_000)).toBe('2 min 5 s');
  });

  it('says what happened and what to do, and shows the stack of our own faults alone', () => {
    const problem = new Problem('The disk is full.', 'make room.', 'ENOSPC');
    expect(tell(problem)).toBe('The disk is full.\nWhat to do: make room.\n\nENOSPC');
    expect(tell(new TypeError('x is undefined'))).toContain('TypeError: x is undefined\n    at ');
    expect(tell('text')).toBe('text');
  });
});
