import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TermTally, type Term, type TermCell } from '@core/tracking/term-tally';

const term: fc.Arbitrary<Term> = fc.record({
  group: fc.constantFrom('a', 'b'),
  root: fc.constantFrom(1, 2, 8),
  interval: fc.constantFrom(0, 5_000, 6_000),
});

function factorOf(group: string): number {
  return group === 'a' ? 0.5 : 3;
}

it('counts alike vehicles as they come and go, as counting them again would', () => {
  const change = fc.record({ at: fc.nat(8), term: fc.option(term) });
  fc.assert(
    fc.property(fc.array(change), (changes) => {
      const tally = new TermTally();
      const cells = new Map<number, TermCell>();
      const present = new Map<number, Term>();
      for (const { at, term: wanted } of changes) {
        const cell = cells.get(at);
        if (cell !== undefined) tally.remove(cell);
        cells.delete(at);
        present.delete(at);
        if (wanted === null) continue;
        cells.set(at, tally.add(wanted));
        present.set(at, wanted);
      }
      const { roots, intervals, counts } = tally.terms(factorOf, 2);
      const told = [...counts].flatMap((count, index) =>
        Array.from({ length: count }, () => `${roots[index]} ${intervals[index]}`),
      );
      const meant = [...present.values()].map(
        ({ group, root, interval }) =>
          `${Math.max(2, root * factorOf(group))} ${Math.max(1, interval)}`,
      );
      expect(told.sort()).toEqual(meant.sort());
      expect(counts.every((count) => count > 0)).toBe(true);
    }),
  );
});

it('has one cell for vehicles that are alike, and none once they are gone', () => {
  const tally = new TermTally();
  const alike = { group: 'a', root: 8, interval: 5_000 };
  const first = tally.add(alike);
  expect(tally.add({ ...alike })).toBe(first);
  expect([...tally.terms(() => 1).counts]).toEqual([2]);
  tally.remove(first);
  tally.remove(first);
  expect(tally.terms(() => 1).counts).toHaveLength(0);
  expect([...tally.terms(() => 1, 1).roots]).toEqual([]);
});
