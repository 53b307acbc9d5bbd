import { describe, expect, it } from 'vitest';
import {
  keepWithin,
  move,
  nothingSelected,
  pick,
  rename,
  type Selection,
} from '@/features/records/selection';

const order = ['a', 'b', 'c', 'd', 'e'];
const keysOf = ({ keys }: Selection) => [...keys].sort().join('');

describe('a click', () => {
  it('puts the cursor there and selects nothing', () => {
    const selection = pick(nothingSelected, order, 'c', 'one');
    expect(selection).toMatchObject({ cursor: 'c', anchor: 'c' });
    expect(keysOf(selection)).toBe('');
  });

  it('with Ctrl adds a row and takes it away again', () => {
    const some = pick(pick(nothingSelected, order, 'b', 'add'), order, 'd', 'add');
    expect(keysOf(some)).toBe('bd');
    expect(keysOf(pick(some, order, 'b', 'add'))).toBe('d');
  });

  it('with Shift selects from the anchor, in both directions, again and again', () => {
    const from = pick(nothingSelected, order, 'c', 'one');
    const down = pick(from, order, 'e', 'range');
    expect(keysOf(down)).toBe('cde');
    expect(keysOf(pick(down, order, 'a', 'range'))).toBe('abc');
  });

  it('with Shift on a row that is not in the list selects nothing strange', () => {
    expect(keysOf(pick(nothingSelected, order, 'z', 'range'))).toBe('');
  });
});

describe('the keys', () => {
  it('begin at the first row, or from below at the last', () => {
    expect(move(nothingSelected, order, 1, false).cursor).toBe('a');
    expect(move(nothingSelected, order, -1, false).cursor).toBe('e');
  });

  it('stop at the ends', () => {
    const last = pick(nothingSelected, order, 'e', 'one');
    expect(move(last, order, 1, false).cursor).toBe('e');
    expect(move(last, order, -99, false).cursor).toBe('a');
    expect(move(last, [], 1, false)).toBe(last);
  });

  it('with Shift draw the range along and back', () => {
    const from = pick(nothingSelected, order, 'b', 'one');
    const drawn = move(move(from, order, 1, true), order, 1, true);
    expect(keysOf(drawn)).toBe('bcd');
    expect(keysOf(move(drawn, order, -1, true))).toBe('bc');
  });

  it('without Shift keep what is selected', () => {
    const some = pick(nothingSelected, order, 'b', 'add');
    expect(keysOf(move(some, order, 1, false))).toBe('b');
  });
});

describe('a list that changed', () => {
  it('is the same nothing where nothing was chosen', () => {
    expect(keepWithin(nothingSelected, ['a', 'b'], ['b'])).toBe(nothingSelected);
  });

  it('keeps cursor and selection where their rows moved', () => {
    const some = pick(pick(nothingSelected, order, 'b', 'add'), order, 'd', 'add');
    const kept = keepWithin(some, order, ['d', 'x', 'b']);
    expect(keysOf(kept)).toBe('bd');
    expect(kept.cursor).toBe('d');
  });

  it('lets the next row take the place of a cursor whose row has gone', () => {
    const at = pick(nothingSelected, order, 'c', 'one');
    expect(keepWithin(at, order, ['a', 'b', 'd', 'e']).cursor).toBe('d');
    expect(keepWithin(at, order, ['a', 'b']).cursor).toBe('b');
    expect(keepWithin(at, order, []).cursor).toBeNull();
  });

  it('forgets selected rows that have gone', () => {
    const some = pick(pick(nothingSelected, order, 'b', 'add'), order, 'd', 'add');
    expect(keysOf(keepWithin(some, order, ['d']))).toBe('d');
  });

  it('follows records to their new names', () => {
    const some = pick(nothingSelected, order, 'b', 'add');
    expect(rename(some, { b: 'B' })).toMatchObject({ cursor: 'B', anchor: 'B' });
    expect(keysOf(rename(some, { b: 'B' }))).toBe('B');
  });
});
