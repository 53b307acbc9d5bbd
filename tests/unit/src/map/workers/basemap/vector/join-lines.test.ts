import { describe, expect, it } from 'vitest';
import { joinLines } from '@/map/workers/basemap/vector/join-lines';

const join = (...lines: number[][]) => joinLines(lines.map((line) => Int32Array.from(line)));
const asLists = (lines: ArrayLike<number>[]) => lines.map((line) => Array.from(line));

describe('pieces of a street', () => {
  it('that follow one another are one line, whichever way they run', () => {
    const [line = new Int32Array(), ...others] = join(
      [100, 0, 200, 0],
      [0, 0, 100, 0],
      [300, 0, 200, 0],
    );
    expect(others).toEqual([]);
    const xs = Array.from(line).filter((_, index) => index % 2 === 0);
    expect([xs, xs.toReversed()]).toContainEqual([0, 100, 200, 300]);
  });

  it('that do not touch stay apart', () => {
    expect(join([0, 0, 10, 0], [50, 0, 60, 0])).toHaveLength(2);
  });

  it('that meet at a fork are each used once', () => {
    const lines = join([0, 0, 100, 0], [100, 0, 200, 50], [100, 0, 200, -50]);
    const length = asLists(lines).reduce((sum, line) => sum + line.length - 2, 0);
    expect(length).toBe(6);
  });

  it('that form a ring come to an end', () => {
    expect(join([0, 0, 10, 0], [10, 0, 10, 10], [10, 10, 0, 0])).toHaveLength(1);
  });

  it('that are single points are left out', () => {
    expect(join([5, 5])).toEqual([]);
  });
});
