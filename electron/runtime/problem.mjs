/**
 * Something that a person can understand and mend. `message` says what happened; `remedy` says
 * what to do about it; `details` is what a tool said, for those who want to read it.
 */
export class Problem extends Error {
  /**
   * @param {string} message
   * @param {string} remedy
   * @param {string} [details]
   */
  constructor(message, remedy, details) {
    super(message);
    this.name = 'Problem';
    this.remedy = remedy;
    this.details = details;
  }
}

/** A command line that says something else than the command understands. */
export class WrongUsage extends Problem {
  /**
   * @param {string} message
   * @param {string} command as a person writes it, up to its options
   * @param {string} [usage] what can be written, where it is shown at once
   */
  constructor(message, command, usage) {
    super(message, `see ${command} --help`, usage);
    this.name = 'WrongUsage';
  }
}

/**
 * The exit code that tells scripts what went wrong: a command line (2, as with most tools), or
 * anything else.
 * @param {unknown} error
 */
export function exitCodeFor(error) {
  return error instanceof WrongUsage ? 2 : 1;
}

/**
 * What the system says when a file or folder can't be used, and what a person can do about it.
 * @type {Readonly<Record<string, [happened: string, remedy: string]>>}
 */
const systemFaults = {
  EACCES: ['Access was denied to', 'give yourself the right to use it, or choose another place'],
  EEXIST: ['Something else is at', 'move it away, or choose another place'],
  EISDIR: ['There is a folder where a file should be, at', 'move it away, or choose another place'],
  ENOENT: ['There is no', 'check the path, and that its folder can be written'],
  ENOSPC: ['The disk is full; it could not hold', 'free some space, then run the command again'],
  ENOTDIR: [
    'There is a file where a folder should be, at',
    'move it away, or choose another place',
  ],
  EPERM: ['The system did not allow a change of', 'check who owns it, or choose another place'],
  EROFS: [
    'Nothing can be written at',
    'choose a place that can be written (HOME, or the path given)',
  ],
};

/**
 * A failed system call as a problem in plain words, if it names the path it failed for.
 * @param {Error} error
 */
function systemProblem(error) {
  const fault = systemFaults[errorCode(error) ?? ''];
  if (fault === undefined || !('path' in error) || typeof error.path !== 'string') return undefined;
  return new Problem(`${fault[0]} ${error.path}.`, `${fault[1]}.`, error.message);
}

/**
 * What to print for an error: a problem in plain words, anything else with its stack, since it is
 * a fault of ours.
 * @param {unknown} error
 * @returns {string}
 */
export function describe(error) {
  const problem = error instanceof Error ? (systemProblem(error) ?? error) : error;
  if (problem instanceof Problem) {
    const lines = [problem.message, `What to do: ${problem.remedy}`];
    if (problem.details) lines.push('', problem.details.trim());
    return lines.join('\n');
  }
  if (problem instanceof Error) return problem.stack ?? problem.message;
  return String(problem);
}

/**
 * The code of a failed system call ("ENOENT"), if the error has one.
 * @param {unknown} error
 * @returns {string | undefined}
 */
export function errorCode(error) {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
