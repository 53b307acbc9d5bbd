import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RowSet } from '@adapters/store/row-set';

const rows = fc.array(fc.integer({ min: 0, max: 5_000 }), { maxLength: 200 });

it('rows are there once, in their order, and no others', () => {
  fc.assert(
    fc.property(rows, fc.integer({ min: 0, max: 6_000 }), (ids, other) => {
      const set = new RowSet(ids);
      expect(set.ids).toEqual([...new Set(ids)]);
      expect(set.size).toBe(new Set(ids).size);
      expect(ids.every((id) => set.has(id))).toBe(true);
      expect(set.has(other)).toBe(ids.includes(other));
    }),
  );
});
