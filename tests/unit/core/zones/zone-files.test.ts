import { describe, expect, it } from 'vitest';
import { FleetdeskError } from '@contract/errors';
import { ZONES_AT_MOST, type Zone } from '@contract/zones';
import { readZoneFile, writeZoneFile } from '@core/zones/zone-files';

let last = 0;
const newId = () => `zone-${String((last += 1))}`;
const read = (text: string) => readZoneFile(text, newId);

function reasonOf(text: string): string | undefined {
  try {
    read(text);
  } catch (caught) {
    return FleetdeskError.from(caught).reason;
  }
  return undefined;
}

const zones: Zone[] = [
  {
    ...{
      id: 'a',
      name: 'Depósito <Sul> & "cia"',
      color: '#2F5BD0',
      group: 'Depots',
      isShown: true,
    },
    shape: { kind: 'circle', center: { latitude: -23.5, longitude: -46.6 }, radius: 250 },
  },
  {
    ...{ id: 'b', name: 'Fiji', color: '#0E8A6D', group: null, isShown: true },
    shape: {
      kind: 'polygon',
      corners: [
        { latitude: -17, longitude: 179 },
        { latitude: -17, longitude: -179 },
        { latitude: -18, longitude: -179 },
      ],
    },
  },
  {
    ...{ id: 'c', name: 'BR-101', color: '#B4540A', group: null, isShown: true },
    shape: {
      kind: 'corridor',
      path: [
        { latitude: -23, longitude: -46 },
        { latitude: -24, longitude: -47 },
      ],
      width: 120,
    },
  },
];

const kml = (inner: string) =>
  `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${inner}</Document></kml>`;

describe('a file with zones', () => {
  it('takes little more room in GeoJSON than its numbers: zones of many corners are read again', () => {
    const corners = Array.from({ length: 9_000 }, (_, index) => ({
      latitude: Number((Math.cos(index / 1_500) - 23).toFixed(6)),
      longitude: Number((Math.sin(index / 1_500) - 46).toFixed(6)),
    }));
    const [depot] = zones;
    if (!depot) throw new Error('There is no zone.');
    const large = { ...depot, shape: { kind: 'polygon', corners } } as const;
    expect(writeZoneFile([large], 'geojson').length / corners.length).toBeLessThan(25);
  });

  it.each(['geojson', 'kml'] as const)('as %s comes back as it was written', (format) => {
    const back = read(writeZoneFile(zones, format));
    expect(back.skipped).toEqual([]);
    expect(back.zones.map(({ id: _, ...rest }) => rest)).toEqual(
      zones.map(({ id: _, ...rest }) => rest),
    );
  });

  it('holds as many zones as a connection has room for', () => {
    const [depot] = zones;
    const many = Array.from({ length: ZONES_AT_MOST }, (_, index) => ({
      ...{ ...depot, id: String(index), name: `Zone ${String(index)}` },
    })) as Zone[];
    expect(read(writeZoneFile(many, 'geojson')).zones).toHaveLength(ZONES_AT_MOST);
    const tooMany = [...many, ...many.slice(0, 1).map((zone) => ({ ...zone, name: 'One more' }))];
    expect(reasonOf(writeZoneFile(tooMany, 'geojson'))).toBe('zone-file-many');
  });

  it('of another program gives an area, a route and what can’t be a zone', () => {
    const point = { type: 'Point', coordinates: [1, 2] };
    const feature = (name: string, geometry: unknown) => ({
      ...{ type: 'Feature', properties: { name }, geometry },
    });
    const { zones: found, skipped } = read(
      JSON.stringify({
        type: 'FeatureCollection',
        features: [
          feature('Area', {
            type: 'Polygon',
            coordinates: [
              [
                [0, 0],
                [0, 1],
                [1, 0],
                [0, 0],
              ],
            ],
          }),
          feature('Route', {
            type: 'LineString',
            coordinates: [
              [0, 0, 7],
              [0, 1, 8],
            ],
          }),
          feature('Two parts', {
            type: 'MultiPolygon',
            coordinates: [
              [
                [
                  [0, 0],
                  [0, 1],
                  [1, 0],
                ],
              ],
              [
                [
                  [5, 0],
                  [5, 1],
                  [6, 0],
                ],
              ],
            ],
          }),
          feature('Pin', point),
          feature('Bow tie', {
            type: 'Polygon',
            coordinates: [
              [
                [0, 0],
                [1, 1],
                [1, 0],
                [0, 1],
              ],
            ],
          }),
          feature('Off the earth', {
            type: 'Polygon',
            coordinates: [
              [
                [0, 95],
                [0, 1],
                [1, 0],
              ],
            ],
          }),
          feature('Words', { type: 'Polygon', coordinates: 'here' }),
          feature('Two corners', {
            type: 'Polygon',
            coordinates: [
              [
                [0, 0],
                [0, 1],
              ],
            ],
          }),
          feature('Nothing', null),
        ],
      }),
    );
    expect(found.map(({ name, shape }) => [name, shape.kind])).toEqual([
      ['Area', 'polygon'],
      ['Route', 'corridor'],
      ['Two parts 1', 'polygon'],
      ['Two parts 2', 'polygon'],
    ]);
    expect(skipped).toEqual(
      [
        { name: 'Pin', reason: 'no-shape' },
        { name: 'Bow tie', reason: 'self-crossing' },
        { name: 'Off the earth', reason: 'out-of-range' },
        { name: 'Two corners', reason: 'too-few-corners' },
        { name: 'Nothing', reason: 'no-shape' },
      ].toSpliced(3, 0, { name: 'Words', reason: 'no-shape' }),
    );
  });

  it('as KML is read through folders, shared styles and namespaces', () => {
    const { zones: found } = read(
      kml(`<Style id="red"><LineStyle><color>ff0000ff</color></LineStyle></Style>
        <Folder><Placemark><name>P&amp;tio</name><styleUrl>#red</styleUrl><MultiGeometry>
        <Polygon><outerBoundaryIs><LinearRing><coordinates>0,0,0
          0,1,0 1,0,0 0,0,0</coordinates></LinearRing></outerBoundaryIs></Polygon>
        </MultiGeometry></Placemark></Folder>`),
    );
    expect(found).toMatchObject([{ name: 'P&tio', color: '#FF0000', shape: { kind: 'polygon' } }]);
  });

  it('as KML has letters by their number, which are read', () => {
    const outline = '<Polygon><outerBoundaryIs><LinearRing><coordinates>0,0 0,1 1,0 0,0';
    const { zones: found } = read(
      kml(`<Placemark><name>Caf&#233; S&#xE3;o &amp;#233; &lt;b&gt;</name>${outline}</coordinates>
        </LinearRing></outerBoundaryIs></Polygon></Placemark>`),
    );
    expect(found.map(({ name }) => name)).toEqual(['Café São &#233; <b>']);
  });

  it.each(['geojson', 'kml'] as const)('as %s adds nothing that is there already', (format) => {
    const others = zones.map((zone, index) => (index === 0 ? { ...zone, name: 'Norte' } : zone));
    const { zones: found, skipped } = readZoneFile(writeZoneFile(others, format), newId, zones);
    expect(found.map(({ name }) => name)).toEqual(['Norte']);
    expect(skipped).toEqual([
      { name: 'Fiji', reason: 'already-there' },
      { name: 'BR-101', reason: 'already-there' },
    ]);
  });

  it('as KML with entities of its own is refused before it is read', () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE kml [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">
      <!ENTITY x SYSTEM "file:///etc/passwd">]><kml><Placemark><name>&x;</name></Placemark></kml>`;
    expect(reasonOf(bomb)).toBe('zone-file-entities');
  });

  it.each(['', 'plate;latitude', '<html><body/></html>', '<kml><Placemark>', '[1, 2]', '{"a": 1}'])(
    'is none: %s',
    (text) => {
      expect(reasonOf(text)).toBe('zone-file-kind');
    },
  );
});
