import { FleetdeskError } from '@contract/errors';
import { readTilePath, vectorTileType } from '@contract/map-sources';
import type { MapSources } from '@core/map-sources/map-sources';
import { isDrawable, pictureOf } from '@core/map-sources/picture';
import type { PageAnswer, PageRequest } from './page-answers';
import { pageHeaders } from './renderer-files';

/** Whether an address of ours is below the path of the tiles. */
export function isTileAddress(address: string): boolean {
  return URL.canParse(address) && new URL(address).pathname.startsWith('/tiles/');
}

/**
 * Answers a request of a page with the bytes of a tile: 204 where the source holds none there, 404
 * for no tile or source, 502 where it can't be read (the source's state says why).
 */
export async function answerWithTile(
  request: PageRequest,
  sources: Pick<MapSources, 'tile' | 'state'>,
): Promise<PageAnswer> {
  if (request.method !== 'GET') return refuse(405);
  const { host, pathname, search } = new URL(request.url);
  const asked = host === 'app' && search === '' ? readTilePath(pathname) : null;
  const source = asked && sources.state().sources.find(({ id }) => id === asked.source);
  if (!asked || !source) return refuse(404);
  let tile: Uint8Array | null;
  try {
    tile = await sources.tile(source.id, asked.place);
  } catch (fault) {
    return refuse(FleetdeskError.from(fault).code === 'not-found' ? 404 : 502);
  }
  if (tile === null) return { status: 204, headers: pageHeaders, body: null };
  const type = source.content.form === 'vector' ? vectorTileType : pictureType(tile);
  if (type === null) return refuse(502);
  return {
    status: 200,
    // What a source holds can change while the app runs, as when it is opened again.
    headers: { ...pageHeaders, 'Content-Type': type, 'Cache-Control': 'no-store' },
    body: Buffer.from(tile.buffer, tile.byteOffset, tile.byteLength),
  };
}

function pictureType(tile: Uint8Array): string | null {
  const picture = pictureOf(tile);
  return picture && isDrawable(picture) ? picture.type : null;
}

function refuse(status: 404 | 405 | 502): PageAnswer {
  return { status, headers: pageHeaders, body: null };
}
