import { expect, it } from 'vitest';
import { RowElements } from '@/ui/row-elements';

/** The row of each element, by its number. */
function rowsOf(elements: RowElements): (number | undefined)[] {
  const rows: number[] = [];
  for (const { element, row } of elements.shown) rows[element] = row;
  return rows;
}

it('fills the elements whose rows are farthest away, and leaves all others as they are', () => {
  const elements = new RowElements();
  elements.show({ first: 0, last: 5 }, 6, 100);
  expect(rowsOf(elements)).toEqual([0, 1, 2, 3, 4, 5]);
  elements.show({ first: 2, last: 5 }, 6, 100);
  expect(rowsOf(elements)).toEqual([0, 1, 2, 3, 4, 5]);
  elements.show({ first: 4, last: 7 }, 6, 100);
  expect(rowsOf(elements)).toEqual([6, 7, 2, 3, 4, 5]);
  elements.show({ first: 50, last: 52 }, 6, 100);
  expect(rowsOf(elements).filter((row) => row !== undefined && row >= 50)).toHaveLength(3);
  expect(new Set(rowsOf(elements)).size).toBe(6);
});

it('has more elements where more rows are wanted, and never fewer', () => {
  const elements = new RowElements();
  elements.show({ first: 0, last: 3 }, 4, 100);
  elements.show({ first: 0, last: 7 }, 4, 100);
  expect(rowsOf(elements)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  elements.show({ first: 40, last: 41 }, 4, 100);
  expect(elements.shown).toHaveLength(8);
});

it('shows no row that is no longer there', () => {
  const elements = new RowElements();
  elements.show({ first: 10, last: 15 }, 6, 100);
  elements.show({ first: 0, last: 2 }, 6, 3);
  expect(elements.shown.map(({ row }) => row).sort()).toEqual([0, 1, 2]);
  elements.show({ first: 0, last: 5 }, 6, 100);
  expect(rowsOf(elements).sort()).toEqual([0, 1, 2, 3, 4, 5]);
});

it('puts elements into the order of their rows when it is told to', () => {
  const elements = new RowElements();
  elements.show({ first: 0, last: 3 }, 4, 100);
  elements.show({ first: 2, last: 5 }, 4, 100);
  const order = () => elements.shown.map(({ element }) => element);
  expect(order()).toEqual([0, 1, 2, 3]);
  elements.sort();
  expect(elements.shown.map(({ row }) => row)).toEqual([2, 3, 4, 5]);
  expect(order().slice(0, 2)).toEqual([2, 3]);
});
