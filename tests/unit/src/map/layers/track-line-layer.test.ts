import { Map as LeafletMap } from 'leaflet';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { firstEvent, type FirstEvent } from '@/map/layers/first-event';
import { lostEvent } from '@/map/layers/lost-event';
import { drawnEvent, TrackLineLayer, type TrackWorker } from '@/map/layers/track-line-layer';
import { viewEvent } from '@/map/layers/view-event';
import type {
  TrackDrawing,
  TrackPicture,
  TrackRequest,
  TravelledPicture,
} from '@/map/workers/track/track-messages';

type Draw = Extract<TrackRequest, { kind: 'draw' }>;

/** A worker that answers when the test says so. */
class HandWorker implements TrackWorker {
  requests: TrackRequest[] = [];
  transferred: Transferable[] = [];
  isOver = false;
  #listener: ((event: { data: TrackDrawing }) => void) | null = null;

  postMessage(request: TrackRequest, transfer: Transferable[] = []): void {
    this.requests.push(request);
    this.transferred.push(...transfer);
  }
  addEventListener(_kind: 'message', listener: (event: { data: TrackDrawing }) => void): void {
    this.#listener = listener;
  }
  terminate(): void {
    this.isOver = true;
  }
  get draws(): Draw[] {
    return this.requests.filter((request) => request.kind === 'draw');
  }
  answer(
    travelled: TravelledPicture = { base: null, tail: null },
    whole: TrackPicture | null = null,
  ): void {
    this.#listener?.({ data: { kind: 'drawing', whole, travelled } });
  }
}

const fixes = {
  at: Float64Array.of(0, 1000),
  latitude: Float64Array.of(0, 1),
  longitude: Float64Array.of(0, 1),
  speed: Float32Array.of(10, 20),
  gapAfter: new Uint32Array(),
};

const container = () => document.querySelector<HTMLElement>('.track-line');

let worker: HandWorker;
let map: LeafletMap;
let layer: TrackLineLayer;

beforeEach(() => {
  const element = document.createElement('div');
  document.body.append(element);
  vi.spyOn(element, 'clientWidth', 'get').mockReturnValue(800);
  vi.spyOn(element, 'clientHeight', 'get').mockReturnValue(600);
  map = new LeafletMap(element, { center: [0, 0], zoom: 10, zoomAnimation: false });
  worker = new HandWorker();
  layer = new TrackLineLayer({ createWorker: () => worker });
  layer.setTrack(fixes);
});

afterEach(() => {
  map.remove();
  document.body.replaceChildren();
});

describe('the layer of a track line', () => {
  it('hands track and look to the worker and asks for the whole', () => {
    layer.addTo(map);
    expect(worker.requests.map(({ kind }) => kind)).toEqual(['track', 'style', 'draw']);
    expect(worker.draws[0]).toMatchObject({ whole: true, until: -Infinity });
  });

  it('draws beyond the edges of the map', () => {
    layer.addTo(map);
    const middle = 256 * 2 ** 10 * 0.5;
    expect(worker.draws[0]?.view).toMatchObject({
      worldSize: 256 * 2 ** 10,
      left: middle - 400 - 120,
      top: middle - 300 - 90,
      width: 1040,
      height: 780,
    });
  });

  it('begins at a whole pixel of the screen, whatever the ratio', () => {
    vi.stubGlobal('devicePixelRatio', 1.25);
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
    vi.spyOn(map.getContainer(), 'clientWidth', 'get').mockReturnValue(806);
    map.invalidateSize();
    layer.addTo(map);
    const { left = NaN, top = NaN, pixelRatio } = worker.draws[0]?.view ?? {};
    expect(pixelRatio).toBe(1.25);
    const corner = map.getPixelBounds().getTopLeft();
    // 120.9 and 90 pixels beyond the edges.
    expect((corner.x - left) * 1.25).toBeCloseTo(151, 9);
    expect((corner.y - top) * 1.25).toBeCloseTo(113, 9);
  });

  it('asks for another track at once, and lets the drawing of the one before it go', () => {
    layer.addTo(map);
    layer.setTrack(fixes);
    expect(worker.requests.map(({ kind }) => kind).slice(-2)).toEqual(['track', 'draw']);
    worker.answer();
    expect(layer.drawings).toBe(0);
    worker.answer();
    expect(layer.drawings).toBe(1);
  });

  it('hands over columns of its own', () => {
    layer.addTo(map);
    const [request] = worker.requests;
    const given = request?.kind === 'track' ? request.fixes : null;
    expect(given).toEqual(fixes);
    const buffers = Object.values(given ?? {}).map(({ buffer }) => buffer);
    expect(worker.transferred).toEqual(buffers);
    for (const { buffer } of Object.values(fixes)) expect(buffers).not.toContain(buffer);
  });

  it('asks for a picture of where the map is being moved to, once', () => {
    layer.addTo(map);
    worker.answer();
    layer.setTrack(null);
    worker.requests = [];
    layer.setTrack(fixes, () => {
      expect(worker.requests.map(({ kind }) => kind)).toEqual(['track']);
      map.once('zoom', () => {
        map.fire(viewEvent);
        expect(worker.draws).toHaveLength(1);
      });
      map.setView([1, 1], 8, { animate: false });
    });
    expect(worker.draws.map(({ view }) => view.worldSize)).toEqual([256 * 2 ** 8]);
    expect(worker.draws[0]).toMatchObject({ whole: true });
    worker.answer();
    expect(worker.draws).toHaveLength(1);
    expect(container()?.style.transform).toContain('translate3d(-120px,-90px,0)');
  });

  it('goes first until the picture of a new track is there', () => {
    layer.addTo(map);
    worker.answer();
    const told: boolean[] = [];
    map.on(firstEvent, (event) => told.push((event as unknown as FirstEvent).isComing));
    layer.setTrack(fixes, () => {
      expect(told).toEqual([true]);
    });
    expect(told).toEqual([true]);
    worker.answer();
    expect(told).toEqual([true, false]);
    layer.setTime(500);
    worker.answer();
    expect(told).toEqual([true, false]);
    layer.setTrack(fixes);
    layer.setTrack(null);
    expect(told).toEqual([true, false, true, false]);
  });

  it('asks for a picture where the map stays, too', () => {
    layer.addTo(map);
    worker.answer();
    layer.setTrack(fixes, () => undefined);
    expect(worker.draws).toHaveLength(2);
  });

  it('shows nothing and asks for nothing where there is no track', () => {
    layer.addTo(map);
    worker.answer();
    expect(container()?.className).not.toContain('track-line-awaited');
    layer.setTrack(null);
    layer.setTrack(null);
    layer.setTime(100);
    map.panBy([100, 0], { animate: false });
    expect(container()?.className).toContain('track-line-awaited');
    expect(worker.draws).toHaveLength(1);
    expect(worker.requests.filter(({ kind }) => kind === 'track')).toHaveLength(2);
  });

  it('leaves the picture of a track until that of the next one is there, and tells of it', () => {
    const drawn = vi.fn();
    layer.on(drawnEvent, drawn);
    layer.addTo(map);
    worker.answer();
    layer.setTime(100);
    worker.answer();
    expect(drawn).toHaveBeenCalledTimes(1);
    layer.setTrack(fixes);
    expect(container()?.className).not.toContain('track-line-awaited');
    worker.answer();
    expect(drawn).toHaveBeenCalledTimes(2);
  });

  it('puts the newest part of the way into its square', () => {
    layer.addTo(map);
    worker.answer();
    const canvas = (name: string) => document.querySelector<HTMLElement>(`.track-line-${name}`);
    expect([canvas('travelled'), canvas('tail')].map((each) => each?.style.display)).toEqual([
      'none',
      'none',
    ]);
    layer.setTime(100);
    const bitmap = { width: 384, height: 384, close: () => undefined };
    const tail = { bitmap, left: 30, top: 40, width: 192, height: 192 };
    worker.answer({ base: { bitmap, left: 5, top: 6, width: 900, height: 700 }, tail });
    expect(canvas('travelled')?.style).toMatchObject({ display: '', width: '900px' });
    expect(canvas('travelled')?.style.transform).toContain('translate3d(5px,6px,0)');
    expect(canvas('tail')?.style).toMatchObject({ display: '', width: '192px', height: '192px' });
    expect(canvas('tail')?.style.transform).toContain('translate3d(30px,40px,0)');
    layer.setTime(200);
    worker.answer({ base: 'kept', tail: null });
    expect(canvas('travelled')?.style.display).toBe('');
    expect(canvas('tail')?.style.display).toBe('none');
  });

  it('shows the line where its picture is, and none where it is out of view', () => {
    layer.addTo(map);
    const whole = () => document.querySelector<HTMLElement>('.track-line-whole')?.style;
    const bitmap = { width: 90, height: 70, close: () => undefined };
    worker.answer(undefined, { bitmap, left: 12, top: 13, width: 90, height: 70 });
    expect(whole()).toMatchObject({ display: '', width: '90px', height: '70px' });
    expect(whole()?.transform).toContain('translate3d(12px,13px,0)');
    // What was travelled alone leaves it as it is.
    layer.setTime(100);
    worker.answer();
    expect(whole()?.display).toBe('');
    map.panBy([4000, 0], { animate: false });
    worker.answer();
    expect(whole()?.display).toBe('none');
  });

  it('is drawn again for a vehicle that plays once that left what hides the end', () => {
    const pixel = 360 / (256 * 2 ** 10);
    const at = (pixels: number) => ({ latitude: 0, longitude: pixels * pixel });
    layer.addTo(map);
    worker.answer();
    layer.setTime(100, at(0));
    worker.answer();
    expect(worker.draws).toHaveLength(2);
    layer.setTime(110, at(1));
    layer.setTime(120, at(2));
    expect(worker.draws).toHaveLength(2);
    // Three pixels of way, though it is back near the place of the last drawing.
    layer.setTime(130, at(0.9));
    expect(worker.draws.at(-1)?.until).toBe(130);
    worker.answer();
    layer.setTime(140, at(1.1));
    expect(worker.draws).toHaveLength(3);
    // It was stopped there.
    layer.setTime(140);
    expect(worker.draws.at(-1)?.until).toBe(140);
    worker.answer();
    layer.setTime(140);
    // Half a minute of its day could lead anywhere.
    layer.setTime(150, at(1.1));
    worker.answer();
    layer.setTime(30_200, at(1.1));
    expect(worker.draws.at(-1)?.until).toBe(30_200);
    worker.answer();
    layer.setTime(30_100, at(1.1));
    expect(worker.draws.at(-1)?.until).toBe(30_100);
  });

  it('has one drawing under way; the newest moment is the next', () => {
    layer.addTo(map);
    layer.setTime(100);
    layer.setTime(200);
    layer.setTime(300);
    expect(worker.draws).toHaveLength(1);
    worker.answer();
    expect(worker.draws).toHaveLength(2);
    expect(worker.draws[1]).toMatchObject({ whole: false, until: 300 });
    worker.answer();
    expect(worker.draws).toHaveLength(2);
    expect(layer.drawings).toBe(2);
  });

  it('costs nothing where the moment stays', () => {
    layer.addTo(map);
    layer.setTime(100);
    worker.answer();
    worker.answer();
    layer.setTime(100);
    expect(worker.draws).toHaveLength(2);
  });

  it('draws the travelled part alone until the map moves', () => {
    layer.addTo(map);
    worker.answer();
    layer.setTime(500);
    worker.answer();
    map.panBy([100, 0], { animate: false });
    expect(worker.draws.map(({ whole }) => whole)).toEqual([true, false, true]);
  });

  it('lies where it was drawn while the map shows another zoom', () => {
    layer.addTo(map);
    worker.answer();
    const transform = () => container()?.style.transform ?? '';
    expect(transform()).toContain('translate3d(-120px,-90px,0)');
    map.setZoom(11, { animate: false });
    expect(transform()).toContain('scale(2)');
    worker.answer();
    expect(transform()).not.toContain('scale(2)');
  });

  it('is drawn again, all of it, when the graphics process has ended', () => {
    layer.addTo(map);
    worker.answer();
    layer.setTime(500);
    map.fire(lostEvent);
    worker.answer();
    expect(worker.draws.at(-1)).toMatchObject({ whole: true, until: 500 });
    worker.answer();
    expect(worker.draws).toHaveLength(3);
  });

  it('takes its worker and its canvases with it', () => {
    layer.addTo(map);
    layer.remove();
    expect(worker.isOver).toBe(true);
    expect(document.querySelector('.track-line')).toBeNull();
    expect(() => {
      layer.setTime(5);
      layer.setTrack(null);
      worker.answer();
    }).not.toThrow();
  });

  it('draws again when it comes back', () => {
    layer.addTo(map);
    worker.answer();
    layer.remove();
    worker = new HandWorker();
    layer.addTo(map);
    expect(worker.draws).toHaveLength(1);
  });
});
