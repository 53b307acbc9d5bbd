import { buildCity, type City } from './city/build-city';
import { chainEdges } from './city/chains';
import { cityName, NameGiver } from './city/names';
import { CITY_CENTRE, toLat, toLng } from './city/projection';
import { Gradual } from './gradual';
import { at, simplified, type Path } from './geometry';
import type { Area, Place, Road, RoadClass, Streets } from './streets';

const DRAWING_ORDER: readonly RoadClass[] = ['track', 'street', 'avenue', 'motorway'];

let last: { seed: number; city: Gradual<City> } | null = null;

/** The city of a seed, in meters. The last one is kept: streets and vehicles share it. */
export function cityOf(seed: number): Gradual<City> {
  if (last?.seed !== seed) last = { seed, city: new Gradual(buildCity(seed)) };
  return last.city;
}

/** The streets of the invented metropolitan area: the same for the same seed, always. */
export function generateStreets(seed: number): Streets {
  const city = cityOf(seed).value;
  const roads = roadsOf(city);
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { line } of roads) {
    for (let i = 0; i < line.length; i += 2) {
      west = Math.min(west, at(line, i));
      east = Math.max(east, at(line, i));
      south = Math.min(south, at(line, i + 1));
      north = Math.max(north, at(line, i + 1));
    }
  }
  return {
    name: cityName(seed),
    centre: [...CITY_CENTRE],
    bbox: [west, south, east, north],
    roads,
    areas: areasOf(city),
    places: placesOf(seed, city),
  };
}

function roadsOf(city: City): Road[] {
  const roads = chainEdges(city.network.edges).flatMap(({ line, path }): Road[] => {
    const road = city.lines[line];
    if (!road) return [];
    return [{ class: road.class, name: road.name, line: toDegrees(simplified(path, 0.4)) }];
  });
  return roads.sort((a, b) => DRAWING_ORDER.indexOf(a.class) - DRAWING_ORDER.indexOf(b.class));
}

function areasOf(city: City): Area[] {
  const area = (kind: Area['kind'], ring: Path, name?: string): Area => ({
    kind,
    ...(name === undefined ? {} : { name }),
    ring: toDegrees(simplified(ring, 1)),
  });
  return [
    ...city.villages.map((village) => area('urban', village.ring, village.name)),
    ...city.districts
      .filter(({ kind }) => kind !== 'banks')
      .map(({ kind, face }) => area(kind === 'industrial' ? 'industrial' : 'urban', face.ring)),
    ...city.green.map(({ ring, name }) => area('park', ring, name)),
    ...city.terrain.creeks.map((ring) => area('water', ring)),
    area('water', city.terrain.lake.ring, 'Lago das Garças'),
    area('water', city.terrain.river.ring, 'Rio Araçari'),
  ];
}

function placesOf(seed: number, city: City): Place[] {
  const names = new NameGiver(seed + 1);
  const places: Place[] = [
    { name: cityName(seed), kind: 'city', lng: CITY_CENTRE[0], lat: CITY_CENTRE[1] },
  ];
  let isCentreNamed = false;
  let industrial = 0;
  for (const { kind, face, centre } of city.districts) {
    const position = { lng: toLng(centre.x), lat: toLat(centre.y) };
    if (kind === 'old-town' && !isCentreNamed) {
      isCentreNamed = true;
      places.push({ name: 'Centro Histórico', kind: 'district', ...position });
    } else if (kind === 'industrial') {
      industrial += 1;
      const name = industrial === 1 ? 'Distrito Industrial' : `Distrito Industrial ${industrial}`;
      places.push({ name, kind: 'district', ...position });
    } else if (['grid', 'winding', 'radial'].includes(kind) && face.area > 350_000) {
      places.push({ name: names.district(), kind: 'district', ...position });
    }
  }
  for (const { name, centre } of city.villages) {
    places.push({ name, kind: 'village', lng: toLng(centre.x), lat: toLat(centre.y) });
  }
  return places;
}

/** About a centimetre of precision: more digits would only make files of it larger. */
function toDegrees(path: Path): Float64Array {
  const result = new Float64Array(path.length);
  for (let i = 0; i < path.length; i += 2) {
    result[i] = Math.round(toLng(at(path, i)) * 1e7) / 1e7;
    result[i + 1] = Math.round(toLat(at(path, i + 1)) * 1e7) / 1e7;
  }
  return result;
}
