import { worldX, worldY } from '@contract/rules/web-mercator';
import { joinLines } from '@contract/rules/street-lines';
import type { Streets } from '@contract/streets';
import { Ground, type GroundNames } from '@core/places/ground';
import { locate, merged } from '@core/places/locate';
import type { GroundPiece, NamedGround } from '@core/ports/named-ground';
import { namesInTile } from './names-in-tile';

/** Looks names up in this very thread; the app does it in a worker. */
export function inlineGround(): NamedGround {
  const pieces = new Map<string, Ground>();
  return {
    hold: (key, piece) =>
      Promise.resolve().then(() => {
        const ground = new Ground(namesOf(piece));
        pieces.set(key, ground);
        return ground.size;
      }),
    drop(keys) {
      for (const key of keys) pieces.delete(key);
    },
    locate: (questions, language) =>
      Promise.resolve().then(() =>
        questions.map((question) =>
          merged(
            question.maps.map((keys) => {
              const ofMap = keys.flatMap((key) => pieces.get(key) ?? []);
              return locate(question, ofMap, language);
            }),
          ),
        ),
      ),
    close() {
      pieces.clear();
      return Promise.resolve();
    },
  };
}

function namesOf(piece: GroundPiece): GroundNames {
  if (piece.form === 'streets') return namesOfStreets(piece.streets);
  const { z, x, y } = piece.place;
  const across = 2 ** z;
  let names: ReturnType<typeof namesInTile>;
  try {
    names = namesInTile(piece.bytes, piece.schema);
  } catch {
    // No vector tile: the map says so where it draws it.
    return { roads: [], points: [], areas: [] };
  }
  const inWorld = (value: number, index: number): number =>
    ((index % 2 === 0 ? x : y) + value) / across;
  return {
    roads: piece.hasStreets
      ? names.roads.map((road) => ({ ...road, line: road.line.map(inWorld) }))
      : [],
    points: names.points.map((point) => ({
      ...point,
      x: (x + point.x) / across,
      y: (y + point.y) / across,
    })),
    areas: [],
  };
}

function namesOfStreets({ roads, places, areas }: Streets): GroundNames {
  const inWorld = (line: Float64Array): Float64Array =>
    line.map((degrees, index) => (index % 2 === 0 ? worldX(degrees) : worldY(degrees)));
  const named = roads.flatMap(({ name, class: of, line }) =>
    name === undefined ? [] : [{ name, class: of, line: inWorld(line) }],
  );
  const lines = joinLines(named.map(({ line }) => line));
  return {
    roads: named.map((road, at) => ({ ...road, line: lines[at] ?? road.line })),
    points: places.map(({ name, kind, lng, lat }) => ({
      ...{ of: kind, text: name, languages: {} },
      ...{ x: worldX(lng), y: worldY(lat) },
    })),
    areas: areas.flatMap(({ kind, name, ring }) =>
      name === undefined || (kind !== 'urban' && kind !== 'industrial')
        ? []
        : [{ name, ring: inWorld(ring) }],
    ),
  };
}
