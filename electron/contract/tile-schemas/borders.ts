import { isSet, type LineClass, type ShapeFields } from './meaning';

/**
 * What a border is drawn as, by its level as OpenStreetMap counts: 2 is a country, 4 a region.
 * Those at sea are left out, and a disputed one is drawn as no more than a region's.
 */
export function borderOf(fields: ShapeFields, level: number): { line: LineClass } | null {
  if (isSet(fields['maritime'])) return null;
  if (level <= 2) return { line: isSet(fields['disputed']) ? 'regionBorder' : 'border' };
  return level <= 4 ? { line: 'regionBorder' } : null;
}
