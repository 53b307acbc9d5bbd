import type { Streets } from '../streets';

/** The same lines as parts of one buffer: thousands of small buffers take several times their size. */
export function joinLines(lines: readonly Float64Array[]): Float64Array[] {
  const all = new Float64Array(lines.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  return lines.map((each) => {
    all.set(each, at);
    at += each.length;
    return all.subarray(at - each.length, at);
  });
}

/** Streets to keep: their lines are parts of one buffer. */
export const joinStreets = (streets: Streets): Streets => withLines(streets, joinLines);

/**
 * Streets to send to a page: each line has a buffer of its own. The bridge to pages copies one line
 * after the other, each with the whole of its buffer.
 */
export const partStreets = (streets: Streets): Streets =>
  withLines(streets, (lines) => lines.map((each) => each.slice()));

function withLines(
  streets: Streets,
  change: (lines: Float64Array[]) => readonly Float64Array[],
): Streets {
  const { roads, areas } = streets;
  const lines = change([...roads.map((road) => road.line), ...areas.map(({ ring }) => ring)]);
  const nth = (at: number): Float64Array => lines[at] ?? new Float64Array();
  return {
    ...streets,
    roads: roads.map((road, at) => ({ ...road, line: nth(at) })),
    areas: areas.map((area, at) => ({ ...area, ring: nth(roads.length + at) })),
  };
}
