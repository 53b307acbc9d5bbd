import path from 'node:path';
import { Problem } from './problem.mjs';

/**
 * The arguments of `npm run up -- …`. What is not meant for the command goes to the app as it is.
 *
 * @typedef {object} UpArguments
 * @property {boolean} help
 * @property {boolean} dev
 * @property {string | undefined} shots absolute path of the folder for pictures
 * @property {number} shotsTimeoutMs how long the app may be silent over its pictures
 * @property {string[]} app arguments for the app
 */

const SHOTS_TIMEOUT_S = 180;
const LARGEST_DEMO = 50_000;

/** Switches of the app that name a file or a folder; people write them with `=` or a space. */
const placeSwitches = new Map([
  ['--user-data-dir', 'a folder'],
  ['--connection', 'a file'],
]);

export const UP_USAGE = `Usage: npm run up [-- options]

  --demo[=N]               go straight to the demo fleet (of N vehicles)
  --shots DIR              write pictures of the screens to DIR, then quit
  --shots-timeout SECONDS  give up when the app says nothing for so long (${SHOTS_TIMEOUT_S})
  --dev                    develop: rebuild and reload on every change
  --user-data-dir DIR      keep the app's data in DIR
  --connection FILE        a connection to begin with
  --lang LOCALE            language (en, pt-BR, es) unless the settings name one
  --test-hooks             read-only state for tests
  --help                   this text

What follows a further -- goes to Electron as it is.`;

/**
 * @param {readonly string[]} args
 * @param {string} cwd the folder that the person is in
 * @returns {UpArguments}
 */
export function parseUpArguments(args, cwd) {
  /** @type {UpArguments} */
  const parsed = {
    help: false,
    dev: false,
    shots: undefined,
    shotsTimeoutMs: SHOTS_TIMEOUT_S * 1000,
    app: [],
  };
  const rest = [...args];
  /** @param {string} name @param {string | undefined} inline @param {string} what */
  const value = (name, inline, what) => {
    const found = inline ?? (rest[0]?.startsWith('-') ? undefined : rest.shift());
    if (found) return found;
    throw new Problem(`${name} needs ${what}.`, `write, for example: npm run up -- ${name} PATH`);
  };
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const [name = '', inline] = arg.split(/=(.*)/s);
    if (name === '--help' || name === '-h') parsed.help = true;
    else if (name === '--dev') parsed.dev = true;
    else if (name === '--shots') parsed.shots = path.resolve(cwd, value(name, inline, 'a folder'));
    else if (name === '--shots-timeout') {
      const seconds = Number(inline ?? rest.shift());
      if (!(seconds > 0)) {
        throw new Problem(
          '--shots-timeout needs a number of seconds.',
          'write, for example: npm run up -- --shots shots --shots-timeout 300',
        );
      }
      parsed.shotsTimeoutMs = seconds * 1000;
    } else if (name === '--demo') {
      const isCount = inline === undefined || /^[1-9]\d{0,4}$/.test(inline);
      if (!isCount || Number(inline ?? 1) > LARGEST_DEMO) {
        throw new Problem(
          `--demo=${inline} is not a number of vehicles from 1 to ${LARGEST_DEMO}.`,
          'write, for example: npm run up -- --demo=500',
        );
      }
      parsed.app.push(arg);
    } else if (placeSwitches.has(name)) {
      parsed.app.push(`${name}=${value(name, inline, placeSwitches.get(name) ?? '')}`);
    } else if (name === '--lang') {
      parsed.app.push(`${name}=${value(name, inline, 'a language')}`);
    } else if (name === '--test-hooks') parsed.app.push(name);
    else if (name === '--') parsed.app.push(...rest.splice(0));
    else {
      throw new Problem(
        name.startsWith('-') ? `There is no option ${name}.` : `${arg} belongs to no option.`,
        'see npm run up -- --help',
      );
    }
  }
  if (parsed.dev && parsed.shots) {
    throw new Problem('--dev and --shots do not go together.', 'leave one of them out.');
  }
  if (parsed.shots) parsed.app.push(`--shots=${parsed.shots}`);
  return parsed;
}
