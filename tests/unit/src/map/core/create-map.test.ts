import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMap, type FleetMap, type MapOptions } from '@/map/core/create-map';
import type { MapView } from '@/map/core/remembered-view';

const start: MapView = { latitude: -11.1, longitude: -46.9, zoom: 12 };
let element: HTMLElement;
let map: FleetMap;

function make(options: MapOptions = {}): FleetMap {
  map = createMap(element, { view: start, ...options });
  // This DOM lays nothing out, so the map is told its size.
  Object.assign(map.leaflet, { _size: map.leaflet.getSize().add([800, 600]), _sizeChanged: false });
  map.leaflet.setView([start.latitude, start.longitude], start.zoom, { animate: false });
  return map;
}

const middleOfWindow = () => map.leaflet.containerPointToLatLng([400, 300]);

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
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

  it('tells drags and zooms by a person from what the app does itself', () => {
    const heard: string[] = [];
    make().onPersonMove((how) => heard.push(how));
    map.centreOn({ latitude: -11.2, longitude: -46.9 }, { animate: false });
    expect(heard).toEqual([]);
    element.dispatchEvent(new WheelEvent('wheel', { deltaY: -100 }));
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
    expect(map.leaflet.options.scrollWheelZoom).toBe('center');
    map.zoomAround('pointer');
    expect(map.leaflet.options.scrollWheelZoom).toBe(true);
  });

  it('hears nothing any more once it is destroyed', () => {
    const listener = vi.fn();
    make().onPersonMove(listener);
    const middle = middleOfWindow();
    expect(middle.lat).toBeCloseTo(start.latitude, 3);
    map.destroy();
    element.dispatchEvent(new WheelEvent('wheel', { deltaY: -100 }));
    expect(listener).not.toHaveBeenCalled();
    make();
  });
});
