import type { ReadShape } from './meaning';
import { readMapboxStreets } from './mapbox-streets';
import type { TileSchemaName } from './names';
import { readOpenMapTiles } from './openmaptiles';
import { readProtomaps } from './protomaps';
import { readShortbread } from './shortbread';

/** How the shapes of each schema are read. */
export const shapeReaders: Readonly<Record<TileSchemaName, ReadShape>> = {
  protomaps: readProtomaps,
  openmaptiles: readOpenMapTiles,
  shortbread: readShortbread,
  mapboxStreets: readMapboxStreets,
};
