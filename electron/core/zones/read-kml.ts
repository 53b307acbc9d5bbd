import { XMLParser } from 'fast-xml-parser';
import { FleetdeskError } from '@contract/errors';
import type { Feature, Geometry, Position } from './features';

/** An element: its name, and what is in it in the order of the file. */
type Node = Record<string, unknown>;

/** Elements within elements that are followed. */
const DEEPEST = 40;

/**
 * The features of a KML text; null where it is none.
 * @throws FleetdeskError `file-unreadable`/`zone-file-entities` where it declares entities of its
 * own: those can make a small file endless, and no map program writes them
 */
export function readKml(text: string): Feature[] | null {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) {
    const message = 'The file declares a document type or entities.';
    throw new FleetdeskError({ code: 'file-unreadable', reason: 'zone-file-entities', message });
  }
  const content = parse(text);
  const roots = content === null ? [] : named(content, 'kml');
  if (content === null || roots.length === 0) return null;
  const styles = new Map<string, string>();
  walk(roots, (element, name) => {
    const id = (element[':@'] as Node | undefined)?.['id'];
    const color = name === 'Style' ? colorOf(inside(element, name)) : null;
    if (typeof id === 'string' && color !== null) styles.set(`#${id}`, color);
  });
  const features: Feature[] = [];
  walk(roots, (element, name) => {
    if (name === 'Placemark') features.push(featureOf(inside(element, name), styles));
  });
  return features;
}

function parse(text: string): Node[] | null {
  try {
    const parser = new XMLParser({
      preserveOrder: true,
      ignoreAttributes: false,
      attributeNamePrefix: '',
      parseTagValue: false,
      removeNSPrefix: true,
      trimValues: true,
      // Names with characters by their number, as in `Caf&#233;`.
      htmlEntities: true,
    });
    return nodes(parser.parse(text, true));
  } catch {
    return null;
  }
}

function nodes(value: unknown): Node[] {
  return Array.isArray(value) ? (value as Node[]) : [];
}

function nameOf(element: Node): string {
  return Object.keys(element).find((key) => key !== ':@') ?? '';
}

function inside(element: Node, name: string): Node[] {
  return nodes(element[name]);
}

/** Elements of a name, with those alone. */
function named(elements: readonly Node[], name: string): Node[] {
  return elements.filter((element) => nameOf(element) === name);
}

function walk(
  elements: readonly Node[],
  visit: (element: Node, name: string) => void,
  depth = 0,
): void {
  if (depth > DEEPEST) return;
  for (const element of elements) {
    const name = nameOf(element);
    visit(element, name);
    if (name !== 'Placemark') walk(inside(element, name), visit, depth + 1);
  }
}

/** The text of the first element of a name; empty where there is none. */
function textOf(elements: readonly Node[], name: string): string {
  const [element] = named(elements, name);
  return element === undefined ? '' : wordsIn(inside(element, name));
}

function wordsIn(elements: readonly Node[]): string {
  return elements
    .map((each) => each['#text'])
    .filter((words) => typeof words === 'string' || typeof words === 'number')
    .join(' ')
    .trim();
}

function featureOf(elements: Node[], styles: ReadonlyMap<string, string>): Feature {
  const [own] = named(elements, 'Style');
  const color = own === undefined ? null : colorOf(inside(own, 'Style'));
  return {
    name: textOf(elements, 'name'),
    color: color ?? styles.get(textOf(elements, 'styleUrl')) ?? null,
    properties: propertiesOf(elements),
    geometries: elements.flatMap((element) => geometriesOf(element)),
  };
}

function propertiesOf(elements: readonly Node[]): Record<string, string> {
  const properties: Record<string, string> = {};
  for (const extended of named(elements, 'ExtendedData')) {
    for (const data of named(inside(extended, 'ExtendedData'), 'Data')) {
      const name = (data[':@'] as Node | undefined)?.['name'];
      if (typeof name === 'string') properties[name] = textOf(inside(data, 'Data'), 'value');
    }
  }
  return properties;
}

/** The fill of a style, else its line; KML writes alpha, blue, green, red. */
function colorOf(style: readonly Node[]): string | null {
  for (const kind of ['PolyStyle', 'LineStyle']) {
    const [part] = named(style, kind);
    const words = part === undefined ? '' : textOf(inside(part, kind), 'color');
    const [, blue, green, red] =
      /^#?[0-9a-f]{2}([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(words) ?? [];
    if (blue !== undefined && green !== undefined && red !== undefined) {
      return `#${red}${green}${blue}`.toUpperCase();
    }
  }
  return null;
}

function geometriesOf(element: Node, depth = 0): Geometry[] {
  const name = nameOf(element);
  const content = inside(element, name);
  switch (name) {
    case 'Point': {
      const [position] = positionsOf(content);
      return position === undefined ? [] : [{ kind: 'point', position }];
    }
    case 'LineString':
      return [{ kind: 'line', positions: positionsOf(content) }];
    case 'LinearRing':
      return [{ kind: 'ring', positions: positionsOf(content), hasHoles: false }];
    case 'Polygon': {
      const outer = named(content, 'outerBoundaryIs')
        .flatMap((each) => inside(each, 'outerBoundaryIs'))
        .filter((each) => nameOf(each) === 'LinearRing');
      const hasHoles = named(content, 'innerBoundaryIs').length > 0;
      return outer.slice(0, 1).map((ring): Geometry => {
        return { kind: 'ring', positions: positionsOf(inside(ring, 'LinearRing')), hasHoles };
      });
    }
    case 'MultiGeometry':
      return depth > DEEPEST ? [] : content.flatMap((each) => geometriesOf(each, depth + 1));
    default:
      return [];
  }
}

function positionsOf(content: readonly Node[]): Position[] {
  return textOf(content, 'coordinates')
    .split(/\s+/)
    .filter((words) => words !== '')
    .map((words): Position => {
      const [longitude = '', latitude = ''] = words.split(',');
      return latitude === '' ? [NaN, NaN] : [Number(longitude), Number(latitude)];
    });
}
