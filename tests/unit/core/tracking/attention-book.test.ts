import { describe, expect, it } from 'vitest';
import { AttentionBook } from '@core/tracking/attention-book';
import { countedAttention } from './counted-attention';

const nothing = { onScreen: [], selected: null, followed: null };

describe('the attention of several windows', () => {
  it('adds up, and tells for whom a change made a difference', () => {
    const { book, attend } = countedAttention();
    expect(attend(1, { ...nothing, onScreen: ['a', 'b'], selected: 'b' })).toEqual(['b', 'a']);
    expect(attend(2, { ...nothing, onScreen: ['b', 'c'], followed: 'a' })).toEqual(['a', 'c']);
    expect(book.of('a')).toEqual({ onScreen: true, selected: false, followed: true });
    expect(book.of('b')).toEqual({ onScreen: true, selected: true, followed: false });
    expect(book.onScreenOnly).toBe(1);
    expect(attend(2, { ...nothing, onScreen: ['b', 'c'], followed: 'a' })).toEqual([]);
  });

  it('keeps what another window shows when one is gone', () => {
    const { book, attend, release } = countedAttention();
    attend(1, { ...nothing, onScreen: ['a', 'b'] });
    attend(2, { ...nothing, onScreen: ['b', 'c'] });
    expect(release(2)).toEqual(['c']);
    expect(release(2)).toEqual([]);
    expect(book.of('b').onScreen).toBe(true);
    expect(book.of('c').onScreen).toBe(false);
    expect(attend(1, nothing).sort()).toEqual(['a', 'b']);
    expect(book.onScreenOnly).toBe(0);
  });

  it('names those that are followed or selected first', () => {
    const { book, attend } = countedAttention();
    attend(1, { onScreen: ['a', 'b', 'c', 'd'], selected: 'c', followed: 'd' });
    expect([...book.inOrder()]).toEqual(['d', 'c', 'a', 'b']);
  });

  it('one that is selected no more is on the screen, or nowhere', () => {
    const { book, attend } = countedAttention();
    attend(1, { onScreen: ['a', 'b'], selected: 'a', followed: 'z' });
    expect(book.onScreenOnly).toBe(1);
    expect(attend(1, { onScreen: ['a', 'b'], selected: null, followed: null })).toEqual(['a', 'z']);
    expect(book.onScreenOnly).toBe(2);
    expect(book.of('z')).toEqual({ onScreen: false, selected: false, followed: false });
    expect([...book.inOrder()]).toEqual(['a', 'b']);
  });
});

describe('a view of a large fleet', () => {
  const fleet = Array.from({ length: 5_000 }, (_, at) => `v${at}`);

  it('is counted some at a time; a selected vehicle counts at once', () => {
    const book = new AttentionBook();
    const told: string[][] = [];
    book.attend(1, { onScreen: fleet, selected: 'v7', followed: null });
    const steps = book.count((ids) => told.push(ids));
    expect(steps.next().done).toBe(false);
    expect(told).toEqual([['v7']]);
    expect(book.of('v7').selected).toBe(true);
    expect(book.of('v8').onScreen).toBe(false);
    let left = 0;
    while (steps.next().done !== true) left += 1;
    expect(left).toBeGreaterThan(5);
    expect(new Set(told[1])).toEqual(new Set(fleet));
    expect(book.onScreenOnly).toBe(4_999);
  });

  it('tells of a selected vehicle although a newer view takes its place', () => {
    const book = new AttentionBook();
    const told: string[] = [];
    book.attend(1, { onScreen: fleet.slice(0, 600), selected: 'v7', followed: null });
    expect(book.count((ids) => told.push(...ids)).next().done).toBe(false);
    book.attend(1, { onScreen: ['v1'], selected: 'v7', followed: null });
    Array.from(book.count((ids) => told.push(...ids)));
    expect(told).toEqual(['v7', 'v1']);
  });

  it('takes the place of one that was still being counted', () => {
    const book = new AttentionBook();
    book.attend(1, { ...nothing, onScreen: fleet });
    const first = book.count(() => expect.unreachable());
    first.next();
    const told: string[] = [];
    book.attend(1, { ...nothing, onScreen: ['v1', 'v2'] });
    Array.from(book.count((ids) => told.push(...ids)));
    expect(told).toEqual(['v1', 'v2']);
    expect(book.onScreenOnly).toBe(2);
  });

  it('is not counted again where only another vehicle is selected', () => {
    const { book, attend } = countedAttention();
    attend(1, { ...nothing, onScreen: fleet });
    expect(attend(1, { ...nothing, onScreen: [...fleet], selected: 'v3' })).toEqual(['v3']);
    expect(attend(1, { ...nothing, onScreen: [...fleet], selected: 'v4' })).toEqual(['v4', 'v3']);
    expect(book.onScreenOnly).toBe(4_999);
  });
});
