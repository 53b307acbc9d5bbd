import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMap, type FleetMap, type MapOptions } from '@/map/core/create-map';
import { movedMap } from '@/map/core/leaflet-motion';
import { boundsOf } from '@contract/rules/longitudes';
import type { MapView } from '@/map/core/remembered-view';
import { viewEvent } from '@/map/layers/view-event';

const start: MapView = { latitude: -11.1, longitude: -46.9, zoom: 12 };
let element: HTMLElement;
let onResize: () => void;
let map: FleetMap;

/** This DOM lays nothing out, so the map is told its size. */
function layOut(width: number, height: number): void {
  for (const [key, value] of Object.entries({ clientWidth: width, clientHeight: height })) {
    Object.defineProperty(element, key, { configurable: true, value });
  }
}

/** The wheel, turned by a notch; this DOM gives its event no place. */
function turned(): WheelEvent {
  const event = new WheelEvent('wheel', { deltaY: -100, cancelable: true });
  return Object.assign(event, { clientX: 400, clientY: 300 });
}

/** The window or a panel beside the map has changed. */
function resize(width: number, height: number): void {
  layOut(width, height);
  onResize();
}

function make(options: MapOptions = {}): FleetMap {
  layOut(800, 600);
  map = createMap(element, { view: start, ...options });
  map.leaflet.setView([start.latitude, start.longitude], start.zoom, { animate: false });
  return map;
}

const middleOfWindow = () => map.leaflet.containerPointToLatLng([400, 300]);

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(hear: () => void) {
        onResize = hear;
      }
      observe() {
        return undefined;
      }
      disconnect() {
        return undefined;
      }
    },
  );
  element = document.createElement('div');
  document.body.append(element);
});

afterEach(() => {
  map.destroy();
  element.remove();
  vi.unstubAllGlobals();
});

describe('a map', () => {
  it('starts where it is told to', () => {
    make();
    expect(map.view().zoom).toBe(12);
    expect(map.view().latitude).toBeCloseTo(start.latitude, 3);
    expect(map.view().longitude).toBeCloseTo(start.longitude, 3);
  });

  it('tells what it shows before its layers hear of it', () => {
    make();
    const heard: string[] = [];
    const hear = (name: string) => {
      map.leaflet.on(name, () => heard.push(`${name} ${map.leaflet.getZoom()}`));
    };
    hear('zoom');
    hear('move');
    hear(viewEvent);
    map.leaflet.setView([0, 0], 5, { animate: false });
    expect(heard).toEqual([`${viewEvent} 5`, 'zoom 5', `${viewEvent} 5`, 'move 5']);
  });

  it('shows the keyboard’s focus again after a press of the pointer', () => {
    make();
    element.dispatchEvent(new Event('pointerdown'));
    expect(element.dataset['pressed']).toBe('');
    element.dispatchEvent(new Event('blur'));
    expect(element.dataset['pressed']).toBeUndefined();
  });

  it('brings a place into the middle of what panels leave free', () => {
    make().setPadding({ right: 200 });
    map.centreOn({ latitude: -11.12, longitude: -46.95 }, { animate: false });
    const point = map.leaflet.latLngToContainerPoint([-11.12, -46.95]);
    expect(point.x).toBeCloseTo(300, 0);
    expect(point.y).toBeCloseTo(300, 0);
  });

  it('fits a box beside the panels, not under them', () => {
    make().setPadding({ right: 300 });
    map.fit({ south: -11.2, west: -47, north: -11, east: -46.8 }, { animate: false });
    const east = map.leaflet.latLngToContainerPoint([-11.1, -46.8]);
    const west = map.leaflet.latLngToContainerPoint([-11.1, -47]);
    expect(east.x).toBeLessThanOrEqual(500);
    expect(west.x).toBeGreaterThanOrEqual(0);
  });

  it('shows the middle of a box that would be too small to read', () => {
    make().setPadding({ left: 200 });
    map.fit({ south: -12, west: -48, north: -10, east: -45 }, { minZoom: 11, animate: false });
    expect(map.view().zoom).toBe(11);
    expect(map.middle().latitude).toBeCloseTo(-11, 1);
    expect(map.middle().longitude).toBeCloseTo(-46.5, 1);
  });

  it('frames and follows across the date line the short way round', () => {
    make({ view: { latitude: -15, longitude: 179, zoom: 8 } });
    map.leaflet.setView([-15, 179], 8, { animate: false });
    const bounds = boundsOf([
      { latitude: -17, longitude: 179.95 },
      { latitude: -14, longitude: -179.95 },
    ]);
    if (!bounds) throw new Error('no bounds');
    map.fit(bounds, { animate: false });
    expect(map.leaflet.getCenter().lng).toBeCloseTo(180, 1);
    expect(map.view().zoom).toBeGreaterThan(6);
    map.centreOn({ latitude: -14, longitude: -179.95 }, { animate: false });
    expect(map.leaflet.getCenter().lng).toBeCloseTo(180.05, 1);
    expect(map.view().longitude).toBeCloseTo(-179.95, 1);
    // From the other side the same box is the other copy of it.
    map.leaflet.setView([-15, -179], 8, { animate: false });
    map.fit(bounds, { animate: false });
    expect(map.leaflet.getCenter().lng).toBeCloseTo(-180, 1);
  });

  describe('that keeps bounds fitted', () => {
    const bounds = { south: -11.15, west: -47, north: -11.05, east: -46.8 };
    /** Whether all of the bounds is on the map, and as large as that allows. */
    const isFitted = () => {
      const { x: width, y: height } = map.leaflet.getSize();
      const { min, max } = map.leaflet.getPixelBounds();
      const { x, y } = map.leaflet
        .project([bounds.south, bounds.east])
        .subtract(map.leaflet.project([bounds.north, bounds.west]));
      const fits = x <= width - 96 && y <= height - 96;
      const isLarge = 2 * x > width - 96 || 2 * y > height - 96;
      const middle = map.leaflet.project([-11.1, -46.9]);
      const isMiddle = middle.distanceTo((min?.add(max ?? min) ?? middle).divideBy(2)) < 3;
      return fits && isLarge && isMiddle;
    };

    it('fits them again when its size changes', () => {
      make().keepFitted(bounds);
      expect(isFitted()).toBe(true);
      const { zoom } = map.view();
      for (const [width, height] of [
        [400, 300],
        [1800, 900],
      ] as const) {
        resize(width, height);
        expect(map.view().zoom).not.toBe(zoom);
        expect(isFitted()).toBe(true);
      }
    });

    it('fits others in their place, unless a person has moved it', () => {
      make().keepFitted(bounds);
      const wider = { ...bounds, east: bounds.east + 5 };
      map.refit(wider);
      const { zoom } = map.view();
      map.leaflet.fire('dragstart');
      map.refit(bounds);
      expect(map.view().zoom).toBe(zoom);
      map.keepFitted(bounds);
      expect(map.view().zoom).toBeGreaterThan(zoom);
    });

    it.each<[string, () => void]>([
      ['a person drags it', () => map.leaflet.fire('dragstart')],
      ['a person turns the wheel', () => element.dispatchEvent(new WheelEvent('wheel'))],
      ['a person clicks twice', () => element.dispatchEvent(new MouseEvent('dblclick'))],
      ['a vehicle is centred', () => map.centreOn({ latitude: -11, longitude: -46.5 })],
      ['other bounds are fitted', () => map.fit({ ...bounds, east: -46.99 }, { animate: false })],
    ])('keeps its middle and zoom from then on when %s', (_, move) => {
      make().keepFitted(bounds);
      move();
      const before = map.view();
      resize(400, 300);
      const after = map.view();
      expect(after.zoom).toBe(before.zoom);
      expect(after.latitude).toBeCloseTo(before.latitude, 3);
      expect(after.longitude).toBeCloseTo(before.longitude, 3);
    });
  });

  it('tells drags and zooms by a person from what the app does itself', () => {
    const heard: string[] = [];
    make().onPersonMove((how) => heard.push(how));
    map.centreOn({ latitude: -11.2, longitude: -46.9 }, { animate: false });
    expect(heard).toEqual([]);
    element.dispatchEvent(turned());
    map.leaflet.fire('dragstart');
    element.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft' }));
    element.dispatchEvent(new KeyboardEvent('keydown', { key: '+' }));
    element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }));
    map.zoomBy(1);
    expect(heard).toEqual(['zoom', 'drag', 'drag', 'zoom', 'zoom']);
  });

  it('remembers the view that a person chose, not the one it chose itself', () => {
    const write = vi.fn();
    make({ remember: { read: () => null, write } });
    map.fit({ south: -11.2, west: -47, north: -11, east: -46.8 }, { animate: false });
    expect(write).not.toHaveBeenCalled();
    map.leaflet.fire('dragstart');
    map.leaflet.panBy([50, 0], { animate: false });
    expect(write).toHaveBeenCalledWith(map.view());
  });

  it('shows a distance in the units that a person reads', () => {
    make({ units: 'km/h' });
    const scale = () => element.querySelector('.leaflet-control-scale')?.textContent;
    expect(scale()).toMatch(/\d (k?m)$/);
    map.setUnits('mph');
    expect(scale()).toMatch(/\d (mi|ft)$/);
    expect(element.querySelectorAll('.leaflet-control-scale')).toHaveLength(1);
  });

  it('zooms around the middle while it follows', () => {
    make().zoomAround('middle');
    expect(map.leaflet.options.doubleClickZoom).toBe('center');
    map.zoomAround('pointer');
    expect(map.leaflet.options.doubleClickZoom).toBe(true);
  });

  it.each([
    [12.37, 1, 13],
    [12.37, -1, 12],
    [12.998, 1, 14],
    [13, -1, 12],
  ])('zooms by a button from level %d by %d to %d, a whole one', (zoom, steps, next) => {
    make();
    // In this DOM Leaflet itself knows whole levels alone.
    vi.spyOn(map.leaflet, 'getZoom').mockReturnValue(zoom);
    const setZoom = vi.spyOn(map.leaflet, 'setZoom').mockReturnThis();
    map.zoomBy(steps);
    expect(setZoom).toHaveBeenCalledWith(next);
  });

  it('hears nothing any more once it is destroyed', () => {
    const listener = vi.fn();
    make().onPersonMove(listener);
    const middle = middleOfWindow();
    expect(middle.lat).toBeCloseTo(start.latitude, 3);
    map.destroy();
    element.dispatchEvent(turned());
    expect(listener).not.toHaveBeenCalled();
    make();
  });

  it('is removed in mid zoom, by button or wheel, and the view it went to is remembered', () => {
    const write = vi.fn();
    make({ remember: { read: () => null, write } });
    map.zoomBy(1);
    // As Leaflet is while it glides to a level; this DOM shows no motion.
    const goal = { _animateToCenter: map.leaflet.getCenter(), _animateToZoom: 14 };
    const moved = Object.assign(movedMap(map.leaflet), { _animatingZoom: true }, goal);
    map.destroy();
    expect(write).toHaveBeenLastCalledWith(expect.objectContaining({ zoom: 14 }));
    // Leaflet's own timer, and the first frame of a fling.
    expect(() => {
      moved._onZoomTransitionEnd();
      map.leaflet.panBy([30, 0], { animate: true });
    }).not.toThrow();

    write.mockClear();
    make({ remember: { read: () => null, write } });
    element.dispatchEvent(turned());
    map.destroy();
    expect(write).toHaveBeenCalledOnce();
    make();
  });
});
