import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** `22933411512` as `229.334.115-12`; what is not 11 digits alone stays as it is. */
export function groupCpf(text: string): string {
  return text.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4');
}

/** Where a number without a country code is from. */
const home = 'BR';

const digitsOf = (text: string) => text.replace(/\D/g, '');

/** What numbers were grouped to: a table that is scrolled asks for the same ones again and again. */
const grouped = new Map<string, string>();

/**
 * `+5563995834891` as `+55 63 99583-4891`, by the customs of its country. What somebody has grouped
 * already stays as it was written, and so does what is no number of any country: between two
 * spellings a person has to see the difference.
 */
export function groupPhone(text: string): string {
  if (!/^\+?\d{8,15}$/.test(text)) return text;
  let shown = grouped.get(text);
  if (shown === undefined) {
    if (grouped.size >= 5000) grouped.clear();
    shown = groupAgain(text);
    grouped.set(text, shown);
  }
  return shown;
}

function groupAgain(text: string): string {
  const phone = parsePhoneNumberFromString(text, { defaultCountry: home, extract: false });
  if (!phone?.isValid()) return text;
  const atHome = phone.formatNational();
  const shown = !text.startsWith('+')
    ? atHome
    : phone.country === home
      ? // With its dash, for which the international form has a space.
        `+${phone.countryCallingCode} ${atHome.replace(/[()]/g, '')}`
      : phone.formatInternational();
  // Old spellings are read as today's numbers; grouping must not change a digit.
  return digitsOf(shown) === digitsOf(text) ? shown : text;
}
