import { describe, expect, it } from 'vitest';
import { checkOutcome, mergedOutcome } from '../../../electron/runtime/verify/outcome.mjs';
import { takeInLanes } from '../../../electron/runtime/verify/steps.mjs';

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Work that says when it begins, and ends when it is told to. */
class Bench {
  readonly begun: string[] = [];
  readonly told: string[] = [];
  readonly #ends = new Map<string, (failure?: string) => void>();

  readonly tell = (text: string): void => {
    // How long a step took is no matter of a test.
    this.told.push(text.replace(/\d+(\.\d)? s\b/, 'a while'));
  };

  part(name: string) {
    return async () => {
      this.begun.push(name);
      const failure = await new Promise<string | undefined>((resolve) => {
        this.#ends.set(name, resolve);
      });
      return { outcome: checkOutcome(name, failure === undefined), output: failure ?? '' };
    };
  }

  step(name: string) {
    return { title: name, parts: [this.part(name)] };
  }

  /** A step of parts: `name 1`, `name 2`, … */
  parts(name: string, count: number) {
    return {
      title: name,
      parts: Array.from({ length: count }, (_, index) => this.part(`${name} ${index + 1}`)),
      merge: (outcomes: Parameters<typeof mergedOutcome>[0]) => mergedOutcome(outcomes, []),
    };
  }

  async end(name: string, failure?: string): Promise<void> {
    this.#ends.get(name)?.(failure);
    await settled();
  }
}

describe('steps in lanes', () => {
  it('a lane whose own steps are over helps with what is left of the shared ones', async () => {
    const bench = new Bench();
    const taken = takeInLanes([[bench.step('app')], []], [bench.parts('tests', 4)], bench.tell);
    await settled();
    expect(bench.begun).toEqual(['app', 'tests 1']);
    await bench.end('tests 1');
    expect(bench.begun).toEqual(['app', 'tests 1', 'tests 2']);
    await bench.end('app');
    expect(bench.begun).toEqual(['app', 'tests 1', 'tests 2', 'tests 3']);
    await bench.end('tests 3');
    expect(bench.begun.at(-1)).toBe('tests 4');
    expect(bench.told).toEqual(['ok  app (a while)']);
    await bench.end('tests 4');
    await bench.end('tests 2');
    expect((await taken).map(({ passed }) => passed)).toEqual([1, 4]);
    expect(bench.told).toEqual(['ok  app (a while)', 'ok  tests (4 passed, a while)']);
  });

  it('a lane takes its own steps one after the other, before any shared one', async () => {
    const bench = new Bench();
    const taken = takeInLanes([[bench.step('build'), bench.step('drive')]], [bench.step('lint')]);
    for (const name of ['build', 'drive', 'lint']) {
      await settled();
      expect(bench.begun.at(-1)).toBe(name);
      await bench.end(name);
    }
    expect(await taken).toHaveLength(3);
  });

  it('shows all that failed parts have printed, in one report, and takes the later parts', async () => {
    const bench = new Bench();
    const taken = takeInLanes([[]], [bench.parts('tests', 3), bench.step('types')], bench.tell);
    await settled();
    await bench.end('tests 1', 'what went wrong in a');
    await bench.end('tests 2');
    await bench.end('tests 3', 'what went wrong in b');
    await bench.end('types');
    const [tests] = await taken;
    expect(tests?.failures).toEqual(['tests 1', 'tests 3']);
    expect(bench.told).toEqual([
      '\nwhat went wrong in a\n\n\nwhat went wrong in b\n\nFAILED  tests (2 failed, a while)',
      'ok  types (a while)',
    ]);
  });

  it('a part that throws is a failure with what is known of it', async () => {
    const told: string[] = [];
    const broken = { title: 'Build', parts: [() => Promise.reject(new Error('disk is full'))] };
    const [outcome] = await takeInLanes([[broken]], [], (text) => told.push(text));
    expect(outcome?.failures).toEqual(['Build']);
    expect(told.join()).toContain('disk is full');
  });
});
