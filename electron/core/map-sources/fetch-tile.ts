import type { Clock } from '../ports/clock';
import type { TileAnswer } from '../ports/tile-network';
import { askMapServer, mapError, refusalOf, type FetchOptions } from './ask-map-server';
import { isDrawable, pictureOf } from './picture';

/** A tile, or what a server says of its layers, may have so many bytes. */
export const largestTile = 2 * 1024 * 1024;

/** A server that does not answer for so many ms counts as silent. */
export const longestAnswer = 10_000;

/** What a map server said about a tile. */
export type FetchedTile =
  | { readonly kind: 'tile' | 'none'; readonly answer: TileAnswer }
  | { readonly kind: 'same'; readonly answer: TileAnswer };

/**
 * Fetches one tile, by the rules of {@link askMapServer}.
 * @throws FleetdeskError with a reason that begins with `map-`; its words hold no address
 */
export async function fetchTile(
  target: { url: string; isPrivate: boolean; headers: Readonly<Record<string, string>> },
  options: FetchOptions,
): Promise<FetchedTile> {
  const headers = { accept: 'image/*', ...target.headers };
  const limits = { timeout: longestAnswer, maxBytes: largestTile };
  return read(await askMapServer({ ...target, headers, ...limits }, options), options.clock);
}

function read(answer: TileAnswer, clock: Clock): FetchedTile {
  const { status, body } = answer;
  if (status === 304) return { kind: 'same', answer };
  if (status === 204 || status === 404 || status === 410) return { kind: 'none', answer };
  if (status === 200 || status === 203) return readPicture(answer, body);
  throw refusalOf(answer, clock);
}

function readPicture(answer: TileAnswer, body: Uint8Array): FetchedTile {
  const { status } = answer;
  if (body.length === 0) return { kind: 'none', answer };
  const picture = pictureOf(body);
  if (picture === null) {
    const type = answer.headers['content-type'] ?? 'no type';
    throw mapError('bad-response', 'map-not-image', type.slice(0, 80), { status });
  }
  const { width, height } = picture;
  if (!isDrawable(picture) || width !== height || width < 128) {
    throw mapError('bad-response', 'map-tile-size', `${width} × ${height} pixels`, { status });
  }
  return { kind: 'tile', answer };
}
