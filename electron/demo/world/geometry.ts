/**
 * Plane geometry in meters, x to the east and y to the north. Paths are flat arrays
 * [x0, y0, x1, y1, …]: they are long, many, and end up in typed arrays.
 */
export type Path = number[];

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The value at an index that the caller knows to exist. */
export function at(values: ArrayLike<number>, index: number): number {
  const value = values[index];
  if (value === undefined) throw new RangeError(`index ${index} is outside of the path`);
  return value;
}

function pointCount(path: ArrayLike<number>): number {
  return path.length >> 1;
}

export function pathLength(path: ArrayLike<number>): number {
  let length = 0;
  for (let i = 2; i < path.length; i += 2) {
    length += Math.hypot(at(path, i) - at(path, i - 2), at(path, i + 1) - at(path, i - 1));
  }
  return length;
}

export function reversed(path: readonly number[]): Path {
  const result: Path = [];
  for (let i = path.length - 2; i >= 0; i -= 2) result.push(at(path, i), at(path, i + 1));
  return result;
}

/** The signed area of a ring; positive when it runs counter-clockwise. */
export function ringArea(ring: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    sum += at(ring, j) * at(ring, i + 1) - at(ring, i) * at(ring, j + 1);
  }
  return sum / 2;
}

export function insideRing(ring: ArrayLike<number>, x: number, y: number): boolean {
  let inside = false;
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    const yi = at(ring, i + 1);
    const yj = at(ring, j + 1);
    if (yi > y === yj > y) continue;
    const xi = at(ring, i);
    if (x < ((at(ring, j) - xi) * (y - yi)) / (yj - yi) + xi) inside = !inside;
  }
  return inside;
}

export interface Projection {
  readonly distance: number;
  readonly x: number;
  readonly y: number;
  /** Index of the segment, and how far along it in [0, 1]. */
  readonly segment: number;
  readonly t: number;
}

/** The nearest point of a segment. */
export function projectOnSegment(
  x: number,
  y: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
): { distance: number; t: number } {
  const dx = bx - ax;
  const dy = by - ay;
  const squared = dx * dx + dy * dy;
  let t = squared === 0 ? 0 : ((x - ax) * dx + (y - ay) * dy) / squared;
  t = t < 0 ? 0 : t > 1 ? 1 : t;
  return { distance: Math.hypot(ax + dx * t - x, ay + dy * t - y), t };
}

/** How far a point is from a segment; without the detour over an object, for inner loops. */
export function distanceToSegment(
  x: number,
  y: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
): number {
  const dx = bx - ax;
  const dy = by - ay;
  const squared = dx * dx + dy * dy;
  let t = squared === 0 ? 0 : ((x - ax) * dx + (y - ay) * dy) / squared;
  t = t < 0 ? 0 : t > 1 ? 1 : t;
  const ox = ax + dx * t - x;
  const oy = ay + dy * t - y;
  return Math.sqrt(ox * ox + oy * oy);
}

/** How far a point is from a ring's border; any value up to `enough` where it is nearer than that. */
export function distanceToRing(ring: ArrayLike<number>, x: number, y: number, enough = 0): number {
  let best = Infinity;
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    const distance = distanceToSegment(
      x,
      y,
      at(ring, j),
      at(ring, j + 1),
      at(ring, i),
      at(ring, i + 1),
    );
    if (distance < best) {
      best = distance;
      if (best <= enough) return best;
    }
  }
  return best;
}

export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** The box around a ring or a path. */
export function boxOf(ring: ArrayLike<number>): Box {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < ring.length; i += 2) {
    const x = at(ring, i);
    const y = at(ring, i + 1);
    if (x < west) west = x;
    if (x > east) east = x;
    if (y < south) south = y;
    if (y > north) north = y;
  }
  return { west, south, east, north };
}

/** The nearest point of a path (or of a closed ring, its last corner joined to its first). */
export function projectOnPath(
  path: ArrayLike<number>,
  x: number,
  y: number,
  closed = false,
): Projection {
  let best: Projection = { distance: Infinity, x: 0, y: 0, segment: 0, t: 0 };
  const count = pointCount(path);
  const segments = closed ? count : count - 1;
  for (let i = 0; i < segments; i += 1) {
    const j = (i + 1) % count;
    const ax = at(path, i * 2);
    const ay = at(path, i * 2 + 1);
    const bx = at(path, j * 2);
    const by = at(path, j * 2 + 1);
    const { distance, t } = projectOnSegment(x, y, ax, ay, bx, by);
    if (distance < best.distance) {
      best = { distance, x: ax + (bx - ax) * t, y: ay + (by - ay) * t, segment: i, t };
    }
  }
  return best;
}

/** The path with points added so that no segment is longer than `step`. */
export function densified(path: readonly number[], step: number): Path {
  const result: Path = [];
  for (let i = 0; i < path.length; i += 2) {
    const x = at(path, i);
    const y = at(path, i + 1);
    if (i > 0) {
      const px = at(path, i - 2);
      const py = at(path, i - 1);
      const parts = Math.ceil(Math.hypot(x - px, y - py) / step);
      for (let k = 1; k < parts; k += 1) {
        result.push(px + ((x - px) * k) / parts, py + ((y - py) * k) / parts);
      }
    }
    result.push(x, y);
  }
  return result;
}

/** The path without the points that lie within `tolerance` of a straight line (Douglas, Peucker). */
export function simplified(path: readonly number[], tolerance: number): Path {
  const count = pointCount(path);
  if (count < 3) return [...path];
  const keep = new Uint8Array(count);
  keep[0] = 1;
  keep[count - 1] = 1;
  const stack: [number, number][] = [[0, count - 1]];
  for (let range = stack.pop(); range; range = stack.pop()) {
    const [first, last] = range;
    let worst = tolerance;
    let index = -1;
    for (let i = first + 1; i < last; i += 1) {
      const distance = distanceToSegment(
        at(path, i * 2),
        at(path, i * 2 + 1),
        at(path, first * 2),
        at(path, first * 2 + 1),
        at(path, last * 2),
        at(path, last * 2 + 1),
      );
      if (distance > worst) {
        worst = distance;
        index = i;
      }
    }
    if (index >= 0) {
      keep[index] = 1;
      stack.push([first, index], [index, last]);
    }
  }
  const result: Path = [];
  for (let i = 0; i < count; i += 1) {
    if (keep[i] === 1) result.push(at(path, i * 2), at(path, i * 2 + 1));
  }
  return result;
}

/** A path that runs beside another one: to its left for a positive distance, right for a negative. */
export function offsetPath(path: readonly number[], distance: number, closed = false): Path {
  const count = pointCount(path);
  const result: Path = [];
  for (let i = 0; i < count; i += 1) {
    const before = closed && (i === 0 || i === count - 1) ? count - 2 : Math.max(0, i - 1);
    const after = closed && (i === 0 || i === count - 1) ? 1 : Math.min(count - 1, i + 1);
    const dx = at(path, after * 2) - at(path, before * 2);
    const dy = at(path, after * 2 + 1) - at(path, before * 2 + 1);
    const length = Math.hypot(dx, dy) || 1;
    result.push(
      at(path, i * 2) - (dy / length) * distance,
      at(path, i * 2 + 1) + (dx / length) * distance,
    );
  }
  return result;
}

/** A smooth curve through the given points (centripetal enough for evenly spaced ones). */
export function smoothCurve(points: readonly Point[], step: number): Path {
  const result: Path = [];
  const get = (i: number): Point => {
    const point = points[Math.max(0, Math.min(points.length - 1, i))];
    if (!point) throw new RangeError('a curve needs points');
    return point;
  };
  for (let i = 0; i < points.length - 1; i += 1) {
    const [p0, p1, p2, p3] = [get(i - 1), get(i), get(i + 1), get(i + 2)];
    const parts = Math.max(1, Math.round(Math.hypot(p2.x - p1.x, p2.y - p1.y) / step));
    for (let k = 0; k < parts; k += 1) {
      const t = k / parts;
      result.push(catmull(p0.x, p1.x, p2.x, p3.x, t), catmull(p0.y, p1.y, p2.y, p3.y, t));
    }
  }
  const end = get(points.length - 1);
  result.push(end.x, end.y);
  return result;
}

function catmull(a: number, b: number, c: number, d: number, t: number): number {
  return (
    0.5 *
    (2 * b +
      (c - a) * t +
      (2 * a - 5 * b + 4 * c - d) * t * t +
      (3 * b - a - 3 * c + d) * t * t * t)
  );
}

/** The runs of a path that lie where `keep` holds, cut within a meter of the border. */
export function runsWhere(
  path: readonly number[],
  keep: (x: number, y: number) => boolean,
): Path[] {
  const runs: Path[] = [];
  let current: Path | null = null;
  let before = false;
  for (let i = 0; i < path.length; i += 2) {
    const x = at(path, i);
    const y = at(path, i + 1);
    const now = keep(x, y);
    if (i > 0 && now !== before) {
      let lowX = at(path, i - 2);
      let lowY = at(path, i - 1);
      let highX = x;
      let highY = y;
      while (Math.hypot(highX - lowX, highY - lowY) > 0.5) {
        const midX = (lowX + highX) / 2;
        const midY = (lowY + highY) / 2;
        if (keep(midX, midY) === before) [lowX, lowY] = [midX, midY];
        else [highX, highY] = [midX, midY];
      }
      if (now) current = [highX, highY];
      else if (current) {
        current.push(lowX, lowY);
        runs.push(current);
        current = null;
      }
    }
    if (now) {
      current ??= [];
      current.push(x, y);
    }
    before = now;
  }
  if (current && current.length >= 4) runs.push(current);
  return runs;
}
