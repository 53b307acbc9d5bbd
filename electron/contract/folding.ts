const MARKS = /\p{M}/gu;
const BETWEEN_WORDS = /[^\p{L}\p{N}]+/u;
const NO_WORD = /[^\p{L}\p{N}]+/gu;
const DIGITS = /\d+/g;

/** Letters that carry their stroke inside: no decomposition takes it off. */
const STROKES: Readonly<Record<string, string>> = {
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
};
const STROKED = /[øđłßæœı]/g;

/** Most texts are plain, and the rules of all other alphabets cost many times more. */
const PLAIN = /^[\0-\x7f]*$/;
const BETWEEN_PLAIN_WORDS = /[^a-z0-9]+/;
const NO_PLAIN_WORD = /[^a-z0-9]+/g;

/**
 * Text as it is searched and compared, in main and in the page alike: lower case, without accents,
 * strokes and ligatures. It is the one folding of the app: `São João` → `sao joao`.
 */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (PLAIN.test(lower)) return lower;
  return lower
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(STROKED, (letter) => STROKES[letter] ?? letter);
}

/** The words of a text, folded: its runs of letters and digits. */
export function wordsOf(text: string): string[] {
  const folded = fold(text);
  const words = folded.split(PLAIN.test(folded) ? BETWEEN_PLAIN_WORDS : BETWEEN_WORDS);
  return words.filter((word) => word !== '');
}

/** Letters and digits alone, folded: a plate with a dash, a space or neither is the same. */
export function lettersOf(text: string): string {
  const folded = fold(text);
  return folded.replace(PLAIN.test(folded) ? NO_PLAIN_WORD : NO_WORD, '');
}

/**
 * What a text is sorted by: folded, and numbers by their size, so that "Van 9" comes before
 * "Van 10". A number is preceded by the count of its digits; codes compare as plain strings.
 */
export function sortKeyOf(text: string): string {
  return fold(text).replace(DIGITS, (digits) => {
    const significant = digits.replace(/^0+(?=\d)/, '');
    return `${String(significant.length).padStart(5, '0')}${significant}`;
  });
}

/** Order of two sort keys, for `sort`. */
export function compareKeys(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
