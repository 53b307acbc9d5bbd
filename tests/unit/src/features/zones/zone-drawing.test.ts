import { LatLng } from 'leaflet';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ZoneDrawing } from '@/features/zones/zone-drawing';
import { createMap, type FleetMap } from '@/map/core/create-map';

let map: FleetMap;
let drawing: ZoneDrawing;

beforeEach(() => {
  const element = document.createElement('div');
  Object.defineProperty(element, 'clientWidth', { value: 800 });
  Object.defineProperty(element, 'clientHeight', { value: 600 });
  document.body.append(element);
  map = createMap(element, { view: { latitude: 0, longitude: 0, zoom: 12 } });
  drawing = new ZoneDrawing(
    map,
    () => undefined,
    () => undefined,
    (meters) => `${meters} m`,
  );
});

afterEach(() => {
  drawing.destroy();
  map.destroy();
  document.body.replaceChildren();
});

/** Colors of all that is drawn in lines. */
const strokes = () =>
  [...map.leaflet.getContainer().querySelectorAll('path')].map((path) => [
    path.getAttribute('stroke'),
    path.getAttribute('stroke-dasharray') !== null,
  ]);

it('the line to the grip of a circle has the color of its zone, also when that changes', () => {
  const center = { latitude: 0, longitude: 0 };
  drawing.edit({ kind: 'circle', center, radius: 1000 }, '#c2410c');
  expect(strokes()).toContainEqual(['#c2410c', true]);
  drawing.paint('#15803d');
  expect(strokes()).toContainEqual(['#15803d', true]);
  expect(strokes().map(([color]) => color)).not.toContain('#c2410c');
  expect(strokes().map(([color]) => color)).not.toContain('#3388ff');
});

const told = () => map.leaflet.getContainer().querySelector('.map-word')?.textContent;

it('the radius of a circle is told while it is drawn, and no longer once it is there', () => {
  drawing.draw('circle', '#c2410c');
  const at = (type: string, lng: number) => {
    map.leaflet.fire(type, { latlng: new LatLng(0, lng) });
  };
  at('mousemove', 0);
  expect(told()).toBeUndefined();
  at('click', 0);
  at('mousemove', 0.01);
  expect(told()).toBe('1112 m');
  at('mousemove', 0.02);
  expect(told()).toBe('2224 m');
  at('click', 0.02);
  expect(told()).toBeUndefined();
});
