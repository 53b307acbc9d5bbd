import type { AreaClass } from './meaning';

const parks = new Set([
  'park',
  'forest',
  'wood',
  'grass',
  'grassland',
  'meadow',
  'garden',
  'cemetery',
  'grave_yard',
  'golf_course',
  'nature_reserve',
  'national_park',
  'protected_area',
  'pitch',
  'playground',
  'recreation_ground',
  'village_green',
  'orchard',
  'vineyard',
  'allotments',
  'scrub',
  'heath',
  'zoo',
  'wetland',
]);

const industrial = new Set([
  'industrial',
  'commercial',
  'commercial_area',
  'retail',
  'railway',
  'quarry',
  'landfill',
  'military',
  'aerodrome',
  'airport',
  'airfield',
]);

const urban = new Set([
  'residential',
  'urban_area',
  'suburb',
  'quarter',
  'neighbourhood',
  'hospital',
  'school',
  'university',
  'college',
  'kindergarten',
  'education',
]);

function areaOfLand(word: string): AreaClass | null {
  if (parks.has(word)) return 'park';
  if (industrial.has(word)) return 'industrial';
  return urban.has(word) ? 'urban' : null;
}

/** What land is drawn as, by the word of its use or cover; null: as the land around it. */
export function landOf(word: string): { area: AreaClass } | null {
  const area = areaOfLand(word);
  return area && { area };
}
