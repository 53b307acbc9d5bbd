import { isLonger } from '@contract/rules/text-length';

/**
 * Whether a text is longer than its field may send. Nothing is cut off while a person types or
 * pastes: the field says how long the text is, and its form waits.
 */
export function isTooLong(text: string, most: number | null | undefined): boolean {
  return typeof most === 'number' && isLonger(text, most);
}
