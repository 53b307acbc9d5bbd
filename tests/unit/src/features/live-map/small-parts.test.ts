import { describe, expect, it, vi } from 'vitest';
import { clearOf, edgePosition } from '@/features/live-map/edge-position';
import { createFirstView } from '@/features/live-map/first-view';
import { stepFrom } from '@/features/live-map/step-from';
import { extendTrail } from '@/features/live-map/trail-points';

describe('the first view', () => {
  const bounds = { south: -12, west: -47, north: -11, east: -46 };
  const map = (shows: boolean) => ({ fit: vi.fn(), shows: () => shows });

  it('fits the first places at once and widens gently for others', () => {
    const fitting = map(false);
    const view = createFirstView(fitting, false);
    view.update(null);
    expect(fitting.fit).not.toHaveBeenCalled();
    view.update(bounds);
    view.update(bounds);
    expect(fitting.fit.mock.calls).toEqual([
      [bounds, false],
      [bounds, true],
    ]);
  });

  it('stays when all of the fleet is on the screen', () => {
    const fitting = map(true);
    const view = createFirstView(fitting, false);
    view.update(bounds);
    view.update(bounds);
    expect(fitting.fit).toHaveBeenCalledTimes(1);
  });

  it('leaves the map alone once a person has chosen a view, or had chosen one before', () => {
    const fitting = map(false);
    const view = createFirstView(fitting, false);
    view.end();
    view.update(bounds);
    createFirstView(fitting, true).update(bounds);
    expect(fitting.fit).not.toHaveBeenCalled();
  });
});

describe('the mark at the edge', () => {
  const margin = { x: 50, y: 50 };
  const frame = { width: 800, height: 600, padding: { top: 0, right: 200, bottom: 0, left: 0 } };

  it('is not there while the vehicle can be seen', () => {
    expect(edgePosition(frame, { x: 300, y: 300 }, margin)).toBeNull();
  });

  it('gives way to the buttons of the map, toward the middle', () => {
    const half = { x: 80, y: 14 };
    const edge = { x: 88, y: 60, angle: -Math.PI / 2 };
    const buttons = { minX: 12, minY: 12, maxX: 44, maxY: 140 };
    expect(clearOf(frame, edge, half, [])).toEqual(edge);
    const moved = clearOf(frame, edge, half, [buttons]);
    expect(moved.angle).toBe(edge.angle);
    const isClear = moved.x - half.x >= buttons.maxX || moved.y - half.y >= buttons.maxY;
    expect(isClear).toBe(true);
    // As near to the edge as that allows.
    expect(Math.hypot(moved.x - edge.x, moved.y - edge.y)).toBeLessThan(60);
    const everywhere = { minX: 0, minY: 0, maxX: 800, maxY: 600 };
    expect(clearOf(frame, edge, half, [everywhere])).toEqual(edge);
  });

  it('counts what a panel covers as out of view', () => {
    expect(edgePosition(frame, { x: 700, y: 300 }, margin)).toMatchObject({ x: 550, y: 300 });
  });

  it('stands where the line to the vehicle leaves the view and points along it', () => {
    const north = edgePosition(frame, { x: 300, y: -500 }, margin);
    expect(north).toEqual({ x: 300, y: 50, angle: 0 });
    const west = edgePosition(frame, { x: -900, y: 300 }, margin);
    expect(west).toMatchObject({ x: 50, y: 300, angle: -Math.PI / 2 });
    const corner = edgePosition(frame, { x: 300 + 2500, y: 300 + 2500 }, margin);
    expect(corner).toMatchObject({ x: 550, y: 550, angle: (Math.PI * 3) / 4 });
  });
});

describe('a step through the list', () => {
  const ids = ['a', 'b', 'c'];

  it.each([
    [null, 1, 'a'],
    [null, -1, 'c'],
    ['a', 1, 'b'],
    ['a', -1, 'a'],
    ['b', 9, 'c'],
    ['unlisted', 1, 'a'],
  ])('from %s by %d leads to %s', (from, steps, expected) => {
    expect(stepFrom(ids, from, steps)).toBe(expected);
  });

  it('leads nowhere in an empty list', () => {
    expect(stepFrom([], null, 1)).toBeNull();
  });
});

describe('a trail', () => {
  const point = (at: number) => ({ latitude: 0, longitude: 0, at });

  it('grows by newer points alone', () => {
    const trail = [point(1), point(2)];
    expect(extendTrail(trail, point(2))).toBe(trail);
    expect(extendTrail(trail, point(1))).toBe(trail);
    expect(extendTrail(trail, point(3)).map(({ at }) => at)).toEqual([1, 2, 3]);
    expect(extendTrail([], point(3))).toHaveLength(1);
  });

  it('does not grow without end', () => {
    const long = Array.from({ length: 5000 }, (_, at) => point(at));
    const longer = extendTrail(long, point(5000));
    expect(longer).toHaveLength(5000);
    expect(longer.at(-1)?.at).toBe(5000);
  });
});
