import type { NameClass } from '@contract/tile-schemas/meaning';
import { EARTH_RADIUS, metersBetween } from '@contract/rules/sphere';
import type { Place } from '@contract/rules/longitudes';
import { latitudeAt, longitudeAt, worldX, worldY } from '@contract/rules/web-mercator';
import type { GroundAnswer } from '../ports/named-ground';
import type { Ground, GroundPoint, RoadNearby } from './ground';

/** A street farther away says nothing of a point, meters. */
export const STREET_REACH = 300;

/** A district is known by a point alone: farther from it the point is likely in another, meters. */
export const DISTRICT_REACH = 2_000;

/** What a place covers around its name, meters; a guess, as maps give no borders of towns. */
const townReach: Partial<Record<NameClass, number>> = { city: 15_000, town: 5_000, village: 2_000 };

/** The widest of them. */
export const TOWN_REACH = 15_000;

/** Vehicles drive on roads: a footpath is named only where it is nearer by so many meters. */
const PATH_HANDICAP = 15;

/** A position is as exact as this: a street farther away by less may be the right one. */
const CLEAR_BY = 15;

/** What the pieces of one map say of a point. */
export function locate(point: Place, pieces: readonly Ground[], language: string): GroundAnswer {
  const y = worldY(point.latitude);
  const meters = 2 * Math.PI * EARTH_RADIUS * Math.cos((point.latitude * Math.PI) / 180);
  const reach = STREET_REACH / meters;
  const xs = copiesOf(worldX(point.longitude), reach);
  const roads = pieces.flatMap((piece) => xs.flatMap((x) => piece.roadsNear(x, y, reach)));
  const area = pieces.map((piece) => piece.areaAt(xs[0] ?? NaN, y)).find((name) => name !== null);
  const points = pieces.flatMap((piece) => piece.points);
  return {
    street: streetOf(roads, meters),
    district: area ?? districtOf(points, point, language),
    town: townOf(points, point, language),
  };
}

/** What several maps say of a point, the best first: the next one adds what is not known. */
export function merged(answers: readonly GroundAnswer[]): GroundAnswer {
  const first = <T>(pick: (answer: GroundAnswer) => T | null): T | null =>
    answers.map(pick).find((part) => part !== null) ?? null;
  return {
    street: first(({ street }) => street),
    district: first(({ district }) => district),
    town:
      answers.map(({ town }) => town).find((town) => town?.isIn === true) ??
      first(({ town }) => town),
  };
}

/** At the date line what is near may be at the other end of the world. */
function copiesOf(x: number, reach: number): number[] {
  return [x, ...(x - reach < 0 ? [x + 1] : []), ...(x + reach > 1 ? [x - 1] : [])];
}

function streetOf(roads: readonly RoadNearby[], meters: number): GroundAnswer['street'] {
  const ranked = roads
    .map((road) => {
      const away = road.away * meters;
      return { name: road.name, away, rank: away + (road.class === 'track' ? PATH_HANDICAP : 0) };
    })
    .sort((a, b) => a.rank - b.rank);
  const [nearest] = ranked;
  if (!nearest) return null;
  const { name, away, rank } = nearest;
  const other = ranked.find((road) => road.name !== name);
  return { name, away: Math.round(away), isClear: !other || other.rank - rank > CLEAR_BY };
}

function districtOf(points: readonly GroundPoint[], at: Place, language: string): string | null {
  let nearest: string | null = null;
  let least = DISTRICT_REACH;
  for (const point of points) {
    if (point.of !== 'district') continue;
    const away = metersBetween(at, placeOf(point));
    if (away >= least) continue;
    least = away;
    nearest = nameOf(point, language);
  }
  return nearest;
}

/** The town that most likely holds the point, or else the nearest one. */
function townOf(points: readonly GroundPoint[], at: Place, language: string): GroundAnswer['town'] {
  let best: { point: GroundPoint; share: number; away: number } | null = null;
  for (const point of points) {
    const covered = townReach[point.of];
    if (covered === undefined) continue;
    const away = metersBetween(at, placeOf(point));
    const share = away / covered;
    const isBetter =
      best === null || (share <= 1 || best.share <= 1 ? share < best.share : away < best.away);
    if (isBetter) best = { point, share, away };
  }
  if (best === null) return null;
  return { name: nameOf(best.point, language), isIn: best.share <= 1, ...placeOf(best.point) };
}

function placeOf({ x, y }: GroundPoint): Place {
  return { latitude: latitudeAt(y), longitude: longitudeAt(x) };
}

function nameOf({ text, languages }: GroundPoint, language: string): string {
  return languages[language] ?? text;
}
