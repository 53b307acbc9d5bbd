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

  it('stays a box when a corner is moved over the other side', () => {
    box.show([-2, -2, 2, 2]);
    for (let i = 0; i < 12; i += 1) press('nw', 'ArrowRight');
    const [west, , east] = last()[0];
    expect(west).toBeLessThan(east);
  });

  it('ends where web maps end, and is not wider than the world', () => {
    box.show([-180, 84, 170, 85]);
    press('ne', 'ArrowUp', true);
    expect(last()[0][3]).toBe(85.05112);
    for (let i = 0; i < 12; i += 1) press('ne', 'ArrowRight', true);
    expect(last()[0]).toEqual([-180, 84, 180, 85.05112]);
  });

  it('goes on over the date line', () => {
    box.show([178, 10, 179, 11]);
    press('ne', 'ArrowRight', true);
    const [west, , east] = last()[0];
    expect(west).toBe(178);
    expect(east).toBeGreaterThan(180);
  });

  it('over the date line is drawn where the map is, and changed there', () => {
    map.centreOn({ latitude: 10, longitude: -178 }, { animate: false });
    box.show([176, 8, 184, 12]);
    const corner = container().querySelector('[aria-label="Corner ne"]');
    const [x = 0] = /-?\d+/.exec((corner as HTMLElement).style.transform) ?? [];
    expect(Number(x)).toBeGreaterThan(-400);
    expect(Number(x)).toBeLessThan(1200);
    press('nw', 'ArrowLeft');
    const [west, , east] = last()[0];
    expect(west).toBeLessThan(176);
    expect(west).toBeGreaterThan(175);
    expect(east).toBe(184);
  });

  it('is on the map again when the map is moved to the next copy of the world', () => {
    box.show([176, 8, 180, 12]);
    map.centreOn({ latitude: 10, longitude: 178 }, { animate: false });
    map.centreOn({ latitude: 10, longitude: -178 }, { animate: false });
    press('sw', 'ArrowDown');
    expect(last()[0].slice(0, 3)).toEqual([176, expect.any(Number), 180]);
  });
});
