import type { ElectronApplication } from '@playwright/test';

type Evaluate = (work: (electron: never, arg: never) => unknown, arg: unknown) => Promise<unknown>;

/** What the app did for a test, by the number of the call. */
type Keeper = typeof globalThis & { keptAnswers?: Map<number, unknown> };

interface Call {
  readonly number: number;
  readonly work: string;
  readonly arg: unknown;
}

/**
 * Has the app keep what it answers to a test's calls. V8's inspector holds an answer so loosely that
 * a busy app may lose it (microsoft/playwright#33737), though the call was made. It is not made
 * again then: its answer is read.
 */
export function withKeptAnswers(app: ElectronApplication): ElectronApplication {
  const evaluate = app.evaluate.bind(app) as Evaluate;
  let calls = 0;
  const kept: Evaluate = async (work, arg) => {
    const number = (calls += 1);
    const call = { number, work: String(work), arg };
    const answer = await unlessLost(() => evaluate(makeAndKeep, call));
    return answer === null ? readAgain(evaluate, number) : answer.value;
  };
  app.evaluate = kept as ElectronApplication['evaluate'];
  return app;
}

async function readAgain(evaluate: Evaluate, number: number): Promise<unknown> {
  for (;;) {
    const answer = await unlessLost(() => evaluate(readKept, number));
    if (answer !== null) return answer.value;
  }
}

/** An answer; null where it was lost. */
async function unlessLost<T>(ask: () => Promise<T>): Promise<{ value: T } | null> {
  try {
    return { value: await ask() };
  } catch (fault) {
    if (fault instanceof Error && fault.message.includes('promise was garbage collected')) {
      return null;
    }
    throw fault;
  }
}

/** In the app: makes a call whose work comes as a text, as Playwright itself does. */
function makeAndKeep(electron: unknown, { number, work, arg }: Call): unknown {
  const make = new Function(`return (${work})`)() as (electron: unknown, arg: unknown) => unknown;
  const keeper = globalThis as Keeper;
  const answer = make(electron, arg);
  (keeper.keptAnswers ??= new Map()).set(number, answer);
  return answer;
}

/** In the app: what it answered to a call. */
function readKept(_electron: unknown, number: number): unknown {
  const { keptAnswers } = globalThis as Keeper;
  if (keptAnswers?.has(number) !== true) throw new Error('The app did not make this call.');
  return keptAnswers.get(number);
}
