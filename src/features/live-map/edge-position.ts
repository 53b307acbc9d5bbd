/** Pixels of a window, and how much of each side is covered. */
export type Frame = {
  width: number;
  height: number;
  padding: { top: number; right: number; bottom: number; left: number };
};

/** Where on the edge a mark is, and which way it points (radians clockwise from north). */
export type EdgePosition = { x: number; y: number; angle: number };

/** A box that is taken already. */
type Taken = { minX: number; minY: number; maxX: number; maxY: number };

/** How far the mark gives way at a time, pixels. */
const giveWay = 8;

/**
 * The same mark further in, on its way to the middle, so far that it covers none of the boxes; where
 * there is no such place it stays.
 */
export function clearOf(
  frame: Frame,
  edge: EdgePosition,
  half: { x: number; y: number },
  boxes: readonly Taken[],
): EdgePosition {
  const { padding } = frame;
  const middle = {
    x: (padding.left + frame.width - padding.right) / 2,
    y: (padding.top + frame.height - padding.bottom) / 2,
  };
  const way = Math.hypot(middle.x - edge.x, middle.y - edge.y);
  for (let moved = 0; moved < way; moved += giveWay) {
    const x = edge.x + ((middle.x - edge.x) * moved) / way;
    const y = edge.y + ((middle.y - edge.y) * moved) / way;
    const isFree = boxes.every(
      (box) =>
        x + half.x <= box.minX ||
        x - half.x >= box.maxX ||
        y + half.y <= box.minY ||
        y - half.y >= box.maxY,
    );
    if (isFree) return { ...edge, x, y };
  }
  return edge;
}

/**
 * Where to point at something out of view: where the line from the middle of what can be seen
 * leaves it. Null while the point itself can be seen.
 */
export function edgePosition(
  frame: Frame,
  point: { x: number; y: number },
  /** From the edge to the middle of the mark. */
  margin: { x: number; y: number },
): EdgePosition | null {
  const { padding } = frame;
  const left = padding.left;
  const right = frame.width - padding.right;
  const top = padding.top;
  const bottom = frame.height - padding.bottom;
  if (point.x >= left && point.x <= right && point.y >= top && point.y <= bottom) return null;
  const middle = { x: (left + right) / 2, y: (top + bottom) / 2 };
  const dx = point.x - middle.x;
  const dy = point.y - middle.y;
  const halfWidth = Math.max(0, (right - left) / 2 - margin.x);
  const halfHeight = Math.max(0, (bottom - top) / 2 - margin.y);
  const part = Math.min(
    dx === 0 ? Infinity : halfWidth / Math.abs(dx),
    dy === 0 ? Infinity : halfHeight / Math.abs(dy),
  );
  return {
    x: middle.x + dx * part,
    y: middle.y + dy * part,
    angle: Math.atan2(dx, -dy),
  };
}
