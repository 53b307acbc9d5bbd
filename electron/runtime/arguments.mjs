import { WrongUsage } from './problem.mjs';

/** What the command lines of all commands have in common. */

/**
 * One argument as it was written: `--name`, `--name=text`, or a word by itself.
 *
 * @typedef {object} Argument
 * @property {string} whole
 * @property {string} name what comes before a `=`
 * @property {string | undefined} inline what comes after it
 */

/**
 * Whether help is asked for, wherever the option is; behind a further `--` nothing is ours.
 * @param {readonly string[]} args
 */
export function wantsHelp(args) {
  const end = args.indexOf('--');
  const ours = end < 0 ? args : args.slice(0, end);
  return ours.includes('--help') || ours.includes('-h');
}

/** The arguments of a command, taken one after the other. */
export class Arguments {
  #rest;
  #command;

  /**
   * @param {readonly string[]} args
   * @param {string} command as a person writes it, for what to do about a wrong one
   */
  constructor(args, command) {
    this.#rest = [...args];
    this.#command = command;
  }

  /** @returns {Argument | undefined} the next one, if there is any */
  next() {
    const whole = this.#rest.shift();
    if (whole === undefined) return undefined;
    const [name = '', inline] = whole.split(/=(.*)/s);
    return { whole, name, inline };
  }

  /**
   * What was written for an option, behind its `=` or as the next argument.
   * @param {Argument} option
   * @returns {string | undefined} undefined where there is nothing
   */
  valueOf({ inline }) {
    const value = inline ?? (this.#rest[0]?.startsWith('-') ? undefined : this.#rest.shift());
    return value === '' ? undefined : value;
  }

  /** All that is left. */
  takeRest() {
    return this.#rest.splice(0);
  }

  /**
   * A fault in what was written.
   * @param {string} message
   * @param {string} [usage] what can be written, where it is shown at once
   */
  wrong(message, usage) {
    return new WrongUsage(message, this.#command, usage);
  }

  /** @param {Argument} argument one that the command does not know */
  unknown({ whole, name }) {
    return this.wrong(
      name.startsWith('-') ? `There is no option ${name}.` : `${whole} belongs to no option.`,
    );
  }
}
