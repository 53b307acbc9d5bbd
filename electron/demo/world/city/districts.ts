import { at, boxOf, distanceToRing, insideRing, type Point } from '../geometry';
import { noise, RandomStream } from '../random';
import type { Face } from './faces';
import type { Line } from './lines';
import type { Terrain } from './terrain';

export type DistrictKind =
  'old-town' | 'grid' | 'winding' | 'radial' | 'industrial' | 'park' | 'banks' | 'verge';

/** A piece of land between arterial roads, and what is built on it. */
export interface District {
  readonly face: Face;
  readonly centre: Point;
  readonly kind: DistrictKind;
}

/** Decides what each piece of land is for. */
export function zoneDistricts(
  seed: number,
  faces: readonly Face[],
  lines: readonly Line[],
  terrain: Terrain,
): District[] {
  const random = new RandomStream(seed, 401);
  const industrialAngle = random.between(0, 2 * Math.PI);
  const parks = choosePark(random, faces);
  let radialLeft = 2;
  return faces.map((face) => {
    const centre = innerPoint(face);
    const distance = Math.hypot(centre.x, centre.y);
    const place = (kind: DistrictKind): District => ({ face, centre, kind });
    if (holdsWater(face, terrain)) return place('banks');
    const bordersMotorway = [...face.borders].some(
      ([line, length]) => lines[line]?.class === 'motorway' && length > 200,
    );
    const thickness = (2 * face.area) / face.perimeter;
    if (thickness < 52 || (bordersMotorway && thickness < 75)) return place('verge');
    if (insideRing(face.ring, 0, 0)) return place('park');
    if (distance < 720) return place('old-town');
    if (parks.has(face)) return place('park');
    const turn = Math.cos(Math.atan2(centre.y, centre.x) - industrialAngle);
    if (turn > 0.9 && distance > 3900) return place('industrial');
    const roundness = (4 * Math.PI * face.area) / face.perimeter ** 2;
    if (radialLeft > 0 && distance > 2300 && roundness > 0.62 && face.area > 1.2e6) {
      radialLeft -= 1;
      return place('radial');
    }
    const isSuburb = distance > 4300 && noise(seed + 41, centre.x / 2600, centre.y / 2600) > -0.1;
    return place(isSuburb ? 'winding' : 'grid');
  });
}

function choosePark(random: RandomStream, faces: readonly Face[]): Set<Face> {
  const candidates = faces.filter((face) => {
    const { x, y } = innerPoint(face);
    const distance = Math.hypot(x, y);
    return distance > 1000 && distance < 8500 && face.area > 1.1e5 && face.area < 1.2e6;
  });
  return new Set(random.shuffle(candidates).slice(0, 7));
}

function holdsWater(face: Face, terrain: Terrain): boolean {
  const { river, lake } = terrain;
  if (insideRing(face.ring, lake.centre.x, lake.centre.y)) return true;
  let inside = 0;
  for (let i = 0; i < river.course.length; i += 2) {
    if (insideRing(face.ring, at(river.course, i), at(river.course, i + 1))) inside += 1;
    if (inside > 1) return true;
  }
  return false;
}

/** A point well inside a piece of land, near its middle. */
export function innerPoint(face: Face): Point {
  const { west, south, east, north } = boxOf(face.ring);
  let best: Point = { x: at(face.ring, 0), y: at(face.ring, 1) };
  let depth = -1;
  for (let i = 1; i < 8; i += 1) {
    for (let j = 1; j < 8; j += 1) {
      const x = west + ((east - west) * i) / 8;
      const y = south + ((north - south) * j) / 8;
      if (!insideRing(face.ring, x, y)) continue;
      const distance = distanceToRing(face.ring, x, y, depth);
      if (distance > depth) {
        depth = distance;
        best = { x, y };
      }
    }
  }
  return best;
}
