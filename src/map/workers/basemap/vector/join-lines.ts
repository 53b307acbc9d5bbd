import type { TileLine } from '../sliced-geometry';

/** Ends of lines that are this near, in units of the tile's extent, are one point. */
const near = 2;

/**
 * Joins lines that follow one another: maps cut a street at each crossing, and its name needs room.
 * A line that meets several goes on with one of them.
 */
export function joinLines(lines: readonly TileLine[]): TileLine[] {
  const left = new Set(lines.filter(({ length }) => length >= 4));
  const byEnd = new Map<string, TileLine[]>();
  for (const line of left) {
    for (const key of [keyOf(line, 0), keyOf(line, line.length - 2)]) {
      byEnd.set(key, [...(byEnd.get(key) ?? []), line]);
    }
  }
  const joined: TileLine[] = [];
  for (const start of left) {
    left.delete(start);
    const forward = follow([...start], left, byEnd);
    // From its other end too.
    joined.push(Int32Array.from(follow(turned(forward), left, byEnd)));
  }
  return joined;
}

/** Adds lines at the end of a line, for as long as there are any; those are used up. */
function follow(
  line: number[],
  left: Set<TileLine>,
  byEnd: ReadonlyMap<string, readonly TileLine[]>,
): number[] {
  for (;;) {
    const end = keyOf(line, line.length - 2);
    const next = byEnd.get(end)?.find((each) => left.has(each));
    if (!next) return line;
    left.delete(next);
    const onward = keyOf(next, 0) === end ? [...next] : turned([...next]);
    for (let i = 2; i < onward.length; i += 1) line.push(onward[i] ?? 0);
  }
}

function turned(line: readonly number[]): number[] {
  const back: number[] = [];
  for (let i = line.length - 2; i >= 0; i -= 2) back.push(line[i] ?? 0, line[i + 1] ?? 0);
  return back;
}

function keyOf(line: ArrayLike<number>, at: number): string {
  return `${Math.round((line[at] ?? 0) / near)}/${Math.round((line[at + 1] ?? 0) / near)}`;
}
