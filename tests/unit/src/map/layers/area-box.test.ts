import type { MapBounds } from '@contract/map-sources';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMap, type FleetMap } from '@/map/core/create-map';
import { AreaBox, type AreaBoxOptions } from '@/map/layers/area-box';

let map: FleetMap;
let box: AreaBox;
const onChange = vi.fn<AreaBoxOptions['onChange']>();
const onDrawn = vi.fn<AreaBoxOptions['onDrawn']>();

beforeEach(() => {
  const element = document.createElement('div');
  Object.defineProperty(element, 'clientWidth', { value: 800 });
  Object.defineProperty(element, 'clientHeight', { value: 600 });
  document.body.append(element);
  map = createMap(element, { view: { latitude: 0, longitude: 0, zoom: 5 } });
  box = new AreaBox({ onChange, onDrawn, labelOf: (corner) => `Corner ${corner}` });
  map.add(box);
});

afterEach(() => {
  map.destroy();
  document.body.replaceChildren();
  vi.clearAllMocks();
});

const container = () => map.leaflet.getContainer();

function mouse(type: string, x: number, y: number): void {
  const event = { bubbles: true, cancelable: true, clientX: x, clientY: y, button: 0 };
  container().dispatchEvent(new MouseEvent(type, event));
}

function press(corner: string, key: string, shiftKey = false): void {
  const element = container().querySelector(`[aria-label="Corner ${corner}"]`);
  element?.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true }));
}

const last = () => onChange.mock.lastCall as [MapBounds, boolean];

describe('a box on the map', () => {
  it('is drawn with the mouse, and the map stays where it is meanwhile', () => {
    const before = map.view();
    box.startDrawing();
    mouse('mousedown', 500, 400);
    mouse('mousemove', 300, 200);
    mouse('mouseup', 300, 200);
    const [[west, south, east, north], done] = last();
    expect(done).toBe(true);
    expect([west, south]).toEqual([expect.closeTo(-4.39, 1), expect.closeTo(-4.39, 1)]);
    expect([east, north]).toEqual([expect.closeTo(4.39, 1), expect.closeTo(4.39, 1)]);
    expect(onDrawn).toHaveBeenCalledOnce();
    expect(map.view()).toEqual(before);
    expect(map.leaflet.dragging.enabled()).toBe(true);
  });

  it('is not drawn by a click, nor while nobody asked for it', () => {
    mouse('mousedown', 500, 400);
    mouse('mousemove', 300, 200);
    mouse('mouseup', 300, 200);
    box.startDrawing();
    mouse('mousedown', 500, 400);
    mouse('mousemove', 502, 401);
    mouse('mouseup', 502, 401);
    expect(onChange).not.toHaveBeenCalled();
  });

  it('is changed at its corners by arrow keys, farther with Shift', () => {
    box.show([-2, -2, 2, 2]);
    press('nw', 'ArrowUp');
    const [west, south, east, north] = last()[0];
    expect([west, south, east]).toEqual([-2, -2, 2]);
    expect(north).toBeGreaterThan(2.3);
    press('se', 'ArrowRight', true);
    expect(last()[0][2]).toBeGreaterThan(4);
    expect(last()[0][3]).toBe(north);
  });

  it('stays a box when a corner is moved over the other side, and within the world', () => {
    box.show([-2, -2, 2, 2]);
    for (let i = 0; i < 12; i += 1) press('nw', 'ArrowRight');
    const [west, , east] = last()[0];
    expect(west).toBeLessThan(east);
    box.show([178, 10, 179, 11]);
    press('ne', 'ArrowRight', true);
    expect(last()[0][2]).toBe(180);
  });
});
