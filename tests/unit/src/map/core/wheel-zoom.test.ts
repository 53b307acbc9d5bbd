import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMap, type FleetMap } from '@/map/core/create-map';
import { levelsOf } from '@/map/core/wheel-zoom';
import { goalEvent, type GoalEvent } from '@/map/layers/goal-event';

const start = { latitude: -11.1, longitude: -46.9, zoom: 12 };
let element: HTMLElement;
let map: FleetMap;
let wishesLessMotion: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
  wishesLessMotion = false;
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: query.includes('reduced-motion') && wishesLessMotion,
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      }) as unknown as MediaQueryList,
  );
  element = document.createElement('div');
  document.body.append(element);
  for (const [key, value] of Object.entries({ clientWidth: 800, clientHeight: 600 })) {
    Object.defineProperty(element, key, { configurable: true, value });
  }
  map = createMap(element, { view: start });
  map.leaflet.setView([start.latitude, start.longitude], start.zoom, { animate: false });
});

afterEach(() => {
  map.destroy();
  element.remove();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function turn(deltaY: number, rest: WheelEventInit = {}): WheelEvent {
  const event = new WheelEvent('wheel', { deltaY, cancelable: true, ...rest });
  // This DOM gives the event of a wheel no place.
  element.dispatchEvent(Object.assign(event, { clientX: 600, clientY: 200, ...rest }));
  return event;
}

const settle = () => vi.advanceTimersByTime(1000);

describe.each([false, true])('the wheel over the map (less motion wished for: %s)', (reduced) => {
  beforeEach(() => {
    wishesLessMotion = reduced;
  });

  it('zooms by about a level for a notch of 120 pixels', () => {
    turn(-120);
    settle();
    expect(map.view().zoom).toBeCloseTo(13, 2);
    turn(120);
    settle();
    expect(map.view().zoom).toBeCloseTo(12, 2);
  });

  it('tells at each turn where it ends', () => {
    const goals: GoalEvent[] = [];
    map.leaflet.on(goalEvent, (event) => goals.push(event as unknown as GoalEvent));
    turn(-120);
    vi.advanceTimersByTime(50);
    turn(-60);
    expect(goals.map(({ zoom }) => zoom)).toEqual([13, 13.5]);
    settle();
    expect(map.view().zoom).toBe(13.5);
    expect(goals[1]?.centre.lat).toBeCloseTo(map.view().latitude, 9);
    expect(goals[1]?.centre.lng).toBeCloseTo(map.view().longitude, 9);
  });

  it('zooms by a small part of a level for one pixel of a touchpad', () => {
    turn(-1);
    settle();
    expect(map.view().zoom).toBeGreaterThan(12);
    expect(map.view().zoom).toBeLessThan(12.02);
  });

  it('zooms by about a level for two pixels at 60 Hz, a second long', () => {
    const zooms = new Set<number>();
    for (let event = 0; event < 60; event += 1) {
      turn(-2);
      vi.advanceTimersByTime(1000 / 60);
      zooms.add(map.view().zoom);
    }
    settle();
    expect(map.view().zoom).toBeCloseTo(13, 1);
    expect(zooms.size).toBeGreaterThan(50);
  });

  it('follows the fingers of a pinch: spread twice as far is one level', () => {
    // Ten events, of which each spreads the fingers by the tenth root of two.
    for (let event = 0; event < 10; event += 1) turn(-10 * Math.LN2, { ctrlKey: true });
    settle();
    expect(map.view().zoom).toBeCloseTo(13, 2);
  });

  it('keeps what is under the pointer there', () => {
    const under = () => map.leaflet.containerPointToLatLng([600, 200]);
    const before = under();
    for (let event = 0; event < 30; event += 1) {
      turn(-4);
      vi.advanceTimersByTime(16);
    }
    settle();
    expect(map.leaflet.latLngToContainerPoint(before).distanceTo([600, 200])).toBeLessThan(1.5);
  });

  it('keeps the middle while a vehicle is followed', () => {
    map.zoomAround('middle');
    const { latitude, longitude } = map.view();
    turn(-300);
    settle();
    expect(map.view().latitude).toBeCloseTo(latitude, 5);
    expect(map.view().longitude).toBeCloseTo(longitude, 5);
  });
});

describe('a zoom by the wheel', () => {
  it('begins and ends once, however long it is', () => {
    const heard: string[] = [];
    map.leaflet.on('zoomstart zoomend moveend', ({ type }) => heard.push(type));
    for (let event = 0; event < 20; event += 1) {
      turn(-6);
      vi.advanceTimersByTime(16);
    }
    settle();
    expect(heard).toEqual(['zoomstart', 'zoomend', 'moveend']);
  });

  it('gives way to something else that moves the map', () => {
    turn(-600);
    vi.advanceTimersByTime(16);
    map.leaflet.setView([10, 20], 8, { animate: false });
    settle();
    expect(map.view()).toMatchObject({ latitude: 10, longitude: 20, zoom: 8 });
  });

  it('never scrolls the page', () => {
    const event = turn(-1);
    expect(event.defaultPrevented).toBe(true);
  });

  it('ends at the last level', () => {
    turn(-100_000);
    settle();
    expect(map.view().zoom).toBe(map.leaflet.getMaxZoom());
  });
});

it('a wheel that tells lines or that a person turns with Ctrl is a wheel, too', () => {
  expect(levelsOf({ deltaY: -3, deltaMode: 1, ctrlKey: false })).toBe(1);
  expect(levelsOf({ deltaY: 120, deltaMode: 0, ctrlKey: true })).toBe(-1);
  expect(levelsOf({ deltaY: 0, deltaMode: 0, ctrlKey: false })).toBe(0);
});
