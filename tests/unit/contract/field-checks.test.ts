import { describe, expect, it } from 'vitest';
import type { FieldValue } from '@contract/records';
import { fieldsOf, type Field, type FieldKind } from '@contract/resources';
import { checkField, errorIn, fitsCpf, fitsLuhn } from '@contract/field-checks';

const now = Date.UTC(2026, 10, 28);

function say(kind: FieldKind, text: string | null, required = false): string | null {
  const info: Field = {
    kind,
    readable: true,
    writable: 'always',
    ...(required && { required }),
  };
  const finding = checkField(info, text, now);
  return finding && `${finding.level} ${finding.says}`;
}

describe('what is typed', () => {
  it.each<[FieldKind, string, string | null]>([
    ['imei', '490154203237518', null],
    ['imei', '49-015420-323751-8', null],
    ['imei', '490154203237517', 'warning imeiDigit'],
    ['imei', '49015420323751', 'warning imeiLength'],
    ['imei', '4901542O3237518', 'warning imeiLength'],
    ['iccid', '89550530410000000000', 'warning iccidDigit'],
    ['iccid', '8955', 'warning iccidLength'],
    ['vin', '9BWZZZ377VT004251', null],
    ['vin', '9BWZZZ377VT00425', 'warning vinLength'],
    ['vin', '9BWZZZ377VT0O4251', 'warning vinLetters'],
    ['vin', '9bwzzz377vt004251', null],
    ['cpf', '529.982.247-25', null],
    ['cpf', '529.982.247-24', 'warning cpfDigits'],
    ['cpf', '111.111.111-11', 'warning cpfDigits'],
    ['cpf', '529.982.247', 'warning cpfLength'],
    ['email', 'ana@vilaclara.example', null],
    ['email', 'ana@vilaclara', 'error email'],
    ['email', 'ana vilaclara.example', 'error email'],
    ['color', '#C0392B', null],
    ['color', '#c0392b', null],
    ['color', 'red', 'error color'],
    ['color', '#C03', 'error color'],
    ['date', '1984-02-29', null],
    ['date', '1985-02-29', 'error date'],
    ['date', '29/02/1984', 'error date'],
    ['date', '2027-01-01', null],
    ['number', '2.5', null],
    ['number', '-1500', null],
    ['number', '2,5', 'error number'],
    ['year', '2027', null],
    ['year', '2028', 'warning year'],
    ['year', '1899', 'warning year'],
    ['year', '26', 'warning year'],
    ['phone', '+55 (19) 98100-1000', null],
    ['phone', 'Ana', 'warning phone'],
    ['username', 'ana carvalho', 'warning spaces'],
    ['reference', 'abcdefghijklmn5', null],
    ['reference', 'Vila Clara', 'error id'],
    ['text', 'x'.repeat(10_001), 'error tooLong'],
    ['username', 'x'.repeat(256), 'error tooLong'],
    ['plate', 'ABC-1D23', null],
    ['plate', 'AB 123 CD', null],
    ['plate', 'GJ·4821', null],
    ['plate', '???', 'warning plate'],
    ['plate', 'ABC-1D2?', 'warning plate'],
    ['plate', 'A', 'warning plate'],
  ])('%s %s: %s', (kind, text, finding) => {
    expect(say(kind, text)).toBe(finding);
  });

  it('as a day of birth is not ahead', () => {
    const { birthdate } = fieldsOf('users');
    const saysOf = (day: string) => birthdate && checkField(birthdate, day, now)?.says;
    expect(saysOf('2027-01-01')).toBe('dateAhead');
    expect(saysOf('1984-02-29')).toBeUndefined();
  });

  it('of signs alone is no name', () => {
    expect(say('text', '???', true)).toBe('warning noLetters');
    expect(say('text', '???')).toBeNull();
    expect(say('text', 'É', true)).toBeNull();
  });

  it('that is too long says how long it is and may be', () => {
    const info = { kind: 'username', readable: true, writable: 'always' } as const;
    expect(checkField(info, 'x'.repeat(300), now)?.values).toEqual({ most: 255, n: 300 });
  });

  it('is missed only where a record can’t be without it', () => {
    expect(say('email', '   ')).toBeNull();
    expect(say('email', null)).toBeNull();
    expect(say('plate', '  ', true)).toBe('error needed');
    expect(say('plate', null, true)).toBe('error needed');
  });
});

describe('check digits', () => {
  it('of Luhn find every single wrong digit', () => {
    const right = '490154203237518';
    expect(fitsLuhn(right)).toBe(true);
    for (let at = 0; at < right.length; at += 1) {
      const wrong = String((Number(right[at]) + 1) % 10);
      expect(fitsLuhn(right.slice(0, at) + wrong + right.slice(at + 1)), `at ${at}`).toBe(false);
    }
  });

  it('of a CPF whose sum leaves ten are zero', () => {
    expect(fitsCpf('10000000108')).toBe(true);
    expect(fitsCpf('52998224725')).toBe(true);
    expect(fitsCpf('5299822472')).toBe(false);
  });
});

it('a value that the service does not give up can be changed, not emptied', () => {
  const { carrier } = fieldsOf('chips') as Record<'carrier', Field>;
  expect(checkField(carrier, '', now, true)).toEqual({ level: 'error', says: 'notCleared' });
  expect(checkField(carrier, 'Vivo', now, true)).toBeNull();
  expect(checkField(carrier, '', now)).toBeNull();
});

describe('what a caller other than a form hands over', () => {
  const errorOf = (kind: FieldKind, value: FieldValue) =>
    errorIn({ kind, readable: true, writable: 'always' }, value)?.says ?? null;

  it.each<[FieldKind, FieldValue]>([
    ['color', 5],
    ['text', 5],
    ['text', ['red']],
    ['date', 0],
    ['texts', 'red'],
    ['moment', '2026-11-28'],
  ])('%s can’t be %j', (kind, value) => {
    expect(errorOf(kind, value)).toBe('form');
  });

  it.each<[FieldKind, FieldValue]>([
    ['text', 'red'],
    ['text', null],
    ['texts', ['red']],
    ['moment', 0],
  ])('%s can be %j', (kind, value) => {
    expect(errorOf(kind, value)).toBeNull();
  });
});
