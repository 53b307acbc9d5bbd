import path from 'node:path';
import { Arguments } from './arguments.mjs';

/**
 * The arguments of `npm run up -- …`. What is not meant for the command goes to the app as it is.
 *
 * @typedef {object} UpArguments
 * @property {boolean} dev
 * @property {string | undefined} shots absolute path of the folder for pictures
 * @property {number} shotsTimeoutMs how long the app may be silent over its pictures
 * @property {number | undefined} seeded vehicles of a fleet that is there from the start
 * @property {string[]} app arguments for the app
 */

const SHOTS_TIMEOUT_S = 180;
const LARGEST_DEMO = 100_000;

/** Switches of the app that take a value; people write it behind a `=` or a space. */
const valueSwitches = new Map([
  ['--user-data-dir', 'a folder'],
  ['--connection', 'a file'],
  ['--lang', 'a language'],
  ['--shots-only', 'a list such as map,dark'],
]);

export const UP_USAGE = `Usage: npm run up [-- options]

Installs what is missing, builds what has changed, and opens the app.

  --demo[=N]               go straight to the demo fleet (of N vehicles)
  --seeded=N               a demo fleet of N vehicles, with all that days of reading bring
  --shots DIR              write pictures of the screens to DIR, then quit
  --shots-only A,B         of the screens only these, such as map,outbox; of the looks (light, dark,
                           900x600, pt-BR, es, pseudo) only these; or single pictures such as map-light
  --shots-timeout SECONDS  give up when the app says nothing for so long (${SHOTS_TIMEOUT_S})
  --dev                    develop: rebuild and reload on every change
  --user-data-dir DIR      keep the app's data in DIR
  --connection FILE        a connection to begin with
  --lang LOCALE            language, such as pt-BR, unless the settings name one
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
    dev: false,
    shots: undefined,
    shotsTimeoutMs: SHOTS_TIMEOUT_S * 1000,
    seeded: undefined,
    app: [],
  };
  const given = new Arguments(args, 'npm run up --');
  /** @param {import('./arguments.mjs').Argument} option @param {string} what */
  const valueOf = (option, what) => {
    const value = given.valueOf(option);
    if (value === undefined) throw given.wrong(`${option.name} needs ${what}.`);
    return value;
  };
  for (let option = given.next(); option !== undefined; option = given.next()) {
    const { whole, name, inline } = option;
    const what = valueSwitches.get(name);
    const isSeeded = name === '--seeded';
    if (what !== undefined) parsed.app.push(`${name}=${valueOf(option, what)}`);
    else if (name === '--dev') parsed.dev = true;
    else if (name === '--shots') parsed.shots = path.resolve(cwd, valueOf(option, 'a folder'));
    else if (name === '--shots-timeout') {
      const seconds = Number(valueOf(option, 'a number of seconds'));
      if (!(seconds > 0)) throw given.wrong('--shots-timeout needs a number of seconds.');
      parsed.shotsTimeoutMs = seconds * 1000;
    } else if (name === '--demo' || isSeeded) {
      const isCount = (inline === undefined && !isSeeded) || /^[1-9]\d{0,4}$/.test(inline ?? '');
      if (!isCount || Number(inline ?? 1) > LARGEST_DEMO) {
        throw given.wrong(`${whole} is not a number of vehicles from 1 to ${LARGEST_DEMO}.`);
      }
      if (isSeeded) parsed.seeded = Number(inline);
      else parsed.app.push(whole);
    } else if (name === '--test-hooks') parsed.app.push(name);
    else if (name === '--') parsed.app.push(...given.takeRest());
    else throw given.unknown(option);
  }
  if (parsed.dev && parsed.shots) throw given.wrong('--dev and --shots do not go together.');
  if (parsed.shots) parsed.app.push(`--shots=${parsed.shots}`);
  return parsed;
}
