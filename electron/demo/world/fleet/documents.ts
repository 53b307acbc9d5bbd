import { hash } from '../random';

/**
 * Numbers as they stand on Brazilian papers, each with the check digits that it has in reality.
 * A number is a permutation of an index, so that no two records share one.
 */
function spread(seed: number, salt: number, index: number, size: number): number {
  // A multiplier that shares no factor with powers of ten or of 26 visits every number once.
  const step = 1_597_463 + (hash(seed, salt) % 1000) * 5460;
  const start = hash(seed, salt, 1) % size;
  return (start + (((index % size) * (coprime(step) % size)) % size)) % size;
}

function coprime(value: number): number {
  let step = value;
  while (step % 2 === 0 || step % 5 === 0 || step % 13 === 0) step += 1;
  return step;
}

/** The digit that makes a number pass the Luhn test. */
export function luhnDigit(digits: string): string {
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) {
    let value = Number(digits.charAt(digits.length - 1 - i));
    if (i % 2 === 0) {
      value *= 2;
      if (value > 9) value -= 9;
    }
    sum += value;
  }
  return String((10 - (sum % 10)) % 10);
}

/** 15 digits: type code, serial number, check digit. */
export function imeiOf(seed: number, index: number): string {
  const type = ['86842004', '35963208', '86530205'][hash(seed, 2001, index) % 3] ?? '86842004';
  const serial = String(spread(seed, 2002, index, 1_000_000)).padStart(6, '0');
  return `${type}${serial}${luhnDigit(`${type}${serial}`)}`;
}

/** 19 digits that begin with 8955, the prefix of Brazilian SIM cards. */
export function iccidOf(seed: number, index: number): string {
  const issuer = ['31', '47', '62'][index % 3] ?? '31';
  const serial = String(spread(seed, 2003, index, 1_000_000)).padStart(12, '0');
  const body = `8955${issuer}${serial}`;
  return `${body}${luhnDigit(body)}`;
}

/** A mobile number of the region, in international form. */
export function phoneOf(seed: number, salt: number, index: number): string {
  const number = String(spread(seed, salt, index, 10_000_000)).padStart(7, '0');
  return `+55639${salt % 2 === 0 ? 9 : 8}${number}`;
}

/** 11 digits, the last two of them check digits. */
export function cpfOf(seed: number, index: number): string {
  const body = String(100_000_000 + spread(seed, 2005, index, 800_000_000)).padStart(9, '0');
  return `${body}${cpfDigits(body)}`;
}

function cpfDigits(body: string): string {
  const digit = (text: string): number => {
    let sum = 0;
    for (let i = 0; i < text.length; i += 1) sum += Number(text.charAt(i)) * (text.length + 1 - i);
    const rest = (sum * 10) % 11;
    return rest === 10 ? 0 : rest;
  };
  const first = digit(body);
  return `${first}${digit(`${body}${first}`)}`;
}

/** Whether a CPF, with or without its dots and dash, has the right check digits. */
export function isCpf(text: string): boolean {
  const digits = text.replace(/[.\-\s]/g, '');
  if (!/^\d{11}$/.test(digits) || /^(\d)\1{10}$/.test(digits)) return false;
  return cpfDigits(digits.slice(0, 9)) === digits.slice(9);
}

/** Whether 15 digits pass the Luhn test. */
export function isImei(text: string): boolean {
  return /^\d{15}$/.test(text) && luhnDigit(text.slice(0, 14)) === text.slice(14);
}

/** A plate of the Mercosul form, ABC1D23. */
export function plateOf(seed: number, index: number): string {
  let rest = spread(seed, 2006, index, 26 ** 4 * 1000);
  const take = (size: number): number => {
    const part = rest % size;
    rest = Math.floor(rest / size);
    return part;
  };
  const [d1, d2, d3] = [take(10), take(10), take(10)];
  const [a, b, c, d] = [take(26), take(26), take(26), take(26)];
  const char = (value: number): string => String.fromCharCode(65 + value);
  return `${char(a)}${char(b)}${char(c)}${d1}${char(d)}${d2}${d3}`;
}

const VIN_LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ';
const VIN_VALUES: Record<string, number> = Object.fromEntries(
  [...'ABCDEFGH']
    .map((char, i) => [char, i + 1] as const)
    .concat(
      [...'JKLMN'].map((char, i) => [char, i + 1] as const),
      [['P', 7] as const, ['R', 9] as const],
      [...'STUVWXYZ'].map((char, i) => [char, i + 2] as const),
    ),
);
const VIN_WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

/** 17 characters: maker, features, check digit, year, plant, serial number. */
export function vinOf(seed: number, index: number, maker: string, year: number): string {
  const pick = (salt: number): string =>
    VIN_LETTERS.charAt(hash(seed, 2007, index, salt) % VIN_LETTERS.length);
  const features = `${pick(1)}${pick(2)}${hash(seed, 2007, index, 3) % 10}${pick(4)}${pick(5)}`;
  const modelYear = 'ABCDEFGHJKLMNPRSTVWXY'.charAt((year - 2010) % 21);
  const serial = String(index % 1_000_000).padStart(6, '0');
  const text = `${maker}${features}0${modelYear}${pick(6)}${serial}`;
  return `${text.slice(0, 8)}${vinDigit(text)}${text.slice(9)}`;
}

/** The check digit that belongs at the ninth place of a VIN. */
export function vinDigit(vin: string): string {
  let sum = 0;
  for (let i = 0; i < 17; i += 1) {
    const char = vin.charAt(i);
    sum += (VIN_VALUES[char] ?? Number(char)) * (VIN_WEIGHTS[i] ?? 0);
  }
  const rest = sum % 11;
  return rest === 10 ? 'X' : String(rest);
}
