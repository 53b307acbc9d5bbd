import { pixelFrom } from '../core/pixel-ratio';
import { tileSize, type PicturePlace } from '../workers/basemap/messages';

/** Where a tile is: its corner from that of the map's window, and its scale; pixels of the screen. */
export type TilePlace = { x: number; y: number; ratio: number };

/** Of one axis, pixels of the screen. */
type Span = { from: number; to: number };

/**
 * The picture of a whole tile, in whole pixels of the screen. It begins with the first one that is
 * the tile's alone, and reaches over the next tile: while a map moves, edges are between pixels, and
 * what is below would shine through.
 */
export function wholePicture({ x, y, ratio }: TilePlace): PicturePlace {
  return pictureOf({ x, y }, wholeSpan(x, ratio), wholeSpan(y, ratio));
}

/** As much of it as the map's window shows; null for nothing. The window is in pixels of the screen. */
export function seenPicture(
  { x, y, ratio }: TilePlace,
  window: { width: number; height: number },
): PicturePlace | null {
  const across = within(wholeSpan(x, ratio), window.width);
  const down = within(wholeSpan(y, ratio), window.height);
  return across && down && pictureOf({ x, y }, across, down);
}

function wholeSpan(corner: number, ratio: number): Span {
  return {
    from: pixelFrom(corner),
    to: pixelFrom(corner + tileSize * ratio) + pixelFrom(ratio),
  };
}

function within({ from, to }: Span, end: number): Span | null {
  const seen = { from: Math.max(from, 0), to: Math.min(to, pixelFrom(end)) };
  return seen.to > seen.from ? seen : null;
}

function pictureOf(corner: { x: number; y: number }, across: Span, down: Span): PicturePlace {
  return {
    left: corner.x - across.from,
    top: corner.y - down.from,
    width: across.to - across.from,
    height: down.to - down.from,
  };
}
