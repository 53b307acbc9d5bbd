import { expect, it } from 'vitest';
import { rowsToFollow } from '@/features/live-map/kept-place';

const before = ['c', 'e', 'g', 'i', 'k', 'm'];
const after = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'k', 'm'];

it('at the top of a list what comes there is seen', () => {
  expect(rowsToFollow(before, after, { scrolled: 0, fitting: 3, at: null })).toBe(0);
});

it('further down the first row in view stays where it is', () => {
  expect(rowsToFollow(before, after, { scrolled: 1.5, fitting: 3, at: null })).toBe(4);
  expect(rowsToFollow(after, before, { scrolled: 6, fitting: 3, at: null })).toBe(-4);
});

it('the row under the pointer stays where it is, at the top too', () => {
  expect(rowsToFollow(before, after, { scrolled: 0, fitting: 3, at: 'e' })).toBe(3);
  expect(rowsToFollow(before, after, { scrolled: 2, fitting: 3, at: 'i' })).toBe(5);
});

it('a row that is out of view moves nothing', () => {
  expect(rowsToFollow(before, after, { scrolled: 0, fitting: 3, at: 'm' })).toBe(0);
});

it('where the row is gone the next one stays', () => {
  expect(rowsToFollow(before, ['a', 'i', 'k'], { scrolled: 1, fitting: 3, at: null })).toBe(-2);
  expect(rowsToFollow(before, [], { scrolled: 1, fitting: 3, at: null })).toBe(0);
});
