import { expect, it } from 'vitest';
import { isSameRoom, takenRoom } from '@/map/workers/taken-room';

const view = { left: 100, top: 50, scale: 1000 };

function boxAt(x: number, y: number) {
  return { minX: x - 10, minY: y - 5, maxX: x + 10, maxY: y + 5 };
}

it('is told as points of the world, with their reach in pixels', () => {
  expect([...takenRoom([boxAt(200, 150), boxAt(0, 0)], view)]).toEqual([
    0.3, 0.2, 10, 5, 0.1, 0.05, 10, 5,
  ]);
});

it('is the same after a pixel, and another after more or with more', () => {
  const room = takenRoom([boxAt(200, 150)], view);
  const moved = (by: number) => takenRoom([boxAt(200 + by, 150)], view);
  expect(isSameRoom(room, moved(1), view.scale)).toBe(true);
  expect(isSameRoom(room, moved(3), view.scale)).toBe(false);
  expect(isSameRoom(room, takenRoom([boxAt(200, 150), boxAt(0, 0)], view), view.scale)).toBe(false);
});

it('is told of so many boxes at most', () => {
  const many = Array.from({ length: 5000 }, (_, index) => boxAt(index, 0));
  expect(takenRoom(many, view)).toHaveLength(4 * 4000);
});
