/** Values for the placeholders of a sentence. */
export type Values = Record<string, string | number>;

/** Letters that are written from right to left, and signs that turn the direction. */
const turning =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

const isolate = '\u2068';
const endOfIsolate = '\u2069';
/** A value that ends more than it began would end its own isolate. */
const ends = /[\u202c\u2069]/gu;

/**
 * Values whose direction stays their own: an Arabic name turns no word of the sentence around it,
 * nor does a name that holds signs of direction.
 */
export function isolated(values: Values): Values {
  const turned = Object.entries(values).filter(
    ([, value]) => typeof value === 'string' && turning.test(value),
  );
  if (turned.length === 0) return values;
  const safe = turned.map(([name, value]): [string, string] => [
    name,
    `${isolate}${String(value).replace(ends, '')}${endOfIsolate}`,
  ]);
  return { ...values, ...Object.fromEntries(safe) };
}
