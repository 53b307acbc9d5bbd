import { describe } from '../problem.mjs';
import { duration } from '../terminal.mjs';
import { checkOutcome } from './outcome.mjs';

/**
 * Steps of a run, taken in lanes. A step has one or more parts, each a piece of work for one core;
 * it is over, and reported in a line, once its last part is.
 *
 * @typedef {import('./outcome.mjs').Outcome} Outcome
 * @typedef {{outcome: Outcome, output: string}} Result
 *
 * @typedef {object} Step
 * @property {string} title
 * @property {readonly (() => Promise<Result>)[]} parts
 * @property {(outcomes: Outcome[]) => Outcome} [merge] of the parts; a step of one part needs none
 *
 * @typedef {object} TakenStep
 * @property {(() => Promise<void>)[]} parts for a lane to run; none of them throws
 * @property {Promise<Outcome>} outcome
 */

/**
 * @param {Step} step
 * @param {(text: string) => void} tell
 * @returns {TakenStep}
 */
function prepare({ title, parts, merge }, tell) {
  /** @type {Result[]} */
  const results = [];
  let begun = 0;
  let left = parts.length;
  /** @type {(outcome: Outcome) => void} */
  let end = () => undefined;
  /** @type {Promise<Outcome>} */
  const outcome = new Promise((resolve) => {
    end = resolve;
  });
  const run = async (/** @type {() => Promise<Result>} */ part, /** @type {number} */ index) => {
    begun ||= Date.now();
    results[index] = await part().catch((error) => ({
      outcome: checkOutcome(title, false),
      output: describe(error),
    }));
    left -= 1;
    if (left > 0) return;
    const outcomes = results.map((result) => result.outcome);
    const [only] = outcomes;
    const all = outcomes.length === 1 && only ? only : (merge ?? noMerge)(outcomes);
    tell(reportOf(title, all, results, Date.now() - begun));
    end(all);
  };
  return { parts: parts.map((part, index) => () => run(part, index)), outcome };
}

/** @type {(outcomes: Outcome[]) => Outcome} */
function noMerge(outcomes) {
  throw new Error(`${outcomes.length} parts, and nothing merges them`);
}

/**
 * The line of a step that is over, below all that its failed parts have printed.
 * @param {string} title
 * @param {Outcome} outcome
 * @param {readonly Result[]} results
 * @param {number} took milliseconds
 */
function reportOf(title, outcome, results, took) {
  const failed = outcome.failures.length;
  const counts = [
    ...(outcome.passed > 1 ? [`${outcome.passed} passed`] : []),
    ...(failed > 1 ? [`${failed} failed`] : []),
    duration(took),
  ];
  const line = `${failed > 0 ? 'FAILED' : 'ok'}  ${title} (${counts.join(', ')})`;
  if (failed === 0) return line;
  const printed = results
    .filter((result) => result.outcome.failures.length > 0)
    .map(({ output }) => `\n${output.trim()}\n`);
  return [...printed, line].join('\n');
}

/**
 * Takes steps in lanes: each lane first takes its own steps in their order, then parts of the
 * shared ones, until none is left.
 * @param {readonly (readonly Step[])[]} lanes the steps that belong to each lane
 * @param {readonly Step[]} shared
 * @param {(text: string) => void} [tell] is given what a person reads of a step
 * @returns {Promise<Outcome[]>} one a step: first those of the lanes, then the shared ones
 */
export async function takeInLanes(lanes, shared, tell = console.log) {
  const own = lanes.map((steps) => steps.map((step) => prepare(step, tell)));
  const common = shared.map((step) => prepare(step, tell));
  const queue = common.flatMap(({ parts }) => parts);
  await Promise.all(
    own.map(async (steps) => {
      for (const { parts } of steps) for (const part of parts) await part();
      for (let part = queue.shift(); part; part = queue.shift()) await part();
    }),
  );
  return Promise.all([...own.flat(), ...common].map(({ outcome }) => outcome));
}
