import type { TileRequest } from './messages';

/** Tiles that wait to be drawn. */
export type TileQueue = { add(tile: TileRequest): void; drop(id: number): void };

/** Draws one tile a turn, so that between two of them the worker hears which are needed no more. */
export function createTileQueue(draw: (tile: TileRequest) => void): TileQueue {
  const waiting = new Map<number, TileRequest>();
  const { port1, port2 } = new MessageChannel();
  let running = false;

  function next() {
    if (running || waiting.size === 0) return;
    running = true;
    port2.postMessage(null);
  }

  port1.onmessage = () => {
    running = false;
    const [tile] = waiting.values();
    if (!tile) return;
    waiting.delete(tile.id);
    draw(tile);
    next();
  };

  return {
    add(tile) {
      waiting.set(tile.id, tile);
      next();
    },
    drop(id) {
      waiting.delete(id);
    },
  };
}
