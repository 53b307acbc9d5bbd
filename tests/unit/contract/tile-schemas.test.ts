import { describe, expect, it } from 'vitest';
import { schemaOfLayers, type TileSchemaName } from '@contract/tile-schemas/names';
import type { Meaning, ShapeForm } from '@contract/tile-schemas/meaning';
import { shapeReaders } from '@contract/tile-schemas/read-shape';

describe('the schema of a map file', () => {
  it.each<[TileSchemaName | null, string]>([
    ['protomaps', 'boundaries buildings earth landcover landuse places pois roads water'],
    ['openmaptiles', 'water waterway landcover landuse boundary transportation building place'],
    ['shortbread', 'ocean water_polygons streets street_labels boundaries land buildings'],
    ['mapboxStreets', 'landuse waterway water road admin place_label building'],
    ['mapboxStreets', 'road road_label water building poi_label'],
    [null, 'osm'],
    [null, 'contour hillshade'],
    [null, ''],
  ])('is %s for the layers %s', (schema, layers) => {
    expect(schemaOfLayers(layers.split(' '))).toBe(schema);
  });
});

type Row = [layer: string, form: ShapeForm, fields: Record<string, unknown>, is: Meaning | null];

const road = (line: NonNullable<Meaning['line']>, text: string, rank: number): Meaning => ({
  line,
  name: { of: 'road', along: line, text, languages: {}, rank },
});

const rows: Record<TileSchemaName, Row[]> = {
  protomaps: [
    ['earth', 'area', { kind: 'earth' }, { area: 'land' }],
    ['water', 'area', { kind: 'ocean' }, { area: 'water' }],
    ['water', 'line', { kind: 'river' }, { line: 'waterway' }],
    ['landuse', 'area', { kind: 'forest' }, { area: 'park' }],
    ['landuse', 'area', { 'pmap:kind': 'industrial' }, { area: 'industrial' }],
    ['landuse', 'area', { kind: 'something' }, null],
    ['buildings', 'area', {}, { area: 'building' }],
    ['boundaries', 'line', { kind: 'country' }, { line: 'border' }],
    ['boundaries', 'line', { kind: 'region' }, { line: 'regionBorder' }],
    ['roads', 'line', { kind: 'highway', name: 'Via Dutra' }, road('motorway', 'Via Dutra', 1)],
    ['roads', 'line', { kind: 'major_road', kind_detail: 'trunk' }, { line: 'motorway' }],
    ['roads', 'line', { kind: 'major_road', kind_detail: 'primary' }, { line: 'avenue' }],
    ['roads', 'line', { kind: 'minor_road', kind_detail: 'residential' }, { line: 'street' }],
    ['roads', 'line', { kind: 'rail', name: 'Linha 1' }, { line: 'rail' }],
    ['roads', 'line', { kind: 'rail', is_tunnel: true }, { line: 'railTunnel' }],
    ['roads', 'line', { kind: 'highway', is_tunnel: true }, { line: 'roadTunnel' }],
    ['roads', 'line', { kind: 'ferry' }, null],
    ['pois', 'point', { kind: 'cafe', name: 'Café' }, null],
  ],
  openmaptiles: [
    ['water', 'area', { class: 'lake' }, { area: 'water' }],
    ['landcover', 'area', { class: 'wood' }, { area: 'park' }],
    ['landuse', 'area', { class: 'residential' }, { area: 'urban' }],
    ['transportation', 'line', { class: 'minor' }, { line: 'street' }],
    ['transportation', 'line', { class: 'motorway' }, { line: 'motorway' }],
    ['transportation', 'line', { class: 'transit' }, { line: 'rail' }],
    ['transportation', 'line', { class: 'transit', brunnel: 'tunnel' }, { line: 'railTunnel' }],
    ['transportation', 'line', { class: 'minor', brunnel: 'bridge' }, { line: 'street' }],
    ['transportation', 'area', { class: 'pier' }, null],
    ['boundary', 'line', { admin_level: 2, maritime: 1 }, null],
    ['boundary', 'line', { admin_level: 2, maritime: 0 }, { line: 'border' }],
    ['boundary', 'line', { admin_level: 2, disputed: 1 }, { line: 'regionBorder' }],
    ['boundary', 'line', { admin_level: 8 }, null],
  ],
  shortbread: [
    ['ocean', 'area', {}, { area: 'water' }],
    ['water_polygons', 'area', { kind: 'glacier' }, null],
    ['land', 'area', { kind: 'cemetery' }, { area: 'park' }],
    ['streets', 'line', { kind: 'secondary' }, { line: 'avenue' }],
    ['streets', 'line', { kind: 'footway' }, { line: 'track' }],
    ['streets', 'line', { kind: 'secondary', tunnel: true }, { line: 'roadTunnel' }],
    ['streets', 'line', { kind: 'runway' }, null],
    ['boundaries', 'line', { admin_level: 4, maritime: false }, { line: 'regionBorder' }],
  ],
  mapboxStreets: [
    ['road', 'line', { class: 'main' }, { line: 'avenue' }],
    ['road', 'line', { class: 'major_rail' }, { line: 'rail' }],
    ['road', 'line', { class: 'major_rail', structure: 'tunnel' }, { line: 'railTunnel' }],
    ['road', 'line', { class: 'construction' }, null],
    ['road', 'line', { class: 'street', name: 'Elm St' }, road('street', 'Elm St', 3)],
    ['admin', 'line', { admin_level: 4 }, { line: 'regionBorder' }],
    ['admin', 'line', { admin_level: 0, iso_3166_1: 'BR' }, { line: 'border' }],
    ['admin', 'line', { admin_level: 1, iso_3166_1: 'BR' }, { line: 'regionBorder' }],
    ['admin', 'line', { admin_level: 2, iso_3166_1: 'BR' }, null],
    ['building', 'area', { underground: 'true' }, null],
  ],
};

describe.each(Object.entries(rows))('a shape of %s', (schema, each) => {
  it.each(each)('in %s, %s with %j is drawn as %j', (layer, form, fields, is) => {
    expect(shapeReaders[schema as TileSchemaName](layer, form, fields)).toEqual(is);
  });
});

describe('the name of a shape', () => {
  it('comes with its other languages, and its rank', () => {
    const fields = {
      class: 'city',
      name: 'กรุงเทพ',
      'name:en': 'Bangkok',
      name_es: 'Bangkok',
      rank: 2,
    };
    expect(shapeReaders.openmaptiles('place', 'point', fields)).toEqual({
      name: { of: 'city', text: 'กรุงเทพ', languages: { en: 'Bangkok', es: 'Bangkok' }, rank: 2 },
    });
  });

  it.each<[TileSchemaName, string, ShapeForm, Record<string, unknown>, string]>([
    ['protomaps', 'places', 'point', { kind: 'locality', kind_detail: 'town' }, 'town'],
    ['protomaps', 'places', 'point', { kind: 'neighbourhood' }, 'district'],
    ['shortbread', 'place_labels', 'point', { kind: 'capital', population: 9e6 }, 'city'],
    ['protomaps', 'places', 'point', { kind: 'neighbourhood', kind_detail: 'suburb' }, 'district'],
    ['protomaps', 'places', 'point', { 'pmap:kind': 'macrohood' }, 'district'],
    ['openmaptiles', 'place', 'point', { class: 'quarter' }, 'district'],
    ['shortbread', 'place_labels', 'point', { kind: 'suburb' }, 'district'],
    ['mapboxStreets', 'place_label', 'point', { type: 'neighbourhood' }, 'district'],
    ['shortbread', 'street_labels', 'line', { kind: 'primary' }, 'road'],
    ['openmaptiles', 'transportation_name', 'line', { class: 'primary' }, 'road'],
    ['mapboxStreets', 'place_label', 'point', { class: 'settlement', type: 'village' }, 'village'],
    ['mapboxStreets', 'road_label', 'line', { class: 'main' }, 'road'],
    ['mapboxStreets', 'country_label', 'point', {}, 'country'],
  ])('of %s in %s is read', (schema, layer, form, fields, of) => {
    const meaning = shapeReaders[schema](layer, form, { ...fields, name: 'A' });
    expect(meaning?.name).toMatchObject({ of, text: 'A' });
    expect(shapeReaders[schema](layer, form, fields)?.name).toBeUndefined();
  });

  it('that is no text, or longer than any name, does no harm', () => {
    const read = (name: unknown) =>
      shapeReaders.openmaptiles('place', 'point', { class: 'town', name })?.name?.text;
    expect(read(7)).toBeUndefined();
    expect(read('x'.repeat(5000))).toHaveLength(200);
  });
});
