import type { ShapeFault, ZoneShape } from '../zones';
import { reachOf, unwrapLongitudes, type Place } from './longitudes';

/** Degrees from west to east that a zone may have: beyond that, the short way round is unclear. */
const WIDEST = 170;

/** What is wrong with a form; null where it can be kept. */
export function shapeFault(shape: ZoneShape): ShapeFault | null {
  switch (shape.kind) {
    case 'circle':
      return null;
    case 'corridor': {
      if (distinct(shape.path).length < 2) return 'too-few-points';
      return isTooWide(shape.path) ? 'too-wide' : null;
    }
    case 'polygon': {
      const corners = distinct(shape.corners);
      if (corners.length < 3) return 'too-few-corners';
      if (isTooWide(corners)) return 'too-wide';
      if (isFlat(corners)) return 'no-area';
      return crossesItself(corners) ? 'self-crossing' : null;
    }
  }
}

/** The places without those that repeat the one before; the first is not repeated at the end. */
export function distinct(places: readonly Place[]): Place[] {
  const kept: Place[] = [];
  for (const place of places) if (!isSame(kept.at(-1), place)) kept.push(place);
  const [first] = kept;
  while (kept.length > 1 && isSame(first, kept.at(-1))) kept.pop();
  return kept;
}

function isSame(one: Place | undefined, other: Place | undefined): boolean {
  return one?.latitude === other?.latitude && one?.longitude === other?.longitude;
}

function isTooWide(places: readonly Place[]): boolean {
  const longitudes = unwrapLongitudes(places.map(({ longitude }) => longitude));
  const { west, east } = reachOf(longitudes);
  return east - west > WIDEST;
}

function isFlat(corners: readonly Place[]): boolean {
  const x = unwrapLongitudes(corners.map(({ longitude }) => longitude));
  const x0 = x[0] ?? 0;
  const y0 = corners[0]?.latitude ?? 0;
  // All corners on one line; what crosses itself may have no area in sum, too.
  let farthest = 0;
  let way = { x: 0, y: 0 };
  corners.forEach(({ latitude }, index) => {
    const to = { x: (x[index] ?? 0) - x0, y: latitude - y0 };
    const length = Math.hypot(to.x, to.y);
    if (length > farthest) [farthest, way] = [length, to];
  });
  return corners.every(({ latitude }, index) => {
    const aside = ((x[index] ?? 0) - x0) * way.y - (latitude - y0) * way.x;
    return Math.abs(aside) <= 1e-12 * farthest;
  });
}

interface Edge {
  readonly index: number;
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
  readonly west: number;
  readonly east: number;
}

/** From west to east, each edge against those that reach as far: fast, where edges are short. */
function crossesItself(corners: readonly Place[]): boolean {
  const x = unwrapLongitudes(corners.map(({ longitude }) => longitude));
  const count = corners.length;
  const edges = corners.map(({ latitude: y1 }, index): Edge => {
    const next = (index + 1) % count;
    const x1 = x[index] ?? 0;
    const x2 = x[next] ?? 0;
    const y2 = corners[next]?.latitude ?? 0;
    return { index, x1, y1, x2, y2, west: Math.min(x1, x2), east: Math.max(x1, x2) };
  });
  edges.sort((one, other) => one.west - other.west);
  let reaching: Edge[] = [];
  for (const edge of edges) {
    reaching = reaching.filter(({ east }) => east >= edge.west);
    for (const other of reaching) {
      if (Math.max(edge.y1, edge.y2) < Math.min(other.y1, other.y2)) continue;
      if (Math.min(edge.y1, edge.y2) > Math.max(other.y1, other.y2)) continue;
      if (doCross(edge, other, count)) return true;
    }
    reaching.push(edge);
  }
  return false;
}

function doCross(one: Edge, other: Edge, count: number): boolean {
  const apart = Math.abs(one.index - other.index);
  if (apart === 1 || apart === count - 1) return doFoldBack(one, other);
  const a = side(one, other.x1, other.y1);
  const b = side(one, other.x2, other.y2);
  const c = side(other, one.x1, one.y1);
  const d = side(other, one.x2, one.y2);
  if (a * b < 0 && c * d < 0) return true;
  return (
    (a === 0 && isOn(one, other.x1, other.y1)) ||
    (b === 0 && isOn(one, other.x2, other.y2)) ||
    (c === 0 && isOn(other, one.x1, one.y1)) ||
    (d === 0 && isOn(other, one.x2, one.y2))
  );
}

/** Neighbors share a corner; they cross only where one goes back over the other. */
function doFoldBack(one: Edge, other: Edge): boolean {
  const ax = one.x2 - one.x1;
  const ay = one.y2 - one.y1;
  const bx = other.x2 - other.x1;
  const by = other.y2 - other.y1;
  return ax * by - ay * bx === 0 && ax * bx + ay * by < 0;
}

function side({ x1, y1, x2, y2 }: Edge, x: number, y: number): number {
  return Math.sign((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1));
}

function isOn({ x1, y1, x2, y2 }: Edge, x: number, y: number): boolean {
  return (
    x >= Math.min(x1, x2) && x <= Math.max(x1, x2) && y >= Math.min(y1, y2) && y <= Math.max(y1, y2)
  );
}
