import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPinia, setActivePinia } from 'pinia';
import { effectScope, nextTick, type EffectScope } from 'vue';
import { useFoundPlaceStore } from '@/app/places/found-place-store';
import { useLiveMapStore } from '@/features/live-map/live-map-store';
import type { MenuRequest } from '@/features/live-map/map-menu';
import { useFoundMark } from '@/features/live-map/use-found-mark';
import { useMapMenuKeys } from '@/features/live-map/use-map-menu-keys';
import { useMeasure } from '@/features/live-map/use-measure';
import { useOriginMark } from '@/features/live-map/use-origin-mark';
import { createMap, type FleetMap } from '@/map/core/create-map';

let element: HTMLElement;
let map: FleetMap;
let scope: EffectScope;

/** A person clicks the map at a point of its window. */
function click(x: number, y: number): void {
  const latlng = map.leaflet.containerPointToLatLng([x, y]);
  map.leaflet.fire('click', { latlng, containerPoint: map.leaflet.latLngToContainerPoint(latlng) });
}

beforeEach(() => {
  setActivePinia(createPinia());
  const observer = { observe: () => undefined, disconnect: () => undefined };
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = observer.observe;
      disconnect = observer.disconnect;
    },
  );
  element = document.body.appendChild(document.createElement('div'));
  for (const [key, value] of Object.entries({ clientWidth: 800, clientHeight: 600 })) {
    Object.defineProperty(element, key, { configurable: true, value });
  }
  map = createMap(element, { view: { latitude: 0, longitude: 10, zoom: 10 } });
  scope = effectScope();
});

afterEach(() => {
  scope.stop();
  map.destroy();
  element.remove();
  vi.unstubAllGlobals();
});

describe('a place that was searched for', () => {
  it('is marked with its name as plain text, and is brought into the middle once', async () => {
    const places = useFoundPlaceStore();
    const street = { kind: 'street', area: '', country: null, source: 'demo' } as const;
    places.show({ ...street, name: '<b>Rua</b>', latitude: 1, longitude: 11 });
    scope.run(() => {
      useFoundMark(map, () => undefined);
    });
    expect(element.querySelector('.map-word')?.textContent).toBe('<b>Rua</b>');
    expect(map.view().zoom).toBe(16);
    map.centreOn({ latitude: 0, longitude: 10 }, { zoom: 10, animate: false });
    scope.stop();
    scope = effectScope();
    scope.run(() => {
      useFoundMark(map, () => undefined);
    });
    expect(map.view().zoom).toBe(10);
    places.close();
    await nextTick();
    expect(element.querySelector('.found-mark')).toBeNull();
  });
});

describe('measuring a distance', () => {
  it('adds up the ways between the points that are clicked, and takes the last one back', async () => {
    const measure = scope.run(() => useMeasure(() => map));
    if (!measure) throw new Error('no scope');
    measure.start();
    await nextTick();
    click(400, 300);
    expect(measure.meters.value).toBe(0);
    click(400, 200);
    await nextTick();
    const [from, to] = [300, 200].map((y) => map.leaflet.containerPointToLatLng([400, y]).lat);
    const north = (to ?? 0) - (from ?? 0);
    expect(measure.count.value).toBe(2);
    expect(measure.meters.value).toBeCloseTo((north * Math.PI * 6_371_000) / 180, -1);
    expect(element.querySelectorAll('.measure-point')).toHaveLength(2);
    measure.takeBack();
    await nextTick();
    expect(measure.meters.value).toBe(0);
    expect(element.querySelectorAll('.measure-point')).toHaveLength(1);
    measure.end();
    await nextTick();
    click(100, 100);
    expect(measure.isOn.value).toBe(false);
    expect(element.querySelectorAll('.measure-point')).toHaveLength(0);
  });

  it('needs no pointer: points are set in the middle of the map', async () => {
    const measure = scope.run(() => useMeasure(() => map));
    measure?.start();
    await nextTick();
    measure?.addMiddle();
    map.leaflet.panBy([100, 0], { animate: false });
    measure?.addMiddle();
    expect(measure?.count.value).toBe(2);
    expect(measure?.meters.value).toBeGreaterThan(10_000);
  });
});

describe('the place that the nearest vehicles are sought around', () => {
  it('has a mark, which a vehicle does not need', async () => {
    scope.run(() => {
      useOriginMark(map);
    });
    const choice = useLiveMapStore();
    const place = { latitude: 0, longitude: 10 };
    choice.seekNearest({ place, vehicleId: null });
    await nextTick();
    expect(element.querySelectorAll('.origin-mark')).toHaveLength(1);
    choice.seekNearest({ place, vehicleId: 'one' });
    await nextTick();
    expect(element.querySelectorAll('.origin-mark')).toHaveLength(0);
  });
});

describe('the menu key on the map', () => {
  it('asks for a menu of the middle of the map that panels leave', () => {
    const asked: MenuRequest[] = [];
    scope.run(() => {
      useMapMenuKeys(map, (request) => asked.push(request));
    });
    map.setPadding({ right: 200 });
    element.dispatchEvent(new KeyboardEvent('keydown', { key: 'F10', shiftKey: true }));
    expect(asked).toHaveLength(1);
    expect(asked[0]?.vehicleId).toBeNull();
    expect(asked[0]?.at.x).toBeCloseTo(300, 0);
    expect(asked[0]?.place?.latitude).toBeCloseTo(0, 3);
    element.dispatchEvent(new KeyboardEvent('keydown', { key: 'F10' }));
    expect(asked).toHaveLength(1);
  });
});
