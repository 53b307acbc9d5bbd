import type {
  FileMap,
  MapBounds,
  MapSourceState,
  OnlineMap,
  TilePlace,
} from '@contract/map-sources';
import { openStreetMap } from '@contract/online-maps';
import type { TileName, TileShapes } from '@/map/workers/basemap/vector/decode-tile';
import type { FoundTile } from '@/map/workers/basemap/vector/shapes-at';

type FileMapState = FileMap & Pick<MapSourceState, 'readable' | 'fault'>;

export const wholeWorld: MapBounds = [-180, -85.0511, 180, 85.0511];

/** A source of vector tiles of the whole world, unless a test says otherwise. */
export function sourceOf(id: number, more: Partial<FileMapState> = {}): MapSourceState {
  return {
    id,
    kind: 'pmtiles',
    name: `Map ${id}`,
    attribution: '',
    bounds: wholeWorld,
    minZoom: 0,
    maxZoom: 14,
    content: { form: 'vector', schema: 'openmaptiles' },
    file: `/maps/${id}`,
    shown: true,
    readable: true,
    fault: null,
    ...more,
  };
}

/** An online map of the whole world. */
export function onlineOf(id: number, more: Partial<OnlineMap> = {}): MapSourceState {
  const { address, subdomains, layers, isPrivate, namesPlaces } = openStreetMap;
  return {
    id,
    kind: 'xyz',
    name: `Map ${id}`,
    attribution: '',
    bounds: wholeWorld,
    minZoom: 0,
    maxZoom: 19,
    content: { form: 'raster' },
    online: { address, subdomains, layers, isPrivate, namesPlaces, keyName: null },
    shown: true,
    readable: true,
    fault: null,
    ...more,
  };
}

/** A name in a tile. */
export function nameOf(text: string, more: Partial<TileName> = {}): TileName {
  const line = Int32Array.from([2048, 2048]);
  return { of: 'city', text, languages: {}, rank: 5, along: null, line, ...more };
}

/** A tile that holds these shapes. */
export function foundOf(
  place: TilePlace,
  shapes: Partial<TileShapes>,
  source = sourceOf(1),
): FoundTile {
  return { place, source, shapes: { areas: new Map(), lines: new Map(), names: [], ...shapes } };
}
