import {
  tilePath,
  vectorTileType,
  type MapSourceState,
  type TilePlace,
} from '@contract/map-sources';
import { decodeTile, type TileShapes } from './decode-tile';

/** Decoded tiles kept, most of them for the way back of a person who looks around. */
const mostKept = 240;

/** So many of one source are asked for at once: a slow one holds up no other. */
const mostAsked = 8;

/** Questions of one source under way, and those that wait. */
type Queue = { asked: number; waiting: (() => void)[] };

const noShapes: TileShapes = { areas: new Map(), lines: new Map(), names: [] };

/** Gets the bytes of a tile; null where the source has none there. Rejects where it can't be read. */
export type FetchTile = (path: string) => Promise<Uint8Array | null>;

/** The decoded tiles of the map's sources. */
export type TileStore = {
  /** A tile that is there already; undefined where it has to be read first. */
  peek(source: MapSourceState, place: TilePlace): TileShapes | null | undefined;
  /**
   * Reads a tile; null where there is none, or it can't be read: then it is asked for again the next
   * time. Never rejects.
   */
  read(source: MapSourceState, place: TilePlace): Promise<TileShapes | null>;
  /** The sources have changed: what they had is read again. */
  clear(): void;
};

/**
 * @param isWanted whether the map still shows what a tile is for: one whose turn comes too late is
 * left out, so that a quick look around loads no more than what is looked at
 * @param onBroken hears of a source whose bytes are no tile
 */
export function createTileStore(
  fetchTile: FetchTile,
  isWanted: (place: TilePlace) => boolean = () => true,
  onBroken: (source: number) => void = () => undefined,
): TileStore {
  /** In the order of their last use. */
  let kept = new Map<string, TileShapes | null>();
  let reading = new Map<string, Promise<TileShapes | null>>();
  const queues = new Map<number, Queue>();

  async function inTurn<T>(source: number, ask: () => Promise<T>): Promise<T> {
    const queue = queues.get(source) ?? { asked: 0, waiting: [] };
    queues.set(source, queue);
    // Who ends hands the turn over.
    if (queue.asked < mostAsked) queue.asked += 1;
    else await new Promise<void>((resolve) => queue.waiting.push(resolve));
    try {
      return await ask();
    } finally {
      const next = queue.waiting.shift();
      if (next) next();
      else queue.asked -= 1;
    }
  }

  /** Undefined where it can't be read just now, or is not wanted any more. */
  async function load(
    { id, content }: MapSourceState,
    place: TilePlace,
  ): Promise<TileShapes | null | undefined> {
    let bytes: Uint8Array | null | undefined;
    try {
      bytes = await inTurn(id, async () =>
        isWanted(place) ? fetchTile(tilePath(id, place)) : undefined,
      );
    } catch {
      return undefined;
    }
    if (!bytes) return bytes;
    try {
      return content.form === 'vector'
        ? decodeTile(bytes, content.schema)
        : { ...noShapes, picture: await createImageBitmap(new Blob([new Uint8Array(bytes)])) };
    } catch {
      // Broken bytes draw nothing; what is below stays to be seen.
      onBroken(id);
      return null;
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
      const read = load(source, place).then((shapes) => {
        within.delete(path);
        if (shapes === undefined) return null;
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
  if (answer.status >= 500) throw new Error('The tile can not be read.');
  return answer.status === 200 && isTile ? new Uint8Array(await answer.arrayBuffer()) : null;
};
