/** A mark that wants a place on the screen; pixels. */
export type WantsRoom = { x: number; y: number; labelWidth: number };

/** What a mark got: nothing, its symbol, or symbol and label. */
export type Room = 'none' | 'symbol' | 'label';

type Box = { left: number; top: number; right: number; bottom: number };

const symbolSize = 14;
const labelHeight = 16;

function touches(one: Box, other: Box): boolean {
  return (
    one.left < other.right &&
    other.left < one.right &&
    one.top < other.bottom &&
    other.top < one.bottom
  );
}

/**
 * Gives marks room in their order, the most important first: a symbol where it hides no other
 * one by more than half, a label beside it where it touches nothing.
 */
export function giveRoom(marks: readonly WantsRoom[]): Room[] {
  const symbols: Box[] = [];
  const rooms = marks.map(({ x, y }): Room => {
    const reach = symbolSize / 4;
    const core = { left: x - reach, right: x + reach, top: y - reach, bottom: y + reach };
    if (symbols.some((other) => touches(core, other))) return 'none';
    const half = symbolSize / 2;
    symbols.push({ left: x - half, right: x + half, top: y - half, bottom: y + half });
    return 'symbol';
  });
  const taken = [...symbols];
  return rooms.map((room, index) => {
    const mark = marks[index];
    if (room === 'none' || mark === undefined || mark.labelWidth === 0) return room;
    const left = mark.x + symbolSize / 2 + 1;
    const top = mark.y - labelHeight / 2;
    const box = { left, right: left + mark.labelWidth, top, bottom: top + labelHeight };
    if (taken.some((other) => touches(box, other))) return room;
    taken.push(box);
    return 'label';
  });
}
