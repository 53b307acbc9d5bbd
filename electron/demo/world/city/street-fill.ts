import { at, distanceToSegment, runsWhere, insideRing, type Path, type Point } from '../geometry';
import { noise, RandomStream } from '../random';
import type { District } from './districts';
import type { Line } from './lines';
import type { NameGiver } from './names';

interface Pattern {
  /** Distance between parallel streets, in meters, along and across the blocks. */
  readonly along: number;
  readonly across: number;
  /** How far streets stray from straight lines, in meters, over what distance. */
  readonly stray: number;
  readonly strayOver: number;
  readonly limit: number;
  readonly numbered: boolean;
}

/** Lays the streets of one district, aligned to the road that borders it most. */
export function fillDistrict(seed: number, district: District, names: NameGiver): Line[] {
  const random = new RandomStream(
    seed,
    402,
    Math.round(district.centre.x),
    Math.round(district.centre.y),
  );
  switch (district.kind) {
    case 'park':
    case 'banks':
    case 'verge':
      return [];
    case 'radial':
      return fillRadially(district, random, names);
    default:
      return fillGrid(seed, district, patternOf(district, random), random, names);
  }
}

function patternOf(district: District, random: RandomStream): Pattern {
  const distance = Math.hypot(district.centre.x, district.centre.y);
  const looser = Math.min(1, distance / 9000);
  switch (district.kind) {
    case 'old-town':
      return { along: 92, across: 118, stray: 44, strayOver: 330, limit: 30, numbered: false };
    case 'industrial':
      return { along: 240, across: 380, stray: 6, strayOver: 900, limit: 40, numbered: true };
    case 'winding':
      return {
        along: random.between(105, 130),
        across: random.between(230, 320),
        stray: random.between(75, 120),
        strayOver: random.between(560, 760),
        limit: 30,
        numbered: random.chance(0.3),
      };
    default:
      return {
        along: random.between(88, 112) + 22 * looser,
        across: random.between(130, 185) + 60 * looser,
        stray: random.chance(0.35) ? 26 : 7,
        strayOver: 900,
        limit: 40,
        numbered: random.chance(0.18),
      };
  }
}

class Frame {
  readonly #cos: number;
  readonly #sin: number;

  constructor(
    readonly seed: number,
    readonly origin: Point,
    angle: number,
    readonly pattern: Pattern,
  ) {
    this.#cos = Math.cos(angle);
    this.#sin = Math.sin(angle);
  }

  #shift(x: number, y: number): Point {
    const { stray, strayOver } = this.pattern;
    return {
      x: stray * noise(this.seed + 51, x / strayOver, y / strayOver),
      y: stray * noise(this.seed + 52, x / strayOver, y / strayOver),
    };
  }

  /** From the district's own straight plan to the ground. */
  toGround(u: number, v: number): Point {
    const x = this.origin.x + u * this.#cos - v * this.#sin;
    const y = this.origin.y + u * this.#sin + v * this.#cos;
    const shift = this.#shift(x, y);
    return { x: x + shift.x, y: y + shift.y };
  }

  /** From the ground to the plan; the inverse of `toGround`, by iteration. */
  toPlan(x: number, y: number): Point {
    let px = x;
    let py = y;
    for (let i = 0; i < 7; i += 1) {
      const shift = this.#shift(px, py);
      px = x - shift.x;
      py = y - shift.y;
    }
    const dx = px - this.origin.x;
    const dy = py - this.origin.y;
    return { x: dx * this.#cos + dy * this.#sin, y: dy * this.#cos - dx * this.#sin };
  }
}

function fillGrid(
  seed: number,
  district: District,
  pattern: Pattern,
  random: RandomStream,
  names: NameGiver,
): Line[] {
  const { ring } = district.face;
  const frame = new Frame(seed, district.centre, mainDirection(ring), pattern);
  const plan: Path = [];
  for (let i = 0; i < ring.length; i += 2) {
    const point = frame.toPlan(at(ring, i), at(ring, i + 1));
    plan.push(point.x, point.y);
  }
  const name = (): string => (pattern.numbered ? names.numberedStreet() : names.street());
  const lines: Line[] = [];
  for (const axis of [0, 1] as const) {
    const spacing = axis === 0 ? pattern.across : pattern.along;
    const clearance = Math.min(46, spacing * 0.42);
    for (const level of levels(plan, axis, spacing, random)) {
      for (const [from, to] of chords(plan, axis, level)) {
        if (to - from < 70) continue;
        const path: Path = [];
        let crowded = 0;
        const parts = Math.max(2, Math.ceil((to - from) / (pattern.stray > 20 ? 32 : 75)));
        for (let k = 0; k <= parts; k += 1) {
          const along = from + ((to - from) * k) / parts;
          const u = axis === 0 ? level : along;
          const v = axis === 0 ? along : level;
          const point = frame.toGround(u, v);
          path.push(point.x, point.y);
          const fromEnd = Math.min(along - from, to - along);
          if (fromEnd > clearance * 1.5 && isNear(plan, u, v, clearance)) crowded += 1;
        }
        if (crowded / parts > 0.25) continue;
        lines.push({
          class: 'street',
          name: name(),
          limit: pattern.limit,
          path,
          meetsMotorways: false,
        });
      }
    }
  }
  return lines;
}

/** Where the streets of one direction lie: from border to border, the rest shared out evenly. */
function levels(plan: Path, axis: 0 | 1, spacing: number, random: RandomStream): number[] {
  let low = Infinity;
  let high = -Infinity;
  for (let i = axis; i < plan.length; i += 2) {
    low = Math.min(low, at(plan, i));
    high = Math.max(high, at(plan, i));
  }
  const count = Math.max(1, Math.round((high - low) / spacing));
  const step = (high - low) / count;
  const result: number[] = [];
  for (let k = 1; k < count; k += 1) {
    result.push(low + k * step + random.between(-0.07, 0.07) * step);
  }
  return result;
}

/** Where the line u = level (or v = level) runs inside the ring. */
function chords(plan: Path, axis: 0 | 1, level: number): [number, number][] {
  const hits: number[] = [];
  for (let i = 0, j = plan.length - 2; i < plan.length; j = i, i += 2) {
    const a = at(plan, j + axis);
    const b = at(plan, i + axis);
    if (a > level === b > level) continue;
    const t = (level - a) / (b - a);
    const p = at(plan, j + 1 - axis);
    hits.push(p + (at(plan, i + 1 - axis) - p) * t);
  }
  hits.sort((a, b) => a - b);
  const result: [number, number][] = [];
  for (let k = 0; k + 1 < hits.length; k += 2) result.push([at(hits, k), at(hits, k + 1)]);
  return result;
}

function isNear(ring: Path, x: number, y: number, reach: number): boolean {
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    const ax = at(ring, j);
    const bx = at(ring, i);
    if ((ax < x - reach && bx < x - reach) || (ax > x + reach && bx > x + reach)) continue;
    const distance = distanceToSegment(x, y, ax, at(ring, j + 1), bx, at(ring, i + 1));
    if (distance < reach) return true;
  }
  return false;
}

/** The direction, modulo a right angle, that most of a ring's border has. */
function mainDirection(ring: Path): number {
  const bins = new Float64Array(45);
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    const dx = at(ring, i) - at(ring, j);
    const dy = at(ring, i + 1) - at(ring, j + 1);
    const angle = (((Math.atan2(dy, dx) / (Math.PI / 2)) % 1) + 1) % 1;
    const bin = Math.floor(angle * 45) % 45;
    const length = Math.hypot(dx, dy);
    for (const [shift, share] of [
      [-1, 0.5],
      [0, 1],
      [1, 0.5],
    ] as const) {
      const index = (bin + shift + 45) % 45;
      bins[index] = at(bins, index) + length * share;
    }
  }
  let best = 0;
  for (let i = 1; i < 45; i += 1) if (at(bins, i) > at(bins, best)) best = i;
  return ((best + 0.5) / 45) * (Math.PI / 2);
}

/** A garden suburb: rings round a square, and spokes. */
function fillRadially(district: District, random: RandomStream, names: NameGiver): Line[] {
  const { centre, face } = district;
  const lines: Line[] = [];
  const inside = (x: number, y: number): boolean => insideRing(face.ring, x, y);
  const add = (path: Path, name: string): void => {
    for (const run of runsWhere(path, inside)) {
      if (run.length < 6) continue;
      lines.push({ class: 'street', name, limit: 40, path: run, meetsMotorways: false });
    }
  };
  const spacing = random.between(105, 125);
  const squeeze = random.between(0.82, 1);
  const tilt = random.between(0, Math.PI);
  const spot = (radius: number, angle: number): [number, number] => {
    const px = Math.cos(angle) * radius;
    const py = Math.sin(angle) * radius * squeeze;
    return [
      centre.x + px * Math.cos(tilt) - py * Math.sin(tilt),
      centre.y + px * Math.sin(tilt) + py * Math.cos(tilt),
    ];
  };
  for (let k = 1; k <= 16; k += 1) {
    const path: Path = [];
    const parts = 24 + k * 8;
    for (let i = 0; i <= parts; i += 1) path.push(...spot(k * spacing, (i / parts) * 2 * Math.PI));
    add(path, names.street());
  }
  const spokes = random.integer(10, 12);
  for (let k = 0; k < spokes * 2; k += 1) {
    const angle = (k / (spokes * 2)) * 2 * Math.PI;
    const path: Path = [];
    for (let r = k % 2 === 0 ? spacing : spacing * 4; r < 2200; r += 60)
      path.push(...spot(r, angle));
    add(path, names.street());
  }
  return lines;
}
