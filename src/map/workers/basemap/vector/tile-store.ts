import {
  tilePath,
  vectorTileType,
  type MapSourceState,
  type TilePlace,
} from '@contract/map-sources';
import { decodeTile, type TileShapes } from './decode-tile';

/** Decoded tiles kept, most of them for the way back of a person who looks around. */
const mostKept = 240;

/** So many are asked for at once. */
const mostAsked = 8;

const noShapes: TileShapes = { areas: new Map(), lines: new Map(), names: [] };

/** Gets the bytes of a tile; null where the source has none there or can't be read. */
export type FetchTile = (path: string) => Promise<Uint8Array | null>;

/** The decoded tiles of the map's sources. */
export type TileStore = {
  /** A tile that is there already; undefined where it has to be read first. */
  peek(source: MapSourceState, place: TilePlace): TileShapes | null | undefined;
  /** Reads a tile; null where there is none. Never rejects. */
  read(source: MapSourceState, place: TilePlace): Promise<TileShapes | null>;
  /** The sources have changed: what they had is read again. */
  clear(): void;
};

export function createTileStore(fetchTile: FetchTile): TileStore {
  /** In the order of their last use. */
  let kept = new Map<string, TileShapes | null>();
  let reading = new Map<string, Promise<TileShapes | null>>();
  const waiting: (() => void)[] = [];
  let asked = 0;

  async function turn(): Promise<void> {
    if (asked >= mostAsked) {
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    asked += 1;
  }

  async function load(source: MapSourceState, path: string): Promise<TileShapes | null> {
    const { content } = source;
    await turn();
    try {
      const bytes = await fetchTile(path);
      if (bytes === null) return null;
      return content.form === 'vector'
        ? decodeTile(bytes, content.schema)
        : { ...noShapes, picture: await createImageBitmap(new Blob([new Uint8Array(bytes)])) };
    } catch {
      // Broken bytes draw nothing; what lies below stays to be seen.
      return null;
    } finally {
      asked -= 1;
      waiting.shift()?.();
    }
  }

  return {
    peek(source, place) {
      const path = tilePath(source.id, place);
      const shapes = kept.get(path);
      if (shapes === undefined) return undefined;
      kept.delete(path);
      kept.set(path, shapes);
      return shapes;
    },
    read(source, place) {
      const known = this.peek(source, place);
      if (known !== undefined) return Promise.resolve(known);
      const path = tilePath(source.id, place);
      const under = reading.get(path);
      if (under) return under;
      const [into, within] = [kept, reading];
      const read = load(source, path).then((shapes) => {
        within.delete(path);
        into.set(path, shapes);
        for (const oldest of into.keys()) {
          if (into.size <= mostKept) break;
          into.get(oldest)?.picture?.close();
          into.delete(oldest);
        }
        return shapes;
      });
      reading.set(path, read);
      return read;
    },
    clear() {
      for (const shapes of kept.values()) shapes?.picture?.close();
      kept = new Map();
      reading = new Map();
    },
  };
}

/** Asks the app's own protocol. */
export const fetchFromApp: FetchTile = async (path) => {
  const answer = await fetch(new URL(path, self.location.origin));
  // Where pages come from another server, as in development, that may answer a page of its own.
  const type = answer.headers.get('content-type') ?? '';
  const isTile = type === vectorTileType || type.startsWith('image/');
  return answer.status === 200 && isTile ? new Uint8Array(await answer.arrayBuffer()) : null;
};
