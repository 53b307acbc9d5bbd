import { describe, expect, it } from 'vitest';
import { tableLookSchema } from '@contract/settings';
import {
  filledWidths,
  inOrder,
  isShown,
  plainLook,
  withMoved,
  withShown,
  type TableColumn,
} from '@/ui/table-columns';

const columns: TableColumn[] = [
  { id: 'plate', label: 'Plate', width: 100, isPinned: true },
  { id: 'type', label: 'Type', width: 100 },
  { id: 'year', label: 'Year', width: 100 },
  { id: 'batch', label: 'Batch', width: 100, isHidden: true },
];
const [plate, type, , batch] = columns as [TableColumn, TableColumn, TableColumn, TableColumn];
const ids = (look = plainLook) => inOrder(columns, look).map(({ id }) => id);

describe('columns', () => {
  it('come as they are declared, hidden ones hidden', () => {
    expect(ids()).toEqual(['plate', 'type', 'year', 'batch']);
    expect(columns.map((column) => isShown(column, plainLook))).toEqual([true, true, true, false]);
  });

  it('are shown and hidden; the pinned one stays', () => {
    const look = withShown(batch, withShown(type, plainLook, false), true);
    expect(columns.map((column) => isShown(column, look))).toEqual([true, false, true, true]);
    expect(isShown(plate, withShown(plate, look, false))).toBe(true);
    expect(withShown(batch, withShown(type, look, true), false)).toEqual(plainLook);
  });

  it('are moved among those that can be moved', () => {
    expect(ids(withMoved(columns, plainLook, 'year', -1))).toEqual([
      'plate',
      'year',
      'type',
      'batch',
    ]);
    expect(ids(withMoved(columns, plainLook, 'type', -5))[0]).toBe('plate');
    expect(ids(withMoved(columns, plainLook, 'type', 9)).at(-1)).toBe('type');
    expect(withMoved(columns, plainLook, 'plate', 1)).toBe(plainLook);
  });

  it('that a look does not know of follow those it does', () => {
    const look = { ...plainLook, order: ['year', 'gone'] };
    expect(ids(look)).toEqual(['plate', 'year', 'type', 'batch']);
  });

  it('keep a look that settings take', () => {
    const look = withMoved(columns, withShown(batch, plainLook, true), 'year', -1);
    expect(tableLookSchema.parse({ ...look, widths: { year: 120 } })).toBeTruthy();
    expect(tableLookSchema.safeParse({ ...look, widths: { year: 5000 } }).success).toBe(false);
  });
});

describe('widths', () => {
  const two = [
    { id: 'plate', width: 100 },
    { id: 'place', width: 300 },
  ];

  it('fill the room, each column by its own width, to the last pixel', () => {
    expect(filledWidths(two, {}, 801)).toEqual({ plate: 200, place: 601 });
  });

  it('that a person gave stay, and the others take what is left', () => {
    expect(filledWidths(two, { plate: 120 }, 1000)).toEqual({ plate: 120, place: 880 });
    expect(filledWidths(two, { plate: 120, place: 200 }, 1000)).toEqual({ plate: 120, place: 200 });
  });

  it('never get smaller than they are declared, for want of room', () => {
    expect(filledWidths(two, {}, 250)).toEqual({});
  });
});
