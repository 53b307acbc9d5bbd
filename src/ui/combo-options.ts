import { fold } from '@contract/folding';

/**
 * What a list offers: a value, what it is called, what tells it apart, and words by which it is
 * found as well without being shown.
 */
export type ComboOption = { value: string; label: string; note?: string; also?: string };

/** More than this is not read but searched. */
export const shownAtMost = 60;

/**
 * How well an option fits what is typed: 0 where it is called so, 1 where its name begins so, 2
 * where words of it begin so ("tok" means Tokyo rather than Vostok), 3 where it holds every word;
 * null where not.
 */
function rankOf(
  { label, note, also }: ComboOption,
  words: readonly string[],
): 0 | 1 | 2 | 3 | null {
  const text = fold(`${label} ${note ?? ''} ${also ?? ''}`);
  if (!words.every((word) => text.includes(word))) return null;
  const name = fold(label);
  if (name.startsWith(words.join(' '))) return name === words.join(' ') ? 0 : 1;
  const parts = text.split(/[\s/]+/);
  return words.every((word) => parts.some((part) => part.startsWith(word))) ? 2 : 3;
}

/** All options that fit what is typed, the best first; all in their order for nothing. */
export function fittingOptions(options: readonly ComboOption[], typed: string): ComboOption[] {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...options];
  const byRank: ComboOption[][] = [[], [], [], []];
  for (const option of options) {
    const rank = rankOf(option, words);
    if (rank !== null) byRank[rank]?.push(option);
  }
  return byRank.flat();
}

/**
 * One option a name, as a person reads it: of those that differ in case or accents alone the one
 * that is chosen, else the first.
 */
export function oneOfEachName(options: readonly ComboOption[], chosen: string): ComboOption[] {
  const byName = new Map<string, ComboOption>();
  for (const option of options) {
    const name = fold(option.label.trim());
    if (!byName.has(name) || option.value === chosen) byName.set(name, option);
  }
  return [...byName.values()];
}
