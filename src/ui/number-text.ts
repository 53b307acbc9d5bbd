interface Separators {
  readonly decimal: string;
  readonly group: string;
}

const known = new Map<string, Separators>();

function separatorsOf(locale: string): Separators {
  const found = known.get(locale);
  if (found) return found;
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(
    1_234_567.5,
  );
  const valueOf = (wanted: string): string | undefined =>
    parts.find(({ type }) => type === wanted)?.value;
  const made = { decimal: valueOf('decimal') ?? '.', group: valueOf('group') ?? ',' };
  known.set(locale, made);
  return made;
}

const plainForm = /^[+-]?\d+(\.\d+)?$/;

/** A number, digits with a decimal point, as a person of the locale writes it; other text as it is. */
export function writeNumber(plain: string, locale: string): string {
  return plainForm.test(plain) ? plain.replace('.', separatorsOf(locale).decimal) : plain;
}

/**
 * The number that a person typed, as digits with a decimal point: `1500` for `1,500` in English,
 * `1.5` for `1,5` in Portuguese. Groups have three digits. A decimal point is taken in every
 * language where it can be no group. Null for what is no number: it is never taken for another one.
 */
export function readNumber(text: string, locale: string): string | null {
  const typed = text.trim().replace(/[\u00a0\u202f]/g, ' ');
  const { decimal, group } = separatorsOf(locale);
  const [whole = '', fraction, ...more] = typed.split(decimal);
  const groups = whole.replace(/^[+-]/, '').split(group.replace(/[\u00a0\u202f]/g, ' '));
  const isGrouped =
    groups.length === 1 ||
    (/^\d{1,3}$/.test(groups[0] ?? '') && groups.slice(1).every((each) => /^\d{3}$/.test(each)));
  const sign = whole.startsWith('-') ? '-' : '';
  const plain = sign + groups.join('') + (fraction === undefined ? '' : `.${fraction}`);
  if (isGrouped && more.length === 0 && plainForm.test(plain)) return plain;
  return plainForm.test(typed) ? typed : null;
}
