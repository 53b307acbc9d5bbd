import type { Box } from './label-boxes';

/**
 * Where vehicles, clusters and plates are, four numbers each: middle in units of the world, half of
 * width and height in CSS pixels. So it holds roughly at the next zoom level, too.
 */
export type TakenRoom = Float64Array<ArrayBuffer>;

/** Numbers that a box takes in {@link TakenRoom}. */
export const takenStride = 4;

/** More than this is a map full of vehicles, on which no name finds room. */
const mostBoxes = 4000;

/** Boxes of a canvas as room that is taken. @param view where the canvas is in the world */
export function takenRoom(
  boxes: readonly Box[],
  view: { left: number; top: number; scale: number },
): TakenRoom {
  const count = Math.min(boxes.length, mostBoxes);
  const taken = new Float64Array(count * takenStride);
  boxes.slice(0, count).forEach(({ minX, minY, maxX, maxY }, index) => {
    const x = ((minX + maxX) / 2 + view.left) / view.scale;
    const y = ((minY + maxY) / 2 + view.top) / view.scale;
    taken.set([x, y, (maxX - minX) / 2, (maxY - minY) / 2], index * takenStride);
  });
  return taken;
}

/** Whether the same room is taken, give or take a pixel or two. */
export function isSameRoom(one: TakenRoom, other: TakenRoom, scale: number): boolean {
  if (one.length !== other.length) return false;
  return one.every((number, index) => {
    const unit = index % takenStride < 2 ? scale : 1;
    return Math.abs(number - (other[index] ?? 0)) * unit < 2;
  });
}
