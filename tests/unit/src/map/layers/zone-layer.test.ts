import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Zone } from '@contract/zones';
import { createMap, type FleetMap } from '@/map/core/create-map';
import { ZoneLayer } from '@/map/layers/zone-layer';

let map: FleetMap;
let layer: ZoneLayer;

beforeEach(() => {
  const element = document.createElement('div');
  Object.defineProperty(element, 'clientWidth', { value: 800 });
  Object.defineProperty(element, 'clientHeight', { value: 600 });
  document.body.append(element);
  map = createMap(element, { view: { latitude: 0, longitude: 0, zoom: 8 } });
  layer = new ZoneLayer();
  map.add(layer);
});

afterEach(() => {
  map.destroy();
  document.body.replaceChildren();
});

function circle(name: string, latitude: number, longitude: number): Zone {
  return {
    ...{ id: name, name, color: '#2F5BD0', group: null, isShown: true },
    shape: { kind: 'circle', center: { latitude, longitude }, radius: 20_000 },
  };
}

function goTo(latitude: number, longitude: number, zoom = 8): void {
  map.leaflet.setView([latitude, longitude], zoom, { animate: false });
}

const names = () =>
  [...map.leaflet.getContainer().querySelectorAll('.zone-name')].map(
    ({ textContent }) => textContent,
  );

it('zones far from what is visible are drawn once the map has come there', () => {
  layer.show([circle('Here', 0, 0), circle('There', 10, 20)]);
  expect(names()).toEqual(['Here']);
  goTo(10, 20);
  expect(names()).toEqual(['There']);
});

it('a short way draws nothing again', () => {
  layer.show([circle('Here', 0, 0)]);
  const [before] = layer.getLayers();
  map.leaflet.panBy([50, 50], { animate: false });
  expect(layer.getLayers()[0]).toBe(before);
});

it('after a pan across the date line zones are where the map is', () => {
  layer.show([circle('Fiji', -17, 179.9)]);
  goTo(-17, -179.9);
  expect(names()).toEqual(['Fiji']);
});

it('too small for its name, a zone is drawn without it', () => {
  layer.show([circle('Here', 0, 0)]);
  goTo(0, 0, 4);
  expect(layer.getLayers()).toHaveLength(1);
  expect(names()).toEqual([]);
});
