import { recordKeySchema, type FieldValue } from './records';
import { mostOf, type Field, type FieldKind } from './resources';
import { isLonger, lengthOf } from './rules/text-length';

/** What is wrong with a value. An error keeps it from being saved, a warning doesn't. */
export type Finding = {
  level: 'error' | 'warning';
  /** Key below `records.checks`. */
  says:
    | 'needed'
    | 'notCleared'
    | 'form'
    | 'color'
    | 'date'
    | 'dateAhead'
    | 'email'
    | 'tooLong'
    | 'plate'
    | 'noLetters'
    | 'imeiLength'
    | 'imeiDigit'
    | 'iccidLength'
    | 'iccidDigit'
    | 'vinLength'
    | 'vinLetters'
    | 'cpfLength'
    | 'cpfDigits'
    | 'phone'
    | 'year'
    | 'spaces'
    | 'id'
    | 'number'
    | 'choice';
  values?: Record<string, string | number>;
};

const error = (says: Finding['says'], values?: Finding['values']): Finding => ({
  level: 'error',
  says,
  ...(values ? { values } : {}),
});
const warning = (says: Finding['says'], values?: Finding['values']): Finding => ({
  level: 'warning',
  says,
  ...(values ? { values } : {}),
});

const digitsOf = (text: string) => text.replace(/\D/g, '');

/** Whether the last digit fits the others by Luhn's formula, as on IMEI and ICCID. */
export function fitsLuhn(digits: string): boolean {
  let sum = 0;
  [...digits].reverse().forEach((digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2);
    sum += value > 9 ? value - 9 : value;
  });
  return sum % 10 === 0;
}

/** Whether the two check digits of a CPF fit the others. */
export function fitsCpf(digits: string): boolean {
  if (!/^\d{11}$/.test(digits) || /^(\d)\1+$/.test(digits)) return false;
  return [9, 10].every((length) => {
    const sum = [...digits.slice(0, length)].reduce(
      (all, digit, at) => all + Number(digit) * (length + 1 - at),
      0,
    );
    return ((sum * 10) % 11) % 10 === Number(digits[length]);
  });
}

/** Letters and digits, with spaces, dashes or dots between. */
function checkPlate(text: string): Finding | null {
  return /^[\p{L}\p{N}]([\p{L}\p{N}\s.·-]*[\p{L}\p{N}])$/u.test(text) ? null : warning('plate');
}

function checkImei(text: string): Finding | null {
  const digits = text.replace(/[\s-]/g, '');
  if (!/^\d{15}$/.test(digits)) return warning('imeiLength', { n: digitsOf(text).length });
  return fitsLuhn(digits) ? null : warning('imeiDigit');
}

function checkIccid(text: string): Finding | null {
  const digits = text.replace(/[\s-]/g, '');
  if (!/^\d{18,22}$/.test(digits)) return warning('iccidLength', { n: digitsOf(text).length });
  return fitsLuhn(digits) ? null : warning('iccidDigit');
}

function checkVin(text: string): Finding | null {
  if (/[^A-HJ-NPR-Z0-9]/i.test(text)) return warning('vinLetters');
  return text.length === 17 ? null : warning('vinLength', { n: text.length });
}

function checkCpf(text: string): Finding | null {
  const digits = digitsOf(text);
  if (digits.length !== 11) return warning('cpfLength', { n: digits.length });
  return fitsCpf(digits) ? null : warning('cpfDigits');
}

function checkDate(text: string, now: number, { isPast }: Field): Finding | null {
  const at = Date.parse(`${text}T00:00:00Z`);
  const isReal =
    /^\d{4}-\d\d-\d\d$/.test(text) &&
    !Number.isNaN(at) &&
    new Date(at).toISOString().startsWith(text);
  if (!isReal) return error('date');
  return isPast === true && at > now ? warning('dateAhead') : null;
}

function checkYear(text: string, now: number): Finding | null {
  const last = new Date(now).getUTCFullYear() + 1;
  const year = Number(text);
  return /^\d{4}$/.test(text) && year >= 1900 && year <= last ? null : warning('year', { last });
}

type Check = (text: string, now: number, field: Field) => Finding | null;

/**
 * The number in the value of a field: digits with a decimal point, in every language; null where it
 * holds none. How a person writes it is a matter of the form.
 */
export function numberIn(text: string): number | null {
  const plain = text.trim();
  return /^[+-]?\d+(\.\d+)?$/.test(plain) && Number.isFinite(Number(plain)) ? Number(plain) : null;
}

const checks: Partial<Record<FieldKind, Check>> = {
  number: (text) => (numberIn(text) === null ? error('number') : null),
  plate: checkPlate,
  imei: checkImei,
  iccid: checkIccid,
  vin: checkVin,
  cpf: checkCpf,
  date: checkDate,
  year: checkYear,
  color: (text) => (/^#[0-9a-f]{6}$/i.test(text) ? null : error('color')),
  email: (text) => (/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text) ? null : error('email')),
  phone: (text) =>
    /^[+\d\s().-]*$/.test(text) && digitsOf(text).length >= 6 ? null : warning('phone'),
  reference: (text) => (recordKeySchema.safeParse(text).success ? null : error('id')),
  username: (text) => (/\s/.test(text) ? warning('spaces') : null),
};

/**
 * What is wrong with a value of a field; null where nothing is.
 * @param now epoch milliseconds: dates and years are checked against it
 * @param isSet whether the service has a value of the field, which it may not give up
 */
export function checkField(
  field: Field,
  value: FieldValue,
  now: number,
  isSet = false,
): Finding | null {
  const text = typeof value === 'string' ? value.trim() : '';
  if (text === '') {
    if (field.required) return error('needed');
    return field.clearable === false && isSet ? error('notCleared') : null;
  }
  const most = mostOf(field);
  if (isLonger(text, most)) return error('tooLong', { most, n: lengthOf(text) });
  if (field.kind === 'choice' && field.values?.includes(text) === false) return error('choice');
  const finding = checks[field.kind]?.(text, now, field) ?? null;
  // A name of signs alone names nothing.
  if (finding === null && field.required && !/[\p{L}\p{N}]/u.test(text)) {
    return warning('noLetters');
  }
  return finding;
}

/** Whether a value is what fields of a kind hold: a list of texts, a moment, else a text. */
function hasForm(kind: FieldKind, value: FieldValue): boolean {
  if (value === null) return true;
  if (kind === 'texts') return Array.isArray(value);
  return typeof value === (kind === 'moment' ? 'number' : 'string');
}

/** The error in a field's value, which nothing that is queued may have; null where there is none. */
export function errorIn(field: Field, value: FieldValue): Finding | null {
  // Forms hand over nothing else, but other callers can.
  if (!hasForm(field.kind, value)) return error('form');
  const finding = checkField(field, value, 0);
  return finding?.level === 'error' ? finding : null;
}
