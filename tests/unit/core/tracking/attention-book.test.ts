import { describe, expect, it } from 'vitest';
import { AttentionBook } from '@core/tracking/attention-book';

const nothing = { onScreen: [], selected: null, followed: null };

describe('the attention of several windows', () => {
  it('adds up, and tells for whom a change made a difference', () => {
    const book = new AttentionBook();
    expect(book.attend(1, { ...nothing, onScreen: ['a', 'b'], selected: 'b' })).toEqual(['b', 'a']);
    expect(book.attend(2, { ...nothing, onScreen: ['b', 'c'], followed: 'a' })).toEqual(['a', 'c']);
    expect(book.of('a')).toEqual({ onScreen: true, selected: false, followed: true });
    expect(book.of('b')).toEqual({ onScreen: true, selected: true, followed: false });
    expect(book.onScreenOnly).toBe(1);
    expect(book.attend(2, { ...nothing, onScreen: ['b', 'c'], followed: 'a' })).toEqual([]);
  });

  it('keeps what another window shows when one is gone', () => {
    const book = new AttentionBook();
    book.attend(1, { ...nothing, onScreen: ['a', 'b'] });
    book.attend(2, { ...nothing, onScreen: ['b', 'c'] });
    expect(book.release(2)).toEqual(['c']);
    expect(book.release(2)).toEqual([]);
    expect(book.of('b').onScreen).toBe(true);
    expect(book.of('c').onScreen).toBe(false);
    expect(book.attend(1, nothing).sort()).toEqual(['a', 'b']);
    expect(book.onScreenOnly).toBe(0);
  });

  it('names those that are followed or selected first', () => {
    const book = new AttentionBook();
    book.attend(1, { onScreen: ['a', 'b', 'c', 'd'], selected: 'c', followed: 'd' });
    expect(book.inOrder()).toEqual(['d', 'c', 'a', 'b']);
  });
});
