import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupCpf, groupPhone } from '@/app/records/grouped-digits';

const digitsOf = (text: string) => text.replace(/\D/g, '');

describe('CPF as people read it', () => {
  it.each([
    ['22933411512', '229.334.115-12'],
    ['00000000000', '000.000.000-00'],
    ['229.334.115-12', '229.334.115-12'],
    ['2293341151', '2293341151'],
    ['229334115123', '229334115123'],
    ['229334115 12', '229334115 12'],
    ['2293341151A', '2293341151A'],
    ['22933411512\n', '22933411512\n'],
    ['', ''],
  ])('%j is shown as %j', (raw, shown) => {
    expect(groupCpf(raw)).toBe(shown);
  });
});

describe('phone numbers as people read them', () => {
  it.each([
    ['a mobile number', '+5563995834891', '+55 63 99583-4891'],
    ['a number of a house', '+551133334444', '+55 11 3333-4444'],
    ['one without its country', '11999990000', '(11) 99999-0000'],
    ['a number that costs nothing', '08001234567', '0800 123 4567'],
    ['one of the United States', '+12025550123', '+1 202 555 0123'],
    ['one of France', '+33612345678', '+33 6 12 34 56 78'],
    ['one of Argentina', '+5491123456789', '+54 9 11 2345 6789'],
  ])('%s is grouped', (_, raw, shown) => {
    expect(groupPhone(raw)).toBe(shown);
  });

  it.each([
    ['grouped already', '+55 63 99583-4891'],
    ['grouped in another way', '(63)995834891'],
    ['too short', '+55119876'],
    ['of no country', '+999123456789'],
    ['a country code without its sign', '5511987654321'],
    ['an old spelling, of which another number would be made', '+54111523456789'],
    ['an extension', '+551133334444;ext=12'],
    ['no number', 'ask at the gate'],
    ['nothing', ''],
  ])('%s stays as it is', (_, raw) => {
    expect(groupPhone(raw)).toBe(raw);
  });

  it('keep each digit and the sign before them, whatever they are', () => {
    const numbers = fc.tuple(
      fc.constantFrom('', '+', '+55', '+1', '+34', '+54', '+52', '+39', '0'),
      fc.stringMatching(/^\d{5,12}$/),
    );
    fc.assert(
      fc.property(numbers, ([before, digits]) => {
        const raw = before + digits;
        const shown = groupPhone(raw);
        expect(digitsOf(shown)).toBe(digitsOf(raw));
        expect(shown.startsWith('+')).toBe(raw.startsWith('+'));
      }),
    );
  });
});
