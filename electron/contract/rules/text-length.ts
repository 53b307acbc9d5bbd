/** Most characters of any text that a person enters. */
export const TEXT_AT_MOST = 10_000;

/**
 * How many characters a text has, as forms and the bridge count them alike: code points, so that an
 * emoji of one code point counts as one.
 */
export function lengthOf(text: string): number {
  return text.length - (text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0);
}

/** Whether a text has more characters than it may. A code point takes two units at most. */
export function isLonger(text: string, most: number): boolean {
  return text.length > most && lengthOf(text) > most;
}
