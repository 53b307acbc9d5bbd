/** Tables are told by the square of a distance; so many places of it are told apart a pixel. */
export const squareParts = 32;
/** What covers all of a pixel. */
export const wholeCover = 255;

/**
 * How far a line of a radius covers a pixel, by the square of the distance of their middles times
 * {@link squareParts}, up to a reach.
 */
export function coversOf(radius: number, reach: number): Uint8Array {
  const length = Math.ceil((reach + 1) ** 2 * squareParts);
  return Uint8Array.from({ length }, (_, place) => {
    const distance = Math.sqrt((place + 0.5) / squareParts);
    const part = Math.min(Math.max(radius + 0.5 - distance, 0), 1);
    return Math.round(part * wholeCover);
  });
}

/** A colour (`#rrggbb`) as it is in memory: red first, so it is the lowest byte; nothing of it yet. */
export function pixelOf(colour: string): number {
  const value = Number.parseInt(colour.slice(1), 16);
  return ((value & 255) << 16) | (value & 0xff00) | (value >> 16);
}

/** A pixel below which a colour is put that covers so much. */
export function pixelUnder(pixel: number, colour: number, cover: number): number {
  // An edge beside the line has nothing above.
  if (pixel === 0) return colour | (cover << 24);
  const above = pixel >>> 24;
  const all = above + (cover * (wholeCover - above)) / wholeCover;
  // Colours are told without their cover, so what is below counts as much as is seen of it.
  const part = (all - above) / all;
  const red = between(pixel & 255, colour & 255, part);
  const green = between((pixel >>> 8) & 255, (colour >>> 8) & 255, part);
  const blue = between((pixel >>> 16) & 255, (colour >>> 16) & 255, part);
  return red | (green << 8) | (blue << 16) | ((all + 0.5) << 24);
}

/** A whole number between two others, which are not negative. */
function between(from: number, to: number, part: number): number {
  return (from + (to - from) * part + 0.5) | 0;
}
