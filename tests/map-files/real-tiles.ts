import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { boundsOfTile } from '../../electron/contract/rules/tile-choice';
import type { TileToWrite } from './write-archives';

// From where every command runs: bundled, as benchmarks are, this file lies elsewhere.
const folder = path.resolve('node_modules/@mapbox/mvt-fixtures/real-world');

/** Cities of which there are real tiles (Mapbox Streets 7, data of OpenStreetMap, ODbL). */
export type RealCity = 'bangkok' | 'chicago' | 'nepal' | 'norway' | 'sanfrancisco' | 'uruguay';

/** Real tiles of a city, all of one level, and the area that they cover. */
export function realTiles(city: RealCity): {
  tiles: TileToWrite[];
  bounds: [number, number, number, number];
} {
  const tiles = readdirSync(path.join(folder, city)).map((file) => {
    const [z = 0, x = 0, y = 0] = file.replace('.mvt', '').split('-').map(Number);
    return { z, x, y, data: gzipSync(readFileSync(path.join(folder, city, file))) };
  });
  const boxes = tiles.map(boundsOfTile);
  const edge = (at: 0 | 1 | 2 | 3, choose: (...of: number[]) => number) =>
    choose(...boxes.map((box) => box[at]));
  return {
    tiles,
    bounds: [edge(0, Math.min), edge(1, Math.min), edge(2, Math.max), edge(3, Math.max)],
  };
}
