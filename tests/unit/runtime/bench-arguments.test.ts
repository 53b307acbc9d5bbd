import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  BENCH_USAGE,
  benchmarkNames,
  parseBenchArguments,
} from '../../../electron/runtime/bench-arguments.mjs';
import { exitCodeFor } from '../../../electron/runtime/problem.mjs';
import { root } from '../../../electron/runtime/project.mjs';

describe('arguments of bench', () => {
  it('name one benchmark, and may ask to keep its result', () => {
    expect(parseBenchArguments(['store'])).toEqual({ name: 'store', keep: false });
    expect(parseBenchArguments(['store', '--keep'])).toEqual({ name: 'store', keep: true });
  });

  it('know every benchmark that there is, and so does the help', () => {
    const files = readdirSync(path.join(root, 'tests', 'bench'), { recursive: true });
    // The other folders hold what several of them share.
    const programs = files.map(String).filter((file) => path.basename(file) === 'main.ts');
    expect(benchmarkNames).toEqual(programs.map((file) => path.dirname(file)).sort());
    for (const name of benchmarkNames) expect(BENCH_USAGE).toMatch(new RegExp(`^  ${name} `, 'm'));
  });

  it.each([
    [[], 'No benchmark was named.'],
    [
      ['speed'],
      'There is no benchmark speed; there are alerts, budget, freshness, lists, map, playback, rest, start, store.',
    ],
    [['--rounds', '9'], 'There is no option --rounds.'],
    [['store', '9'], '9 belongs to no option.'],
    [['store', '--rounds=9'], 'There is no option --rounds.'],
  ])('that say something else (%j) are refused', (args, message) => {
    let fault: unknown;
    try {
      parseBenchArguments(args);
    } catch (thrown) {
      fault = thrown;
    }
    expect(fault).toMatchObject({ message });
    expect(exitCodeFor(fault)).toBe(2);
  });
});
