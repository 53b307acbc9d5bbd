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

/**
 * What to print for an error: a problem in plain words, anything else with its stack, since it is
 * a fault of ours.
 * @param {unknown} error
 * @returns {string}
 */
export function describe(error) {
  if (error instanceof Problem) {
    const lines = [error.message, `What to do: ${error.remedy}`];
    if (error.details) lines.push('', error.details.trim());
    return lines.join('\n');
  }
  if (error instanceof Error) return error.stack ?? error.message;
  return String(error);
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
