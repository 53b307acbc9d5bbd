import { FleetdeskError } from '@contract/errors';
import { wrapLongitude, type Place } from '@contract/rules/longitudes';
import { EARTH_RADIUS } from '@contract/rules/sphere';
import { ZONES_AT_MOST, type Zone, type ZoneFileContent, type ZoneFormat } from '@contract/zones';
import { zonesOfFeatures } from './features';
import { readGeoJson } from './read-geojson';
import { readKml } from './read-kml';

/**
 * The zones of a GeoJSON or KML text, told apart by its first character.
 * @param newId names each zone
 * @param kept zones that are there already, which are not added once more
 * @throws FleetdeskError `file-unreadable`/`zone-file-kind` where it is neither,
 * `zone-file-entities`, and `zone-file-many` for more zones than one file may have
 */
export function readZoneFile(
  text: string,
  newId: () => string,
  kept: readonly Zone[] = [],
): ZoneFileContent {
  const plain = text.replace(/^\uFEFF/, '').trimStart();
  const features = plain.startsWith('<') ? readKml(plain) : readGeoJson(plain);
  if (features === null) {
    const message = 'The file is neither GeoJSON nor KML.';
    throw new FleetdeskError({ code: 'file-unreadable', reason: 'zone-file-kind', message });
  }
  const content = zonesOfFeatures(features, newId, kept);
  if (content.zones.length > ZONES_AT_MOST) {
    const message = `The file has ${String(content.zones.length)} zones.`;
    throw new FleetdeskError({ code: 'file-unreadable', reason: 'zone-file-many', message });
  }
  return content;
}

/** Zones as the text of a file, which {@link readZoneFile} and map programs read. */
export function writeZoneFile(zones: readonly Zone[], format: ZoneFormat): string {
  return format === 'kml' ? writeKml(zones) : writeGeoJson(zones);
}

function writeGeoJson(zones: readonly Zone[]): string {
  const features = zones.map(({ name, color, group, shape }) => ({
    type: 'Feature',
    properties: {
      ...{ name, color, ...(group !== null && { group }) },
      ...(shape.kind === 'circle' && { radius: shape.radius }),
      ...(shape.kind === 'corridor' && { width: shape.width }),
    },
    geometry: geoJsonOf(shape),
  }));
  // A line a zone: with a line for each number, a file of many corners would be too large to read.
  const lines = features.map((feature) => JSON.stringify(feature)).join(',\n');
  return `{"type":"FeatureCollection","features":[\n${lines}\n]}\n`;
}

function geoJsonOf(shape: Zone['shape']): object {
  const position = ({ latitude, longitude }: Place): number[] => [longitude, latitude];
  switch (shape.kind) {
    case 'circle':
      return { type: 'Point', coordinates: position(shape.center) };
    case 'corridor':
      return { type: 'LineString', coordinates: shape.path.map(position) };
    case 'polygon':
      return { type: 'Polygon', coordinates: [closed(shape.corners).map(position)] };
  }
}

function closed(corners: readonly Place[]): Place[] {
  return [...corners, ...corners.slice(0, 1)];
}

function writeKml(zones: readonly Zone[]): string {
  const placemarks = zones.map(({ name, color, group, shape }) => {
    const data: Record<string, string | number> = {
      ...(group !== null && { group }),
      ...(shape.kind === 'circle' && {
        ...{ shape: 'circle', radius: shape.radius },
        ...{ latitude: shape.center.latitude, longitude: shape.center.longitude },
      }),
      ...(shape.kind === 'corridor' && { width: shape.width }),
    };
    const values = Object.entries(data).map(
      ([key, value]) => `<Data name="${key}"><value>${escaped(String(value))}</value></Data>`,
    );
    return [
      '    <Placemark>',
      `      <name>${escaped(name)}</name>`,
      `      <Style><LineStyle><color>ff${bgr(color)}</color><width>2</width></LineStyle>` +
        `<PolyStyle><color>40${bgr(color)}</color></PolyStyle></Style>`,
      `      <ExtendedData>${values.join('')}</ExtendedData>`,
      `      ${kmlOf(shape)}`,
      '    </Placemark>',
    ].join('\n');
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2">
  <Document>
    <name>Fleetdesk</name>
${placemarks.join('\n')}
  </Document>
</kml>
`;
}

function kmlOf(shape: Zone['shape']): string {
  const coordinates = (places: readonly Place[]): string =>
    places.map(({ latitude, longitude }) => `${String(longitude)},${String(latitude)}`).join(' ');
  if (shape.kind === 'corridor') {
    return `<LineString><tessellate>1</tessellate><coordinates>${coordinates(shape.path)}</coordinates></LineString>`;
  }
  const ring = closed(shape.kind === 'polygon' ? shape.corners : roundOf(shape));
  return `<Polygon><outerBoundaryIs><LinearRing><coordinates>${coordinates(ring)}</coordinates></LinearRing></outerBoundaryIs></Polygon>`;
}

/** KML knows no circles: corners on one, for other programs. */
function roundOf({ center, radius }: Extract<Zone['shape'], { kind: 'circle' }>): Place[] {
  const corners = 64;
  const degrees = (radius / EARTH_RADIUS) * (180 / Math.PI);
  const narrow = Math.max(0.001, Math.cos((center.latitude * Math.PI) / 180));
  return Array.from({ length: corners }, (_, index) => {
    const angle = (index / corners) * 2 * Math.PI;
    return {
      latitude: Math.min(90, Math.max(-90, center.latitude + degrees * Math.cos(angle))),
      longitude: wrapLongitude(center.longitude + (degrees / narrow) * Math.sin(angle)),
    };
  });
}

function bgr(color: string): string {
  return `${color.slice(5, 7)}${color.slice(3, 5)}${color.slice(1, 3)}`.toLowerCase();
}

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' },
};

/** As XML has it; characters that XML can't hold are left out. */
function escaped(text: string): string {
  return text
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
    .replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, (character) =>
      /[\t\n\r]/.test(character) ? ' ' : '',
    );
}
