import { beforeEach, describe, expect, it } from 'vitest';
import {
  createNameRoom,
  forgetSpots,
  isCut,
  isNearView,
  placeAt,
  spotsAround,
  type Context,
  type NameRoom,
  type Spot,
  type WantsPlace,
} from '@/map/workers/basemap/label';
import { restingView } from '@/map/workers/zoom-glide';

/** 400 × 300 pixels of the map with a margin of 50 around them. */
const view = restingView({
  zoom: 6,
  left: 1000,
  top: 2000,
  width: 500,
  height: 400,
  inset: 50,
  ratio: 1,
});
const beside: Spot[] = [
  { dx: 40, dy: 0, roomDx: 37 },
  { dx: -40, dy: 0, roomDx: -37 },
];

let room: NameRoom;

/** Places a name of 66 × 12 pixels that points at the canvas; answers where its words stand. */
function place(
  x: number,
  y: number,
  { name = `Town ${y}`, ...change }: Partial<WantsPlace> & { name?: string } = {},
) {
  const painted: { dx: number; dy: number }[] = [];
  const at = { name, x: (x + view.left) / view.scale, y: (y + view.top) / view.scale };
  const placed = placeAt(view, room, {
    at,
    words: 66,
    size: 12,
    width: 78,
    height: 20,
    spots: beside,
    paint: (_, _x, _y, { dx, dy }) => painted.push({ dx, dy }),
    ...change,
  });
  for (const label of placed) label.paint({} as Context, 0, 0);
  return painted;
}

function cover(x: number, y: number, radius: number): void {
  room.marks.block({ minX: x - radius, minY: y - radius, maxX: x + radius, maxY: y + radius });
}

beforeEach(() => {
  room = createNameRoom();
  forgetSpots();
});

describe('a box at the edge of the map', () => {
  const box = (minX: number, maxX: number, minY = 100, maxY = 120) => ({ minX, maxX, minY, maxY });

  it.each([
    ['inside', box(60, 120), false],
    ['up to the edge', box(50, 450), false],
    ['across the left edge', box(40, 60), true],
    ['across the right edge', box(440, 460), true],
    ['across the upper edge', box(60, 120, 45, 55), true],
    ['across the lower edge', box(60, 120, 345, 355), true],
    ['beyond the edge, where a drag finds it', box(455, 499), false],
  ])('%s', (_, at, expected) => {
    expect(isCut(view, at)).toBe(expected);
  });
});

describe('a name', () => {
  it('stands to the right of its dot', () => {
    expect(place(200, 200)).toEqual([{ dx: 40, dy: 0 }]);
  });

  it('stands to the left where the edge would cut it, and nowhere where both do', () => {
    expect(place(430, 200)).toEqual([{ dx: -40, dy: 0 }]);
    expect(place(200, 54)).toEqual([]);
  });

  it('gives way to a vehicle', () => {
    cover(240, 200, 10);
    expect(place(200, 200)).toEqual([{ dx: -40, dy: 0 }]);
    cover(160, 200, 10);
    expect(place(200, 200)).toEqual([]);
  });

  it('keeps its distance from other names, not from vehicles', () => {
    cover(200, 175, 15);
    expect(place(200, 200)).toEqual([{ dx: 40, dy: 0 }]);
    expect(place(200, 215, { spots: beside.slice(0, 1) })).toEqual([]);
    expect(place(200, 225, { spots: beside.slice(0, 1) })).toHaveLength(1);
  });

  it('without a dot stands above or below what covers its point', () => {
    const spots = spotsAround(20);
    expect(place(200, 200, { spots })).toEqual([{ dx: 0, dy: 0 }]);
    forgetSpots();
    room = createNameRoom();
    cover(200, 200, 24);
    expect(place(200, 200, { spots })).toEqual([{ dx: 0, dy: -40 }]);
    cover(200, 160, 10);
    expect(place(201, 200, { spots, name: 'Village' })).toEqual([{ dx: 0, dy: 40 }]);
  });

  it('stays where it gave way to while there is room, until spots are forgotten', () => {
    cover(240, 200, 10);
    expect(place(200, 200)).toEqual([{ dx: -40, dy: 0 }]);
    room = createNameRoom();
    expect(place(200, 200)).toEqual([{ dx: -40, dy: 0 }]);
    forgetSpots();
    room = createNameRoom();
    expect(place(200, 200)).toEqual([{ dx: 40, dy: 0 }]);
  });

  it('of a place that two maps hold is written once, and farther off once more', () => {
    expect(place(200, 150, { name: 'Centro' })).toHaveLength(1);
    expect(place(204, 175, { name: 'Centro' })).toHaveLength(0);
    expect(place(200, 250, { name: 'Centro' })).toHaveLength(1);
  });
});

describe('a point of the world', () => {
  const near = (x: number, y: number) =>
    isNearView(view, { x: (x + view.left) / view.scale, y: (y + view.top) / view.scale });

  it.each([
    ['in view', 250, 200, true],
    ['at the left edge', 0, 200, true],
    ['left of it', -1, 200, false],
    ['right of it', 501, 200, false],
    ['in view once more, a world further on', 250 + view.scale, 200, true],
    ['a name above the edge', 250, -30, true],
    ['far above', 250, -100, false],
    ['far below', 250, 500, false],
  ])('%s', (_, x, y, expected) => {
    expect(near(x, y)).toBe(expected);
  });
});

it('all that a name paints is within its box: the words with their halo, and its dot', () => {
  const at = { name: 'Town', x: (200 + view.left) / view.scale, y: (150 + view.top) / view.scale };
  const boxOf = (spot: Spot) =>
    placeAt(view, createNameRoom(), {
      ...{ at, words: 66, size: 12, width: 78, height: 20 },
      ...{ spots: [spot], paint: () => undefined },
    })[0]?.box;
  expect(boxOf({ dx: 40, dy: 0, roomDx: 37 })).toEqual({ minX: -8, minY: -14, maxX: 79, maxY: 14 });
  expect(boxOf({ dx: 0, dy: -40 })).toEqual({ minX: -39, minY: -54, maxX: 39, maxY: -26 });
});
