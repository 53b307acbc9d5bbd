import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IndexedHeap } from '@core/tracking/indexed-heap';

const commands = fc.array(
  fc.record({
    what: fc.constantFrom('add', 'add', 'remove', 'pop'),
    id: fc.integer({ min: 0, max: 30 }).map(String),
    key: fc.integer({ min: 0, max: 10 }),
  }),
  { maxLength: 200 },
);

describe('an indexed heap', () => {
  it('answers what a sorted list would, whatever is added, removed and taken', () => {
    fc.assert(
      fc.property(commands, (steps) => {
        const heap = new IndexedHeap();
        let list: { id: string; key: number; order: number }[] = [];
        steps.forEach(({ what, id, key }, order) => {
          const isThere = list.some((node) => node.id === id);
          if (what === 'add' && !isThere) {
            heap.add(id, key, order);
            list.push({ id, key, order });
          } else if (what === 'remove') {
            expect(heap.remove(id)).toBe(isThere);
            list = list.filter((node) => node.id !== id);
          } else if (what === 'pop') {
            const first = heap.peek();
            if (first !== null) heap.remove(first.id);
            list = list.filter((node) => node.id !== first?.id);
          }
          list.sort((a, b) => a.key - b.key || a.order - b.order);
          expect(heap.peek()).toEqual(list[0] ?? null);
          expect(heap.size).toBe(list.length);
        });
      }),
    );
  });
});
