import { hash } from '../random';

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const COUNTED = 6;

/** What an id names; ids of different kinds never meet. */
const KINDS = {
  vehicle: 1,
  device: 2,
  chip: 3,
  user: 4,
  role: 5,
  enterprise: 6,
  deviceAssociation: 7,
  userAssociation: 8,
  deviceType: 9,
  vehicleType: 10,
  serviceOrder: 11,
} as const;
export type Kind = keyof typeof KINDS;

/**
 * The id of the record at an index: 15 letters and digits that look like chance, but can be
 * turned back into the index. So a fleet of any size needs no table of its ids.
 */
export function idOf(seed: number, kind: Kind, index: number): string {
  const head = KINDS[kind];
  let id = '';
  for (let k = 0; k < 15 - COUNTED; k += 1) id += letter(hash(seed, head, index, k));
  let counted = scramble(seed, head, index);
  for (let k = 0; k < COUNTED; k += 1) {
    id += letter(counted);
    counted = Math.floor(counted / LETTERS.length);
  }
  return id;
}

/** The index that an id stands for, or -1 for an id that was never given out. */
export function indexOf(seed: number, kind: Kind, id: string): number {
  if (id.length !== 15) return -1;
  let counted = 0;
  for (let k = 14; k >= 15 - COUNTED; k -= 1) {
    const digit = LETTERS.indexOf(id.charAt(k));
    if (digit < 0) return -1;
    counted = counted * LETTERS.length + digit;
  }
  if (counted > 0xffffffff) return -1;
  const index = unscramble(seed, KINDS[kind], counted);
  return idOf(seed, kind, index) === id ? index : -1;
}

/** A UUID (version 4 in form) for the record at an index. */
export function uuidOf(seed: number, kind: Kind, index: number): string {
  const word = (k: number): string =>
    hash(seed, KINDS[kind], index, 100 + k)
      .toString(16)
      .padStart(8, '0');
  const [b, c] = [word(1), word(2)];
  const variant = '89ab'.charAt(hash(seed, KINDS[kind], index, 104) % 4);
  return `${word(0)}-${b.slice(0, 4)}-4${b.slice(5)}-${variant}${c.slice(1, 4)}-${c.slice(4)}${word(3)}`;
}

function letter(value: number): string {
  return LETTERS.charAt(value % LETTERS.length);
}

/** A permutation of the 32-bit integers (four Feistel rounds). */
function scramble(seed: number, kind: number, value: number): number {
  let left = value >>> 16;
  let right = value & 0xffff;
  for (let round = 0; round < 4; round += 1) {
    [left, right] = [right, left ^ (hash(seed, kind, round, right) & 0xffff)];
  }
  return left * 65536 + right;
}

function unscramble(seed: number, kind: number, value: number): number {
  let left = Math.floor(value / 65536);
  let right = value & 0xffff;
  for (let round = 3; round >= 0; round -= 1) {
    [left, right] = [right ^ (hash(seed, kind, round, left) & 0xffff), left];
  }
  return left * 65536 + right;
}
