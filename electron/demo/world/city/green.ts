import { distanceToRing, insideRing, type Path } from '../geometry';
import { noise, RandomStream } from '../random';
import type { Village } from './countryside';
import { innerPoint, type District } from './districts';
import { findFaces } from './faces';
import type { Line } from './lines';
import type { NameGiver } from './names';
import type { Network } from './network';
import { HALF_HEIGHT, HALF_WIDTH, isWet, type Terrain } from './terrain';

/** Green land: parks, squares, the river's banks, and woods in the country. */
export interface Green {
  readonly name?: string;
  readonly ring: Path;
}

export function layGreen(
  seed: number,
  terrain: Terrain,
  districts: readonly District[],
  villages: readonly Village[],
  network: Network,
  lines: readonly Line[],
  names: NameGiver,
): Green[] {
  const random = new RandomStream(seed, 701);
  const green: Green[] = woods(random, seed, terrain, districts, villages);
  for (const { kind, face, centre } of districts) {
    if (kind === 'banks') green.push({ ring: face.ring });
    if (kind !== 'park') continue;
    const isMainSquare = Math.hypot(centre.x, centre.y) < 100;
    green.push({ name: isMainSquare ? 'Praça da Matriz' : names.park(), ring: face.ring });
  }
  for (const face of findFaces(network)) {
    if (face.area < 3500 || face.area > 90_000) continue;
    const isStreetBlock = [...face.borders.keys()].every(
      (line) => lines[line]?.class === 'street' || lines[line]?.class === 'avenue',
    );
    const likely = face.area > 24_000 ? 0.1 : 0.028;
    if (!isStreetBlock || !random.chance(likely)) continue;
    const { x, y } = innerPoint(face);
    const host = districts.find((district) => insideRing(district.face.ring, x, y));
    if (host?.kind === 'industrial' || host?.kind === 'park' || host?.kind === 'banks') continue;
    if (host?.kind === 'verge' || (2 * face.area) / face.perimeter < 26) continue;
    green.push({ name: face.area > 24_000 ? names.park() : names.square(), ring: face.ring });
  }
  return green;
}

function woods(
  random: RandomStream,
  seed: number,
  terrain: Terrain,
  districts: readonly District[],
  villages: readonly Village[],
): Green[] {
  const result: Green[] = [];
  for (let tries = 0; tries < 400 && result.length < 22; tries += 1) {
    const x = random.between(-0.95, 0.95) * HALF_WIDTH;
    const y = random.between(-0.93, 0.93) * HALF_HEIGHT;
    const size = random.between(420, 1500);
    const squeeze = random.between(0.45, 0.9);
    const tilt = random.between(0, Math.PI);
    const isTaken =
      Math.hypot(x, y) < 6500 + size ||
      isWet(terrain, x, y, 300) ||
      villages.some(({ centre }) => Math.hypot(centre.x - x, centre.y - y) < size + 900) ||
      districts.some(
        ({ face: { ring } }) =>
          insideRing(ring, x, y) || distanceToRing(ring, x, y, size * 1.5) < size * 1.5,
      );
    if (isTaken) continue;
    const ring: Path = [];
    for (let k = 0; k < 90; k += 1) {
      const angle = (k / 90) * 2 * Math.PI;
      const cos = Math.cos(angle);
      const sin = Math.sin(angle);
      const ragged =
        1 +
        0.42 * noise(seed + 71, x + cos * 1.3, y + sin * 1.3) +
        0.16 * noise(seed + 72, x + cos * 4, y + sin * 4);
      const px = cos * size * ragged;
      const py = sin * size * ragged * squeeze;
      ring.push(
        x + px * Math.cos(tilt) - py * Math.sin(tilt),
        y + px * Math.sin(tilt) + py * Math.cos(tilt),
      );
    }
    result.push({ ring });
  }
  return result;
}
