/** Where one letter is, CSS pixels on the canvas; the angle is in radians. */
export type Letter = { x: number; y: number; angle: number };

/** Letters along a line and the point they belong to. */
export type Laid = { letters: Letter[]; anchor: { x: number; y: number } };

type Transform = { scale: number; left: number; top: number };

/** Bends that letters can follow: from one to the next, and over all of them. */
const sharpestBend = 0.45;
const mostBending = 1.1;

/**
 * Lays letters of the given widths along a line (x, y, … in units of the world) from a distance
 * on, upright. Null where the line ends too soon or bends too much to be read.
 */
export function layAlong(
  line: Float64Array,
  view: Transform,
  start: number,
  advances: readonly number[],
  width: number,
): Laid | null {
  if (start < 0) return null;
  const walk = createWalk(line, view);
  const ends = [walk(start), walk(start + width)];
  const [first, last] = ends;
  if (!first || !last) return null;
  const backwards = last.x < first.x;
  const letters: Letter[] = [];
  let along = 0;
  let bending = 0;
  for (const advance of advances) {
    const distance = backwards ? start + width - along - advance / 2 : start + along + advance / 2;
    const point = walk(distance);
    if (!point) return null;
    const angle = backwards ? turnedRound(point.angle) : point.angle;
    const before = letters.at(-1);
    if (before) {
      const bend = Math.abs(turnBetween(before.angle, angle));
      bending += bend;
      if (bend > sharpestBend || bending > mostBending) return null;
    }
    letters.push({ x: point.x, y: point.y, angle });
    along += advance;
  }
  const anchor = walk(start + width / 2);
  return anchor && { letters, anchor };
}

/** A word that can't be bent turns away from its line by so much at most, radians. */
const mostTurned = 0.2;

/**
 * The same place for a word in one run, as scripts need whose letters join or run from right to
 * left: `run` in the middle, and the letters on a straight line for the room they take. Null where
 * the line bends too much for that.
 */
export function straightened({ letters, anchor }: Laid): (Laid & { run: Letter }) | null {
  const [first, last] = [letters[0], letters.at(-1)];
  if (!first || !last) return null;
  const alone = first === last;
  const angle = alone ? first.angle : Math.atan2(last.y - first.y, last.x - first.x);
  if (letters.some((letter) => Math.abs(turnBetween(letter.angle, angle)) > mostTurned))
    return null;
  const middle = { x: (first.x + last.x) / 2, y: (first.y + last.y) / 2 };
  const straight = letters.map((_, index) => {
    const part = alone ? 0.5 : index / (letters.length - 1);
    return {
      x: first.x + (last.x - first.x) * part,
      y: first.y + (last.y - first.y) * part,
      angle,
    };
  });
  return { letters: straight, anchor, run: { ...middle, angle } };
}

/** Finds points by their distance along a line; looks from where it found the last one. */
function createWalk(line: Float64Array, { scale, left, top }: Transform) {
  let index = 0;
  let passed = 0;

  function segment(i: number) {
    const ax = (line[i] ?? 0) * scale - left;
    const ay = (line[i + 1] ?? 0) * scale - top;
    const dx = (line[i + 2] ?? 0) * scale - left - ax;
    const dy = (line[i + 3] ?? 0) * scale - top - ay;
    return { ax, ay, dx, dy, length: Math.hypot(dx, dy) };
  }

  return (distance: number): Letter | null => {
    if (distance < passed) {
      index = 0;
      passed = 0;
    }
    while (index + 3 < line.length) {
      const { ax, ay, dx, dy, length } = segment(index);
      if (distance <= passed + length && length > 0) {
        const part = (distance - passed) / length;
        return { x: ax + dx * part, y: ay + dy * part, angle: Math.atan2(dy, dx) };
      }
      passed += length;
      index += 2;
    }
    return null;
  };
}

function turnedRound(angle: number): number {
  return angle > 0 ? angle - Math.PI : angle + Math.PI;
}

function turnBetween(a: number, b: number): number {
  const turn = b - a;
  return turn - Math.round(turn / (2 * Math.PI)) * 2 * Math.PI;
}
