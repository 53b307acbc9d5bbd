import type { NameClass } from '@contract/tile-schemas/meaning';
import type { TileSchemaName } from '@contract/tile-schemas/names';
import { isInUnit, type Unit, type UnitTile } from '@core/place-search/map-units';
import { namesInTile, type PointInTile, type RoadInTile } from '../places/names-in-tile';
import type { NameToKeep } from './names-database';

/** What a person searches for, and a guess at its inhabitants in thousands. */
const places: Partial<Record<NameClass, Pick<NameToKeep, 'kind' | 'size'>>> = {
  city: { kind: 'town', size: 100 },
  town: { kind: 'town', size: 5 },
  village: { kind: 'village', size: 0 },
  district: { kind: 'district', size: 0 },
};

/** Two of one name within so much of the world, some 3 km, are the same. */
const same = 7.5e-5;

type Found = NameToKeep & {
  /** Of the longest piece, in shares of a tile's edge; 0 for a place. */
  readonly length: number;
};

/** Gathers the names of the tiles of one square: each name once, but where they are far apart. */
export class NamesOfUnit {
  readonly #unit: Unit;
  readonly #schema: TileSchemaName;
  readonly #found = new Map<string, Found[]>();

  constructor(unit: Unit, schema: TileSchemaName) {
    this.#unit = unit;
    this.#schema = schema;
  }

  /** Adds what a tile names; one that is no vector tile names nothing. */
  add(bytes: Uint8Array, { z, x, y, hasStreets }: UnitTile): void {
    let names: ReturnType<typeof namesInTile>;
    try {
      names = namesInTile(bytes, this.#schema);
    } catch {
      return;
    }
    const across = 2 ** z;
    const inWorld = (point: { x: number; y: number }) => ({
      x: (x + point.x) / across,
      y: (y + point.y) / across,
    });
    for (const point of names.points) this.#addPoint(point, inWorld(point));
    if (!hasStreets) return;
    for (const road of names.roads) this.#addRoad(road, inWorld);
  }

  all(): NameToKeep[] {
    return [...this.#found.values()].flat();
  }

  #addPoint({ of, text, languages }: PointInTile, at: { x: number; y: number }): void {
    const what = places[of];
    if (what === undefined || !isInUnit(this.#unit, at.x, at.y)) return;
    this.#add({ ...what, ...at, text, length: 0, names: [text, ...Object.values(languages)] });
  }

  /** A street is in many pieces: it is found in the middle of the longest. */
  #addRoad(
    { name, line }: RoadInTile,
    inWorld: (point: { x: number; y: number }) => { x: number; y: number },
  ): void {
    const length = lengthOf(line);
    const at = inWorld(middleOf(line, length));
    this.#add({ kind: 'street', text: name, names: [name], size: 0, ...at, length });
  }

  #add(name: Found): void {
    const key = `${name.kind} ${name.text}`;
    const known = this.#found.get(key) ?? [];
    const index = known.findIndex(({ x, y }) => Math.hypot(x - name.x, y - name.y) < same);
    const before = known[index];
    if (before === undefined) this.#found.set(key, [...known, name]);
    else if (name.length > before.length) known[index] = name;
  }
}

function lengthOf(line: Float64Array): number {
  let length = 0;
  for (let at = 0; at + 3 < line.length; at += 2) length += stepOf(line, at);
  return length;
}

/** The point halfway along a line. */
function middleOf(line: Float64Array, length: number): { x: number; y: number } {
  let left = length / 2;
  for (let at = 0; at + 3 < line.length; at += 2) {
    const step = stepOf(line, at);
    if (step > 0 && left <= step) return between(line, at, left / step);
    left -= step;
  }
  return between(line, 0, 0);
}

function stepOf(line: Float64Array, at: number): number {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = line.subarray(at, at + 4);
  return Math.hypot(x2 - x1, y2 - y1);
}

function between(line: Float64Array, at: number, share: number): { x: number; y: number } {
  const [x1 = 0, y1 = 0, x2 = x1, y2 = y1] = line.subarray(at, at + 4);
  return { x: x1 + (x2 - x1) * share, y: y1 + (y2 - y1) * share };
}
