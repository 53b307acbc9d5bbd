/**
 * Schemas of vector tiles that Fleetdesk draws: which layers there are and what their fields mean.
 * - `protomaps`: Protomaps basemap 3 and 4, https://docs.protomaps.com/basemaps/layers
 * - `openmaptiles`: OpenMapTiles 3, https://openmaptiles.org/schema/
 * - `shortbread`: Shortbread 1, https://shortbread-tiles.org/schema/
 * - `mapboxStreets`: Mapbox Streets 7 and 8, https://docs.mapbox.com/data/tilesets/reference/
 */
export const tileSchemaNames = [
  'protomaps',
  'openmaptiles',
  'shortbread',
  'mapboxStreets',
] as const;

/** One schema of vector tiles. */
export type TileSchemaName = (typeof tileSchemaNames)[number];

/** Layers that only this schema has, by its name; all of one list have to be there. */
const marks: readonly (readonly [TileSchemaName, readonly (readonly string[])[]])[] = [
  [
    'protomaps',
    [
      ['earth', 'roads'],
      ['roads', 'boundaries'],
    ],
  ],
  ['openmaptiles', [['transportation'], ['transportation_name']]],
  ['shortbread', [['streets'], ['street_labels'], ['water_polygons']]],
  ['mapboxStreets', [['road', 'admin'], ['road', 'landuse'], ['road', 'water'], ['road_label']]],
];

/** The schema of a set of layers; null for one that Fleetdesk does not know. */
export function schemaOfLayers(layers: Iterable<string>): TileSchemaName | null {
  const known = new Set(layers);
  const found = marks.find(([, lists]) =>
    lists.some((list) => list.every((layer) => known.has(layer))),
  );
  return found?.[0] ?? null;
}
