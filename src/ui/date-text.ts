type Part = 'year' | 'month' | 'day';

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(locale: string): Intl.DateTimeFormat {
  const found = formats.get(locale);
  if (found) return found;
  const made = new Intl.DateTimeFormat(locale, {
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ calendar: 'gregory', numberingSystem: 'latn', timeZone: 'UTC' },
  });
  formats.set(locale, made);
  return made;
}

function orderOf(locale: string): Part[] {
  return formatOf(locale)
    .formatToParts(0)
    .flatMap(({ type }) => (type === 'year' || type === 'month' || type === 'day' ? [type] : []));
}

/** Whether the calendar has a day `YYYY-MM-DD`. */
function isReal(day: string): boolean {
  const at = Date.parse(`${day}T00:00:00Z`);
  return /^[12]\d{3}-\d\d-\d\d$/.test(day) && new Date(at || 0).toISOString().startsWith(day);
}

/** A day `YYYY-MM-DD` as a person of the locale writes it, `02/29/1988`; other text as it is. */
export function writeDate(day: string, locale: string): string {
  return isReal(day) ? formatOf(locale).format(Date.parse(`${day}T00:00:00Z`)) : day;
}

/**
 * The day `YYYY-MM-DD` that a person typed: in the order of the locale, with any separators or none
 * (`02291988`), with a year of four digits; or as ISO writes it. Null for what is no day of the
 * calendar: it is never taken for another one.
 */
export function readDate(text: string, locale: string): string | null {
  const typed = text.trim();
  const order: Part[] = /^\d{4}\D/.test(typed) ? ['year', 'month', 'day'] : orderOf(locale);
  const numbers = /^\d{8}$/.test(typed) ? splitDigits(typed, order) : typed.split(/[\s./-]+/);
  if (numbers.length !== 3 || !numbers.every((number) => /^\d+$/.test(number))) return null;
  const of = (part: Part) => numbers[order.indexOf(part)] ?? '';
  const day = `${of('year')}-${of('month').padStart(2, '0')}-${of('day').padStart(2, '0')}`;
  return isReal(day) ? day : null;
}

function splitDigits(digits: string, order: readonly Part[]): string[] {
  let at = 0;
  return order.map((part) => {
    const length = part === 'year' ? 4 : 2;
    at += length;
    return digits.slice(at - length, at);
  });
}

/** What is to be typed, `MM/DD/YYYY`, in the letters of a language: `{year: 'AAAA', …}`. */
export function datePattern(locale: string, letters: Readonly<Record<Part, string>>): string {
  return formatOf(locale)
    .formatToParts(0)
    .map(({ type, value }) => (type in letters ? letters[type as Part] : value))
    .join('');
}
