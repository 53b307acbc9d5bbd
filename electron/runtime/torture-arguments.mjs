import { Problem } from './problem.mjs';

/**
 * The arguments of `npm run -s torture -- …`.
 *
 * @typedef {object} TortureArguments
 * @property {'kills' | 'steps'} trial
 * @property {number} count how many kills or steps
 * @property {number} seed the same seed makes the same choices again
 */

const USAGE = 'npm run -s torture -- --kills 200 [--seed 1], or --steps 20000';

/**
 * @param {readonly string[]} args
 * @returns {TortureArguments}
 */
export function parseTortureArguments(args) {
  /** @type {Map<string, number>} */
  const given = new Map();
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const [name = '', inline] = arg.split(/=(.*)/s);
    if (!['--kills', '--steps', '--seed'].includes(name)) {
      throw new Problem(`There is no option ${arg}.`, `write, for example: ${USAGE}`);
    }
    const text = inline ?? rest.shift() ?? '';
    if (!/^[1-9]\d{0,8}$/.test(text)) {
      throw new Problem(`${name} needs a whole number from 1.`, `write, for example: ${USAGE}`);
    }
    given.set(name, Number(text));
  }
  const seed = given.get('--seed') ?? Math.floor(Math.random() * 1e6) + 1;
  const [kills, steps] = [given.get('--kills'), given.get('--steps')];
  if ((kills === undefined) === (steps === undefined)) {
    throw new Problem('Name one trial: --kills or --steps.', `write, for example: ${USAGE}`);
  }
  if (kills !== undefined) return { trial: 'kills', count: kills, seed };
  return { trial: 'steps', count: steps ?? 0, seed };
}
