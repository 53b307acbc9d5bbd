import { DomUtil, Map as LeafletMap } from 'leaflet';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { worldSize } from '@/map/core/projection';
import { takenEvent, type TakenEvent } from '@/map/layers/taken-event';
import { TrackMarksLayer, type TrackMark } from '@/map/layers/track-marks-layer';
import { TrackVehicleLayer } from '@/map/layers/track-vehicle-layer';

let map: LeafletMap;

beforeEach(() => {
  vi.useFakeTimers();
  const element = document.createElement('div');
  document.body.append(element);
  vi.spyOn(element, 'clientWidth', 'get').mockReturnValue(800);
  vi.spyOn(element, 'clientHeight', 'get').mockReturnValue(600);
  map = new LeafletMap(element, { center: [0, 0], zoom: 10, zoomAnimation: false });
});

afterEach(() => {
  vi.useRealTimers();
  map.remove();
  document.body.replaceChildren();
});

function markAt(longitude: number, rest: Partial<TrackMark> = {}): TrackMark {
  return { kind: 'stop', at: 1, latitude: 0, longitude, label: '14m', title: 'Stop', ...rest };
}

const shown = () => [...document.querySelectorAll('.track-mark')];

describe('the marks of a track', () => {
  it('carry their label where there is room, and their words for the pointer', () => {
    new TrackMarksLayer(() => undefined)
      .addTo(map)
      .setMarks([markAt(0), markAt(0.2, { kind: 'alarm', label: '', title: '<b>Speed</b>' })]);
    expect(shown().map((mark) => mark.className)).toEqual([
      'track-mark track-mark-alarm',
      'track-mark track-mark-stop',
    ]);
    expect(shown().map((mark) => mark.textContent)).toEqual(['', '14m']);
    expect(document.querySelector('[title="<b>Speed</b>"]')).not.toBeNull();
    expect(document.querySelector('b')).toBeNull();
  });

  it('give way to the more important one at the same place', () => {
    new TrackMarksLayer(() => undefined)
      .addTo(map)
      .setMarks([markAt(0), markAt(0, { kind: 'alarm' }), markAt(0, { kind: 'start' })]);
    expect(shown().map((mark) => mark.className)).toEqual(['track-mark track-mark-start']);
  });

  it('are shown on a map that is across the date line from them', () => {
    map.setView([0, 180.5], 8, { animate: false });
    const layer = new TrackMarksLayer(() => undefined).addTo(map);
    layer.setMarks([markAt(-179.9), markAt(179.9)]);
    expect(shown()).toHaveLength(2);
    map.setView([0, -180.5], 8, { animate: false });
    vi.advanceTimersByTime(200);
    expect(shown()).toHaveLength(2);
    const xs = [...document.querySelectorAll<HTMLElement>('.track-mark-place')].map(
      (mark) => DomUtil.getPosition(mark).x,
    );
    for (const x of xs) expect(Math.abs(x - 400)).toBeLessThan(400);
  });

  it('tell the map where they are, labels included, so that names of towns give way', () => {
    const taken: Float64Array[] = [];
    map.on(takenEvent, (event) => taken.push((event as unknown as TakenEvent).taken));
    const layer = new TrackMarksLayer(() => undefined).addTo(map);
    layer.setMarks([markAt(0)]);
    const [x = 0, y = 0, halfWidth = 0, halfHeight = 0] = taken.at(-1) ?? [];
    const size = worldSize(map.getZoom());
    // The symbol is at the middle of the world, and its label to the right of it.
    expect((x - 0.5) * size - halfWidth).toBeCloseTo(-9, 0);
    expect((x - 0.5) * size + halfWidth).toBeGreaterThan(30);
    expect((y - 0.5) * size).toBeCloseTo(0, 0);
    expect(halfHeight).toBe(9);
    layer.remove();
    expect(taken.at(-1)).toHaveLength(0);
  });

  it('stand in view alone, and are looked through again when the map moves', () => {
    new TrackMarksLayer(() => undefined).addTo(map).setMarks([markAt(0), markAt(30)]);
    const [first] = shown();
    expect(shown()).toHaveLength(1);
    map.setView([0, 15], 4, { animate: false });
    vi.advanceTimersByTime(200);
    expect(shown()).toHaveLength(2);
    expect(shown()).toContain(first);
  });

  it('are given room at a steady pace while the map moves on and on', () => {
    const layer = new TrackMarksLayer(() => undefined).addTo(map);
    layer.setMarks([markAt(0), markAt(30)]);
    const looks = vi.spyOn(map, 'getBounds');
    for (let step = 0; step < 60; step += 1) {
      map.panBy([5, 0], { animate: false });
      vi.advanceTimersByTime(16);
    }
    expect(looks.mock.calls.length).toBeLessThan(10);
    layer.remove();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('can be chosen', () => {
    const pick = vi.fn();
    const mark = markAt(0);
    new TrackMarksLayer(pick).addTo(map).setMarks([mark]);
    document
      .querySelector('.track-mark-place')
      ?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    expect(pick).toHaveBeenCalledExactlyOnceWith(mark);
  });

  it('go with their layer, and wait for it', () => {
    const layer = new TrackMarksLayer(() => undefined);
    layer.setMarks([markAt(0)]);
    expect(shown()).toHaveLength(0);
    layer.addTo(map);
    expect(shown()).toHaveLength(1);
    layer.remove();
    expect(shown()).toHaveLength(0);
  });
});

describe('the vehicle on its track', () => {
  const turning = () => document.querySelector<SVGGElement>('.track-vehicle g');

  it('shows heading and motion in shape and colour', () => {
    const layer = new TrackVehicleLayer().addTo(map);
    layer.setVehicle({ latitude: 0, longitude: 0, heading: 223.44, motion: 'moving' });
    expect(turning()?.style.transform).toBe('rotate(223deg)');
    expect(turning()?.getAttribute('class')).toBe('track-vehicle-moving');
    const arrow = document.querySelector('.track-vehicle-body')?.getAttribute('d');
    layer.setVehicle({ latitude: 0, longitude: 0, heading: null, motion: 'parked' });
    expect(turning()?.getAttribute('class')).toBe('track-vehicle-parked');
    expect(document.querySelector('.track-vehicle-body')?.getAttribute('d')).not.toBe(arrow);
  });

  it('moves without being made again', () => {
    const layer = new TrackVehicleLayer().addTo(map);
    layer.setVehicle({ latitude: 0, longitude: 0, heading: 0, motion: 'moving' });
    const element = document.querySelector<HTMLElement>('.track-vehicle-place');
    if (!element) throw new Error('the vehicle is not shown');
    const before = DomUtil.getPosition(element);
    layer.setVehicle({ latitude: 0.1, longitude: 0.1, heading: 0, motion: 'moving' });
    expect(document.querySelector('.track-vehicle-place')).toBe(element);
    expect(DomUtil.getPosition(element)).not.toEqual(before);
  });

  it('is nowhere until it is set, and nowhere again without a fix', () => {
    const layer = new TrackVehicleLayer().addTo(map);
    expect(turning()).toBeNull();
    layer.setVehicle({ latitude: 0, longitude: 0, heading: 0, motion: 'unknown' });
    expect(turning()).not.toBeNull();
    layer.setVehicle(null);
    expect(turning()).toBeNull();
  });
});
