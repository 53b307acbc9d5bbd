/** Areas of the map, the lowest first. */
export const areaClasses = ['land', 'urban', 'industrial', 'park', 'water', 'building'] as const;

/** What an area is drawn as. */
export type AreaClass = (typeof areaClasses)[number];

/** Lines of the map, the lowest first. */
export const lineClasses = [
  'waterway',
  'regionBorder',
  'border',
  'railTunnel',
  'roadTunnel',
  'rail',
  'track',
  'street',
  'avenue',
  'motorway',
] as const;

/** What a line is drawn as. */
export type LineClass = (typeof lineClasses)[number];

/** What is named. Roads are named along their line, the others at a point. */
export const nameClasses = [
  'country',
  'region',
  'city',
  'town',
  'village',
  'district',
  'water',
  'road',
] as const;

/** What a name is a name of. */
export type NameClass = (typeof nameClasses)[number];

/** What a shape of a vector tile is, in Fleetdesk's own classes. */
export type Meaning = {
  readonly area?: AreaClass;
  readonly line?: LineClass;
  readonly name?: {
    readonly of: NameClass;
    /** The line that a road's name runs along; absent for all else. */
    readonly along?: LineClass;
    /** The local name. */
    readonly text: string;
    /** Names in other languages, by the language's two letters. */
    readonly languages: Readonly<Record<string, string>>;
    /** Smaller is more important; 0 to 20. */
    readonly rank: number;
  };
};

/** Form of a shape: what a vector tile calls its geometry type. */
export type ShapeForm = 'point' | 'line' | 'area';

/** Fields of a shape, as a vector tile holds them. */
export type ShapeFields = Readonly<Record<string, unknown>>;

/** Reads a shape of one layer; null where the map does not draw it. */
export type ReadShape = (layer: string, form: ShapeForm, fields: ShapeFields) => Meaning | null;

/** A field as text; empty where it is no text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 200) : '';
}

/** A field as a number; `otherwise` where it is none. */
export function numberOf(value: unknown, otherwise: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
}

/** Whether a field says yes; schemas write it as a boolean, a number or a text. */
export function isSet(value: unknown): boolean {
  return value === true || value === 1 || value === 'true' || value === 'yes' || value === '1';
}

/** Names of a shape: `name`, and `name:en` or `name_en`; null where it has none. */
export function namesOf(
  of: NameClass,
  fields: ShapeFields,
  rank: number,
): { name: NonNullable<Meaning['name']> } | null {
  const languages: Record<string, string> = {};
  for (const [key, value] of Object.entries(fields)) {
    const language = /^name[:_]([a-z]{2})$/.exec(key)?.[1];
    if (language !== undefined && typeof value === 'string' && value !== '') {
      languages[language] = value.slice(0, 200);
    }
  }
  const text = textOf(fields['name']) || Object.values(languages)[0];
  if (text === undefined || text === '') return null;
  return { name: { of, text, languages, rank: Math.min(20, Math.max(0, Math.round(rank))) } };
}

/** A road's line and, where it has one, its name. Railways are not named. */
export function road(line: LineClass, fields: ShapeFields): Meaning {
  const rank = lineClasses.length - lineClasses.indexOf(line);
  const named = line === 'rail' ? null : namesOf('road', fields, rank);
  const drawn = drawnAs(line, fields);
  return named ? { line: drawn, name: { ...named.name, along: line } } : { line: drawn };
}

/** A road or railway as it is drawn: below the ground it is a tunnel. */
export function drawnAs(line: LineClass, fields: ShapeFields): LineClass {
  if (!isTunnel(fields)) return line;
  return line === 'rail' ? 'railTunnel' : 'roadTunnel';
}

/** Whether a way is below the ground: each schema has a field of its own for that. */
function isTunnel({ is_tunnel, tunnel, brunnel, structure }: ShapeFields): boolean {
  return isSet(is_tunnel) || isSet(tunnel) || brunnel === 'tunnel' || structure === 'tunnel';
}
