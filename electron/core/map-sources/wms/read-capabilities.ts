import { XMLParser } from 'fast-xml-parser';
import { FleetdeskError, type ErrorReason } from '@contract/errors';
import { cleanName } from '@contract/given-names';
import { linkedAttribution, withoutEntities } from '@contract/rules/attribution';
import {
  isOpaqueFormat,
  mercatorNames,
  wmsLayerSchema,
  wmsServerSchema,
  type MercatorName,
  type WmsLayer,
  type WmsServer,
} from '@contract/wms';

/** An element by the names of what is in it; attributes begin with `@`. */
type Element = Readonly<Record<string, unknown>>;

/** Layers within layers that are followed. */
const deepest = 20;

const longestTitle = 200;
const longestGroup = 400;

/** What may be there several times, and is always read as a list. */
const lists: ReadonlySet<string> = new Set(['Layer', 'CRS', 'SRS', 'Format']);

/** What is not read: its content is passed over, which spares most of the time. */
const skipped = ['Abstract', 'BoundingBox', 'KeywordList', 'MetadataURL', 'Style'];

/**
 * What a WMS says that it offers (OGC 06-042 and 01-068r3, *GetCapabilities*).
 * @throws FleetdeskError `bad-response` with a reason that begins with `wms-`
 */
export function readCapabilities(text: string): WmsServer {
  const [name, root] = rootOf(text);
  if (/^(Service)?ExceptionReport$/.test(name)) {
    throw refusal('wms-refused', 'The WMS answers with an exception.', wordsIn(root));
  }
  if (name !== 'WMS_Capabilities' && name !== 'WMT_MS_Capabilities') {
    throw refusal('wms-answer', `The answer begins with ${name === '' ? 'no element' : name}.`);
  }
  if (!new RegExp(`</(?:[\\w.-]+:)?${name}\\s*>`).test(text)) {
    throw refusal('wms-damaged', 'The answer ends early.');
  }
  const capability = inside(root, 'Capability');
  const layers = new Map<string, WmsLayer>();
  const outermost = { crs: [], group: [], attribution: '' };
  for (const layer of listIn(capability, 'Layer')) take(layer, outermost, layers, 0);
  if (layers.size === 0) throw refusal('wms-no-layers', 'No layer has a name.');
  if ([...layers.values()].every(({ crs }) => crs.length === 0)) {
    throw refusal('wms-projection', 'No layer is offered in Web Mercator.');
  }
  return wmsServerSchema.parse({
    title: lineIn(inside(root, 'Service'), 'Title').slice(0, longestTitle),
    version: attributeOf(root, 'version').startsWith('1.3') ? '1.3.0' : '1.1.1',
    formats: formatsIn(inside(inside(capability, 'Request'), 'GetMap')),
    layers: [...layers.values()],
  });
}

/** The outermost element, with its name; without one for a text that is no XML. */
function rootOf(text: string): [name: string, root: Element] {
  // They can make a small text endless, and no server needs them.
  if (/<!ENTITY/i.test(text)) throw refusal('wms-damaged', 'The answer declares entities.');
  try {
    const parser = new XMLParser({
      ignoreAttributes: (name) => !/^(?:version|(?:[\w-]+:)?href)$/.test(name),
      attributeNamePrefix: '@',
      parseTagValue: false,
      processEntities: false,
      removeNSPrefix: true,
      stopNodes: skipped.map((name) => `*.${name}`),
      isArray: (name) => lists.has(name),
    });
    const parsed = elementOf(parser.parse(text));
    const name = Object.keys(parsed).find((key) => /^[A-Za-z]/.test(key)) ?? '';
    return [name, elementOf(parsed[name])];
  } catch (fault) {
    const isXml = /^\s*<(?:\?xml|[\w.:-]*(?:WMS_|WMT_MS_)Capabilities)/.test(text);
    throw refusal(isXml ? 'wms-damaged' : 'wms-answer', String(fault));
  }
}

/** What a layer has from those that it is in. */
type Inherited = Pick<WmsLayer, 'attribution'> & {
  readonly crs: readonly MercatorName[];
  readonly group: readonly string[];
};

/** Takes a layer and those in it. The first one of a name counts. */
function take(
  layer: Element,
  inherited: Inherited,
  found: Map<string, WmsLayer>,
  depth: number,
): void {
  const title = lineIn(layer, 'Title').slice(0, longestTitle);
  const crs = [...new Set([...inherited.crs, ...projectionsIn(layer)])];
  const attribution = attributionIn(layer) || inherited.attribution;
  // It is sent as it is written: a name with what can't be seen would be another one.
  const name = wordsIn(layer['Name']);
  const read = wmsLayerSchema.safeParse({
    ...{ name, title: title || name, attribution },
    group: inherited.group.join(' › ').slice(0, longestGroup),
    crs: mercatorNames.filter((each) => crs.includes(each)),
  });
  const isNamed = read.success && !name.includes(',') && cleanName(name) === name.normalize('NFC');
  if (isNamed && !found.has(name)) found.set(name, read.data);
  if (depth >= deepest) return;
  // The outermost layer is the server itself, whose name is known.
  const group = depth === 0 || title === '' ? inherited.group : [...inherited.group, title];
  for (const each of listIn(layer, 'Layer')) {
    take(each, { crs, group, attribution }, found, depth + 1);
  }
}

function projectionsIn(layer: Element): MercatorName[] {
  // Version 1.1 allows several in one element.
  const names = [...textsIn(layer, 'CRS'), ...textsIn(layer, 'SRS')].join(' ').split(/\s+/);
  return mercatorNames.filter((name) => names.includes(name));
}

function attributionIn(layer: Element): string {
  const attribution = inside(layer, 'Attribution');
  const title = lineIn(attribution, 'Title').slice(0, longestTitle);
  const link = attributeOf(inside(attribution, 'OnlineResource'), 'href');
  return title === '' ? '' : linkedAttribution(title, link);
}

/** Kinds of pictures that are drawn. PNG goes first, and those that cover the map below go last. */
function formatsIn(getMap: Element): string[] {
  const { formats } = wmsServerSchema.shape;
  const drawn = textsIn(getMap, 'Format').filter((each) => formats.safeParse([each]).success);
  if (drawn.length === 0) throw refusal('wms-format', 'No PNG, JPEG or WebP is offered.');
  const rank = (format: string): number =>
    isOpaqueFormat(format) ? 3 : format === 'image/png' ? 0 : /^image\/png/.test(format) ? 1 : 2;
  return [...new Set(drawn)].sort((one, other) => rank(one) - rank(other));
}

function elementOf(value: unknown): Element {
  return typeof value === 'object' && value !== null ? (value as Element) : {};
}

/** The first element of a name. */
function inside(element: Element, name: string): Element {
  const value = element[name];
  return elementOf(Array.isArray(value) ? value[0] : value);
}

function listIn(element: Element, name: string): Element[] {
  const value = element[name];
  return Array.isArray(value) ? value.map(elementOf) : [];
}

function textsIn(element: Element, name: string): string[] {
  const value = element[name];
  return Array.isArray(value) ? value.map(wordsIn) : [];
}

function attributeOf(element: Element, name: string): string {
  const value = element[`@${name}`];
  return typeof value === 'string' ? withoutEntities(value) : '';
}

/** Text for a person, on one line. */
function lineIn(element: Element, name: string): string {
  return cleanName(wordsIn(element[name]));
}

/** The text of an element, or the first one within it. */
function wordsIn(value: unknown): string {
  if (typeof value === 'string') return withoutEntities(value).trim();
  for (const [name, each] of Object.entries(elementOf(value))) {
    const words = name.startsWith('@') ? '' : wordsIn(each);
    if (words !== '') return words;
  }
  return '';
}

function refusal(reason: ErrorReason, message: string, words = ''): FleetdeskError {
  const said = cleanName(words).slice(0, 500);
  return new FleetdeskError({
    ...{ code: 'bad-response', reason, message: message.slice(0, 200) },
    ...(said !== '' && { serviceMessage: said }),
  });
}
