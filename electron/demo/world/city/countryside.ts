import {
  at,
  distanceToSegment,
  insideRing,
  pathLength,
  runsWhere,
  smoothCurve,
  type Path,
  type Point,
} from '../geometry';
import { RandomStream } from '../random';
import type { Line } from './lines';
import type { NameGiver } from './names';
import { HALF_HEIGHT, HALF_WIDTH, isWet, type Terrain } from './terrain';

export interface Village {
  readonly name: string;
  readonly centre: Point;
  /** The built-up land around it. */
  readonly ring: Path;
}

export interface Countryside {
  readonly villages: readonly Village[];
  readonly lines: readonly Line[];
}

/** Villages, the roads that link them to the city and to each other, and farm tracks. */
export function layCountryside(
  seed: number,
  terrain: Terrain,
  gates: readonly Point[],
  isUrban: (x: number, y: number) => boolean,
  names: NameGiver,
): Countryside {
  const random = new RandomStream(seed, 501);
  const villages: Village[] = [];
  const lines: Line[] = [];
  for (const centre of placeVillages(random, terrain)) {
    const built = buildVillage(random, centre, names);
    villages.push(built.village);
    lines.push(...built.lines);
  }
  const roads = linkVillages(random, terrain, villages, gates, isUrban);
  lines.push(...roads);
  lines.push(...layTracks(random, terrain, roads, isUrban, names));
  return { villages, lines };
}

function placeVillages(random: RandomStream, terrain: Terrain): Point[] {
  const points: Point[] = [];
  for (let tries = 0; tries < 900 && points.length < 14; tries += 1) {
    const x = random.between(-0.9, 0.9) * HALF_WIDTH;
    const y = random.between(-0.88, 0.88) * HALF_HEIGHT;
    if (Math.hypot(x / 1.12, y) < 11_400) continue;
    if (isWet(terrain, x, y, 700)) continue;
    if (points.some((other) => Math.hypot(other.x - x, other.y - y) < 3900)) continue;
    points.push({ x, y });
  }
  return points;
}

function buildVillage(
  random: RandomStream,
  centre: Point,
  names: NameGiver,
): { village: Village; lines: Line[] } {
  const angle = random.between(0, Math.PI);
  const isTown = random.chance(0.2);
  const columns = isTown ? random.integer(6, 8) : random.integer(2, 5);
  const rows = isTown ? random.integer(8, 11) : random.integer(2, 4);
  const block = random.between(84, 110);
  const bend = random.between(-0.25, 0.25);
  const ground = (u: number, v: number): [number, number] => {
    const turn = angle + (bend * u) / 800;
    return [
      centre.x + u * Math.cos(turn) - v * Math.sin(turn),
      centre.y + u * Math.sin(turn) + v * Math.cos(turn),
    ];
  };
  const lines: Line[] = [];
  const halfU = columns * block;
  const halfV = rows * block * 0.5;
  const add = (path: Path): void => {
    lines.push({ class: 'street', name: names.street(), limit: 30, path, meetsMotorways: false });
  };
  for (let row = 0; row <= rows; row += 1) {
    const v = -halfV + row * block;
    const short = random.chance(0.4) ? random.between(0.55, 0.95) : 1;
    const path: Path = [];
    for (let k = 0; k <= 16; k += 1) path.push(...ground((-1 + (k / 16) * 2) * halfU * short, v));
    add(path);
  }
  for (let column = 0; column <= columns * 2; column += 1) {
    const u = -halfU + column * block;
    if (random.chance(0.12)) continue;
    add([...ground(u, -halfV - 12), ...ground(u, halfV + 12)]);
  }
  const ring: Path = [];
  for (let k = 0; k < 28; k += 1) {
    const a = (k / 28) * 2 * Math.PI;
    // A rounded rectangle, a little ragged, as villages end in gardens.
    const power = (value: number): number => Math.sign(value) * Math.abs(value) ** 0.55;
    const margin = random.between(45, 95);
    ring.push(
      ...ground(power(Math.cos(a)) * (halfU + margin), power(Math.sin(a)) * (halfV + margin)),
    );
  }
  return { village: { name: names.village(), centre, ring }, lines };
}

function linkVillages(
  random: RandomStream,
  terrain: Terrain,
  villages: readonly Village[],
  gates: readonly Point[],
  isUrban: (x: number, y: number) => boolean,
): Line[] {
  const lines: Line[] = [];
  const linked: Point[] = [...gates];
  const keyOf = (a: Point, b: Point): string =>
    [a, b]
      .map((p) => Math.round(p.x))
      .sort()
      .join(':');
  const waiting = [...villages];
  const drawn = new Set<string>();
  const link = (village: Village, target: Point, roadClass: Line['class']): boolean => {
    const path = wander(random, village.centre, target);
    const intoLake = Math.hypot(target.x - terrain.lake.centre.x, target.y - terrain.lake.centre.y);
    if (intoLake < 2600) return false;
    if (path.some((_, i) => i % 2 === 0 && isInLake(terrain, at(path, i), at(path, i + 1))))
      return false;
    const run = runsWhere(path, (x, y) => !isUrban(x, y))[0];
    if (!run || pathLength(run) < 500) return false;
    lines.push({
      class: roadClass,
      name: `Estrada de ${village.name}`,
      limit: roadClass === 'avenue' ? 80 : 50,
      path: run,
      meetsMotorways: true,
    });
    return true;
  };
  while (waiting.length > 0) {
    let best = { distance: Infinity, village: 0, target: -1 };
    waiting.forEach((village, index) => {
      linked.forEach((target, targetIndex) => {
        const distance = Math.hypot(village.centre.x - target.x, village.centre.y - target.y);
        if (distance < best.distance) best = { distance, village: index, target: targetIndex };
      });
    });
    const [village] = waiting.splice(best.village, 1);
    const target = linked[best.target];
    if (!village || !target) break;
    link(village, target, 'avenue');
    drawn.add(keyOf(village.centre, target));
    linked.push(village.centre);
  }
  // A few more links, so that the country is a web and not a tree.
  villages.forEach((village) => {
    const others = villages
      .map((other) => ({
        other,
        distance: Math.hypot(other.centre.x - village.centre.x, other.centre.y - village.centre.y),
      }))
      .filter(({ other }) => other !== village)
      .sort((a, b) => a.distance - b.distance)
      .slice(0, 2);
    for (const { other, distance } of others) {
      const key = keyOf(village.centre, other.centre);
      // Where a third village is on the way, the roads through it will do.
      const isThrough = villages.some(
        (third) =>
          third !== village &&
          third !== other &&
          distanceToSegment(
            third.centre.x,
            third.centre.y,
            village.centre.x,
            village.centre.y,
            other.centre.x,
            other.centre.y,
          ) < 1800,
      );
      if (drawn.has(key) || isThrough || distance > 8500) continue;
      drawn.add(key);
      link(village, other.centre, random.chance(0.4) ? 'avenue' : 'track');
    }
  });
  return lines;
}

function isInLake(terrain: Terrain, x: number, y: number): boolean {
  const { centre, shore } = terrain.lake;
  return Math.hypot(x - centre.x, y - centre.y) < 2600 && insideRing(shore, x, y);
}

/** A country road: it follows the land rather than a ruler. */
function wander(random: RandomStream, from: Point, to: Point): Path {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const length = Math.hypot(dx, dy);
  const parts = Math.max(3, Math.round(length / 1300));
  const points: Point[] = [from];
  for (let k = 1; k < parts; k += 1) {
    const t = k / parts;
    const sway = random.between(-0.22, 0.22) * Math.min(1300, length / parts);
    points.push({
      x: from.x + dx * t - (dy / length) * sway,
      y: from.y + dy * t + (dx / length) * sway,
    });
  }
  points.push(to);
  return smoothCurve(points, 45);
}

function layTracks(
  random: RandomStream,
  terrain: Terrain,
  roads: readonly Line[],
  isUrban: (x: number, y: number) => boolean,
  names: NameGiver,
): Line[] {
  const lines: Line[] = [];
  for (const road of roads) {
    const count = Math.round(pathLength(road.path) / 1500);
    for (let k = 0; k < count; k += 1) {
      const i = 2 * random.integer(4, Math.max(4, road.path.length / 2 - 6));
      if (i + 3 >= road.path.length) continue;
      let x = at(road.path, i);
      let y = at(road.path, i + 1);
      let heading =
        Math.atan2(at(road.path, i + 3) - y, at(road.path, i + 2) - x) +
        (random.chance(0.5) ? 1 : -1) * random.between(1, 2.1);
      const points: Point[] = [{ x, y }];
      const steps = random.integer(3, 8);
      for (let s = 0; s < steps; s += 1) {
        heading += random.between(-0.5, 0.5);
        x += Math.cos(heading) * 420;
        y += Math.sin(heading) * 420;
        if (isUrban(x, y) || isWet(terrain, x, y, 120)) break;
        if (Math.abs(x) > HALF_WIDTH || Math.abs(y) > HALF_HEIGHT) break;
        points.push({ x, y });
      }
      if (points.length < 3) continue;
      lines.push({
        class: 'track',
        name: names.track(),
        limit: 40,
        path: smoothCurve(points, 45),
        meetsMotorways: false,
      });
    }
  }
  return lines;
}
