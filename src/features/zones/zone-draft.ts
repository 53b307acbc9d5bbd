import { cleanName } from '@contract/given-names';
import type { Place } from '@contract/rules/longitudes';
import { isLonger } from '@contract/rules/text-length';
import { shapeFault } from '@contract/rules/zone-shapes';
import {
  CORNERS_AT_MOST,
  RADIUS,
  WIDTH,
  ZONE_GROUP_AT_MOST,
  ZONE_NAME_AT_MOST,
  type ShapeFault,
  type Zone,
  type ZoneKind,
  type ZoneShape,
} from '@contract/zones';

/** A zone as it is being made or changed: its form may be missing, and be wrong. */
export type ZoneDraft = Omit<Zone, 'shape' | 'group'> & {
  kind: ZoneKind;
  /** Empty for none. */
  group: string;
  shape: ZoneShape | null;
};

/** Colors that are told apart on both themes of the map; new zones take them in turn. */
export const zoneColors = [
  '#2F5BD0',
  '#0E8A6D',
  '#8A4FC4',
  '#B4540A',
  '#0B7EA8',
  '#B03A76',
] as const;

/** The draft of a zone that is kept. */
export function draftOf(zone: Zone): ZoneDraft {
  return { ...zone, kind: zone.shape.kind, group: zone.group ?? '' };
}

/** The draft of a new zone. @param index how many there are */
export function newDraft(kind: ZoneKind, index: number): ZoneDraft {
  const color = zoneColors[index % zoneColors.length] ?? zoneColors[0];
  return { id: crypto.randomUUID(), name: '', color, group: '', isShown: true, kind, shape: null };
}

/** The zone that a draft is; null while something is missing. */
export function zoneOf(draft: ZoneDraft): Zone | null {
  const { id, color, isShown, shape } = draft;
  const name = cleanName(draft.name);
  const group = cleanName(draft.group);
  if (name === '' || isLonger(name, ZONE_NAME_AT_MOST) || isLonger(group, ZONE_GROUP_AT_MOST))
    return null;
  if (!/^#[0-9a-f]{6}$/i.test(color.trim())) return null;
  if (shape === null || shapeFault(shape) !== null) return null;
  return { id, name, color: color.trim(), group: group === '' ? null : group, isShown, shape };
}

/** A place as it is typed: `-23.55, -46.63`. */
export function placeText({ latitude, longitude }: Place): string {
  return `${String(latitude)}, ${String(longitude)}`;
}

/** Places as they are typed, one a line. */
export function placesText(places: readonly Place[]): string {
  return places.map(placeText).join('\n');
}

/** A typed place; null where it is none. A decimal comma needs a space or semicolon between. */
export function readPlace(text: string): Place | null {
  const number = '([+-]?\\d+(?:[.,]\\d+)?)';
  const found = new RegExp(`^\\s*${number}\\s*[;\\s]\\s*${number}\\s*$`).exec(
    text.replace(/,\s+/, ' '),
  );
  const plain = found ?? /^\s*([+-]?\d+(?:\.\d+)?),([+-]?\d+(?:\.\d+)?)\s*$/.exec(text);
  const [latitude, longitude] = [plain?.[1], plain?.[2]].map((words) =>
    words === undefined ? NaN : Number(words.replace(',', '.')),
  );
  if (latitude === undefined || longitude === undefined) return null;
  const isPlace = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isPlace ? { latitude, longitude } : null;
}

/** What is typed of a form. */
export type TypedShape = {
  /** The center, or the corners or points one a line. */
  places: string;
  /** Radius or width, meters. */
  meters: string;
};

/** Why what is typed is no form. */
export type TypedFault =
  | { kind: 'place'; line: number }
  | { kind: 'too-many' }
  | { kind: 'radius' }
  | { kind: 'width' }
  | { kind: ShapeFault };

/** A form as it is typed; of none, what a person sees first. */
export function typedOf(kind: ZoneKind, shape: ZoneShape | null): TypedShape {
  switch (shape?.kind) {
    case 'circle':
      return { places: placeText(shape.center), meters: String(shape.radius) };
    case 'polygon':
      return { places: placesText(shape.corners), meters: '' };
    case 'corridor':
      return { places: placesText(shape.path), meters: String(shape.width) };
    default:
      return { places: '', meters: { circle: '200', corridor: '100', polygon: '' }[kind] };
  }
}

/** The form that is typed, and what is wrong with it. */
export function readTyped(
  kind: ZoneKind,
  { places, meters }: TypedShape,
): { shape: ZoneShape | null; fault: TypedFault | null } {
  const lines = places
    .split('\n')
    .map((text, index) => ({ text, line: index + 1 }))
    .filter(({ text }) => text.trim() !== '');
  const none = (fault: TypedFault) => ({ shape: null, fault });
  if (lines.length > CORNERS_AT_MOST) return none({ kind: 'too-many' });
  const known: Place[] = [];
  for (const { text, line } of lines) {
    const place = readPlace(text);
    if (place === null) return none({ kind: 'place', line });
    known.push(place);
  }
  const shape = shapeOf(kind, known, Number(meters));
  if ('fault' in shape) return none(shape.fault);
  const fault = shapeFault(shape);
  return { shape: fault === null ? shape : null, fault: fault === null ? null : { kind: fault } };
}

function shapeOf(
  kind: ZoneKind,
  places: readonly Place[],
  meters: number,
): ZoneShape | { fault: TypedFault } {
  const isIn = ({ least, most }: { least: number; most: number }): boolean =>
    meters >= least && meters <= most;
  switch (kind) {
    case 'circle': {
      const [center] = places;
      if (center === undefined || places.length > 1) {
        return { fault: { kind: 'place', line: Math.min(places.length + 1, 2) } };
      }
      if (!isIn(RADIUS)) return { fault: { kind: 'radius' } };
      return { kind, center, radius: meters };
    }
    case 'polygon':
      return { kind, corners: [...places] };
    case 'corridor':
      if (!isIn(WIDTH)) return { fault: { kind: 'width' } };
      return { kind, path: [...places], width: meters };
  }
}
