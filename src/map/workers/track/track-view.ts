/** The part of the world that a canvas shows. */
export type TrackView = {
  /** Edge of the whole world, CSS pixels. */
  worldSize: number;
  /** Upper left corner of the canvas, CSS pixels of that world. */
  left: number;
  top: number;
  /** CSS pixels. */
  width: number;
  height: number;
  pixelRatio: number;
};

/** Whether two views are the same. */
export function isSameView(one: TrackView, other: TrackView): boolean {
  return (
    one.worldSize === other.worldSize &&
    one.left === other.left &&
    one.top === other.top &&
    one.width === other.width &&
    one.height === other.height &&
    one.pixelRatio === other.pixelRatio
  );
}
