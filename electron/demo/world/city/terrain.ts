import {
  at,
  insideRing,
  offsetPath,
  reversed,
  smoothCurve,
  type Path,
  type Point,
} from '../geometry';
import { noise, RandomStream } from '../random';

/** Half the width and half the height of the metropolitan area, in meters. */
export const HALF_WIDTH = 20_000;
export const HALF_HEIGHT = 15_000;

export interface River {
  /** The middle of the stream, from one border of the area to the other. */
  readonly course: Path;
  readonly ring: Path;
  /** Unit vector of the general direction in which it flows. */
  readonly direction: Point;
  /** Unit vector that points from the city's center to the river. */
  readonly side: Point;
  /** Distance from a point to the middle of the stream, and half the stream's width there. */
  bankAt(x: number, y: number): { distance: number; halfWidth: number };
}

export interface Lake {
  readonly centre: Point;
  readonly ring: Path;
  /** The road around it. */
  readonly shore: Path;
}

export interface Terrain {
  readonly river: River;
  readonly lake: Lake;
  readonly creeks: readonly Path[];
}

/** The land that the city is built on: one river past the old town, a lake, and some creeks. */
export function shapeTerrain(seed: number): Terrain {
  const river = shapeRiver(new RandomStream(seed, 101), seed);
  const lake = shapeLake(new RandomStream(seed, 102), seed, river);
  return { river, lake, creeks: shapeCreeks(new RandomStream(seed, 103), river) };
}

function shapeRiver(random: RandomStream, seed: number): River {
  const angle = random.between(-0.55, 0.55) + (random.chance(0.5) ? 0 : Math.PI);
  const direction = { x: Math.cos(angle), y: Math.sin(angle) };
  const side = random.chance(0.5)
    ? { x: -direction.y, y: direction.x }
    : { x: direction.y, y: -direction.x };
  const passing = random.between(1500, 1680);
  const phases = [random.between(0, 6), random.between(0, 6), random.between(0, 6)];
  const lateral = (u: number): number => {
    // Calm beside the city, ever wider bends in the open country.
    const wild = 1 / (1 + Math.exp(-(Math.abs(u) - 7500) / 1300));
    return (
      passing +
      (110 + 620 * wild) * Math.sin((u / 7400) * 2 * Math.PI + at(phases, 0)) +
      (50 + 260 * wild) * Math.sin((u / 3300) * 2 * Math.PI + at(phases, 1)) +
      70 * wild * Math.sin((u / 1500) * 2 * Math.PI + at(phases, 2))
    );
  };
  const halfWidthAt = (u: number): number => 78 + 26 * noise(seed + 11, u / 1900, 0.5) + u / 1400;
  const course: Path = [];
  const left: Path = [];
  const right: Path = [];
  for (let u = -27_000; u <= 27_000; u += 90) {
    const v = lateral(u);
    course.push(direction.x * u + side.x * v, direction.y * u + side.y * v);
  }
  const outer = offsetPath(course, 1);
  for (let i = 0, u = -27_000; i < course.length; i += 2, u += 90) {
    const x = at(course, i);
    const y = at(course, i + 1);
    const nx = at(outer, i) - x;
    const ny = at(outer, i + 1) - y;
    const leftWidth = halfWidthAt(u) + 9 * noise(seed + 12, u / 420, 3.5);
    const rightWidth = halfWidthAt(u) + 9 * noise(seed + 12, u / 420, 9.5);
    left.push(x + nx * leftWidth, y + ny * leftWidth);
    right.push(x - nx * rightWidth, y - ny * rightWidth);
  }
  return {
    course,
    ring: [...left, ...reversed(right)],
    direction,
    side,
    bankAt(x, y) {
      const u = x * direction.x + y * direction.y;
      const nearest = Math.round((u + 27_000) / 90);
      let distance = Infinity;
      for (let k = -14; k <= 14; k += 1) {
        const i = Math.max(0, Math.min(course.length / 2 - 1, nearest + k)) * 2;
        distance = Math.min(distance, Math.hypot(at(course, i) - x, at(course, i + 1) - y));
      }
      return { distance, halfWidth: halfWidthAt(u) };
    },
  };
}

function shapeLake(random: RandomStream, seed: number, river: River): Lake {
  const turn = random.between(-0.5, 0.5);
  const away = { x: -river.side.x, y: -river.side.y };
  const distance = random.between(4100, 4700);
  const centre = {
    x: (away.x * Math.cos(turn) - away.y * Math.sin(turn)) * distance,
    y: (away.x * Math.sin(turn) + away.y * Math.cos(turn)) * distance,
  };
  const long = random.between(820, 1050);
  const short = long * random.between(0.42, 0.55);
  const tilt = random.between(0, Math.PI);
  const outline = (margin: number, roughness: number): Path => {
    const ring: Path = [];
    for (let i = 0; i < 72; i += 1) {
      const a = (i / 72) * 2 * Math.PI;
      const swell =
        1 +
        0.2 * noise(seed + 21, 3 + Math.cos(a) * 1.1, 3 + Math.sin(a) * 1.1) +
        roughness * noise(seed + 22, 9 + Math.cos(a) * 3, 9 + Math.sin(a) * 3);
      const px = Math.cos(a) * (long * swell + margin);
      const py = Math.sin(a) * (short * swell + margin);
      ring.push(
        centre.x + px * Math.cos(tilt) - py * Math.sin(tilt),
        centre.y + px * Math.sin(tilt) + py * Math.cos(tilt),
      );
    }
    return ring;
  };
  const shore = outline(120, 0.03);
  return { centre, ring: outline(0, 0.13), shore: [...shore, at(shore, 0), at(shore, 1)] };
}

function shapeCreeks(random: RandomStream, river: River): Path[] {
  const creeks: Path[] = [];
  for (const start of [-19_000, -13_200, 12_600, 18_400]) {
    const u = start + random.between(-1200, 1200);
    const i = Math.round((u + 27_000) / 90) * 2;
    const inland = random.chance(0.5) ? 1 : -1;
    let x = at(river.course, i);
    let y = at(river.course, i + 1);
    let heading =
      Math.atan2(river.side.y * inland, river.side.x * inland) + random.between(-0.5, 0.5);
    const points: Point[] = [{ x, y }];
    const steps = random.integer(9, 15);
    for (let k = 0; k < steps; k += 1) {
      heading += random.between(-0.55, 0.55);
      x += Math.cos(heading) * 700;
      y += Math.sin(heading) * 700;
      // A creek that strays towards the city would run through its blocks.
      if (Math.hypot(x, y) < 9800) break;
      points.push({ x, y });
    }
    if (points.length < 5) continue;
    const line = smoothCurve(points, 60);
    const count = line.length / 2;
    const near = offsetPath(line, 1);
    const left: Path = [];
    const right: Path = [];
    for (let k = 0; k < count; k += 1) {
      const width = 15 * (1 - k / count) + 3;
      const nx = (at(near, k * 2) - at(line, k * 2)) * width;
      const ny = (at(near, k * 2 + 1) - at(line, k * 2 + 1)) * width;
      left.push(at(line, k * 2) + nx, at(line, k * 2 + 1) + ny);
      right.push(at(line, k * 2) - nx, at(line, k * 2 + 1) - ny);
    }
    creeks.push([...left, ...reversed(right)]);
  }
  return creeks;
}

/** Whether a point is in the river or the lake, with a margin in meters around them. */
export function isWet(terrain: Terrain, x: number, y: number, margin = 0): boolean {
  const bank = terrain.river.bankAt(x, y);
  if (bank.distance < bank.halfWidth + margin) return true;
  const { centre, ring, shore } = terrain.lake;
  if (Math.hypot(x - centre.x, y - centre.y) > 2600) return false;
  return insideRing(margin > 60 ? shore : ring, x, y);
}
