import { Arguments } from './arguments.mjs';

/**
 * The arguments of `npm run -s torture -- …`.
 *
 * @typedef {object} TortureArguments
 * @property {'kills' | 'steps'} trial
 * @property {number} count how many kills or steps
 * @property {number} seed the same seed makes the same choices again
 */

export const TORTURE_USAGE = `Usage: npm run -s torture -- --kills N | --steps N [--seed N]

  --kills N  the real app, killed N times while it saves, sends, reads lists, starts and
             migrates its store (200 take half an hour)
  --steps N  the outbox in N random steps of people, line, service and machine: edits, faults,
             crashes, clock jumps (20000 are a thorough run)
  --seed N   the same choices again (a new one each time; the result names it)
  --help     this text

The last line on stdout is one JSON object:
  trial, seed  what was run
  runs         kills, or schedules of steps
  lost         acknowledged changes that are neither applied, nor pending, nor shown to a person
  doubled      changes that the service applied more than once
  violations   these, and all else that may never be; with any, the command fails
  figures      what the trial met, to see that it was hard enough`;

/**
 * @param {readonly string[]} args
 * @returns {TortureArguments}
 */
export function parseTortureArguments(args) {
  /** @type {Map<string, number>} */
  const numbers = new Map();
  const given = new Arguments(args, 'npm run -s torture --');
  for (let option = given.next(); option !== undefined; option = given.next()) {
    const { name } = option;
    if (!['--kills', '--steps', '--seed'].includes(name)) throw given.unknown(option);
    const text = given.valueOf(option) ?? '';
    if (!/^[1-9]\d{0,8}$/.test(text)) throw given.wrong(`${name} needs a whole number from 1.`);
    numbers.set(name, Number(text));
  }
  const seed = numbers.get('--seed') ?? Math.floor(Math.random() * 1e6) + 1;
  const [kills, steps] = [numbers.get('--kills'), numbers.get('--steps')];
  if ((kills === undefined) === (steps === undefined)) {
    throw given.wrong('Name one trial: --kills or --steps.');
  }
  if (kills !== undefined) return { trial: 'kills', count: kills, seed };
  return { trial: 'steps', count: steps ?? 0, seed };
}
