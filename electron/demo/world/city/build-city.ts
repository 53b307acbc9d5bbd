import { boxOf, insideRing } from '../geometry';
import type { Steps } from '../gradual';
import { layArterials } from './arterials';
import { layCountryside, type Village } from './countryside';
import { zoneDistricts, type District } from './districts';
import { findFaces } from './faces';
import type { Line } from './lines';
import { NameGiver } from './names';
import { layGreen, type Green } from './green';
import { buildNetwork, layNetwork, type Network } from './network';
import { fillDistrict } from './street-fill';
import { shapeTerrain, type Terrain } from './terrain';
import { thinNetwork, withoutLooseEnds } from './thinning';

/** The whole city in meters around its center, before it is put on the globe. */
export interface City {
  readonly terrain: Terrain;
  readonly districts: readonly District[];
  readonly villages: readonly Village[];
  readonly lines: readonly Line[];
  readonly network: Network;
  readonly green: readonly Green[];
}

/** The city of a seed, step by step. */
export function* buildCity(seed: number): Steps<City> {
  const names = new NameGiver(seed);
  const terrain = shapeTerrain(seed);
  yield;
  const arterials = layArterials(seed, terrain, names);
  yield;
  const main = withoutLooseEnds(arterials.lines, arterials.gates);
  yield;
  const faces = findFaces(buildNetwork(main));
  yield;
  const districts = zoneDistricts(seed, faces, main, terrain);
  yield;
  const boxes = districts.map((district) => boxOf(district.face.ring));
  const isUrban = (x: number, y: number): boolean =>
    districts.some((district, index) => {
      const box = boxes[index];
      return (
        box !== undefined &&
        x >= box.west &&
        x <= box.east &&
        y >= box.south &&
        y <= box.north &&
        insideRing(district.face.ring, x, y)
      );
    });
  const country = layCountryside(seed, terrain, arterials.gates, isUrban, names);
  const streets: Line[] = [];
  for (const district of districts) {
    yield;
    streets.push(...fillDistrict(seed, district, names));
  }
  const lines = [...main, ...country.lines, ...streets];
  const plan = yield* layNetwork(lines);
  const network = thinNetwork(seed, plan, lines, terrain);
  yield;
  const green = layGreen(seed, terrain, districts, country.villages, network, lines, names);
  return { terrain, districts, villages: country.villages, green, lines, network };
}
