import { Map as LeafletMap } from 'leaflet';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WorkerCanvas } from '@/map/layers/worker-canvas';
import { worldSize, worldX, worldY } from '@/map/core/projection';
import type { StageMessage, StageView } from '@/map/workers/stage-messages';

let map: LeafletMap;
let sent: StageMessage[];
let canvas: WorkerCanvas;

const views = () => sent.filter((message) => message.type === 'stage-view');
const canvases = () => [...map.getPanes().overlayPane.querySelectorAll('canvas')];
const shown = () => canvases().filter(({ style }) => style.visibility !== 'hidden');

function lastView(): { frame: number; view: StageView } {
  const view = views().at(-1);
  if (!view) throw new Error('No view was asked for.');
  return view;
}

/** A person is at the map. */
const touch = () => map.getContainer().dispatchEvent(new Event('pointermove'));

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  Object.defineProperty(HTMLCanvasElement.prototype, 'transferControlToOffscreen', {
    configurable: true,
    value: () => ({}),
  });
  const element = document.createElement('div');
  document.body.append(element);
  Object.defineProperties(element, { clientWidth: { value: 800 }, clientHeight: { value: 600 } });
  map = new LeafletMap(element, { center: [-11.1, -46.9], zoom: 12, zoomAnimation: false });
  canvas = new WorkerCanvas((message) => sent.push(message), 'overlayPane');
  canvas.addTo(map);
});

afterEach(() => {
  vi.restoreAllMocks();
  map.remove();
  vi.useRealTimers();
  document.body.replaceChildren();
  Reflect.deleteProperty(HTMLCanvasElement.prototype, 'transferControlToOffscreen');
});

describe('a canvas that a worker draws', () => {
  it('covers the window, and a margin around it while a person is at the map', () => {
    expect(lastView().view).toMatchObject({ width: 800, height: 600, inset: 0 });
    touch();
    const { view } = lastView();
    expect(view.inset).toBe(96);
    expect(view.width).toBe(800 + 2 * view.inset);
    expect(view.height).toBe(600 + 2 * view.inset);
    const centreX = worldX(map.getCenter().lng) * worldSize(12) - view.left;
    const centreY = worldY(map.getCenter().lat) * worldSize(12) - view.top;
    expect(centreX).toBeCloseTo(view.width / 2, 0);
    expect(centreY).toBeCloseTo(view.height / 2, 0);
  });

  it('goes without the margin again once nobody has been at the map for a while', () => {
    touch();
    const count = views().length;
    vi.advanceTimersByTime(8000);
    touch();
    vi.advanceTimersByTime(8000);
    expect(views(), 'asked for nothing as long as somebody was there').toHaveLength(count);
    expect(lastView().view.inset).toBe(96);
    vi.advanceTimersByTime(2000);
    expect(views()).toHaveLength(count + 1);
    expect(lastView().view).toMatchObject({ width: 800, height: 600, inset: 0 });
  });

  it('is in whole pixels of the screen on a display of 130 %', () => {
    vi.stubGlobal('devicePixelRatio', 1.3);
    touch();
    const { view } = lastView();
    // A margin of 96 would be 124.8 pixels.
    expect(view.ratio * view.inset).toBeCloseTo(125, 9);
    expect(view.ratio * view.width).toBeCloseTo(1040 + 2 * 125, 9);
    expect(view.ratio * view.height).toBeCloseTo(780 + 2 * 125, 9);
    const corner = map.getPixelOrigin().add(map.containerPointToLayerPoint([0, 0]));
    expect(view.left + view.inset).toBeCloseTo(corner.x, 9);
    expect(view.top + view.inset).toBeCloseTo(corner.y, 9);
    vi.unstubAllGlobals();
  });

  it('has the margin for a map that moves on its own, and none for one that is put in place', async () => {
    map.panBy([30, 0], { animate: false });
    await Promise.resolve();
    expect(lastView().view.inset).toBe(0);
    map.fire('movestart');
    await Promise.resolve();
    expect(lastView().view.inset).toBe(96);
  });

  it('comes to the front once it is drawn, the other one goes behind', () => {
    expect(shown()).toHaveLength(0);
    canvas.handle({ type: 'stage-drawn', frame: lastView().frame, canvas: 1 });
    expect(shown()).toEqual([canvases()[1]]);
    map.panBy([300, 0], { animate: false });
    expect(shown()).toEqual([canvases()[1]]);
    canvas.handle({ type: 'stage-drawn', frame: lastView().frame, canvas: 0 });
    expect(shown()).toEqual([canvases()[0]]);
  });

  it('passes over a frame that a newer one has replaced', () => {
    const old = lastView().frame;
    map.panBy([300, 0], { animate: false });
    const { frame } = lastView();
    canvas.handle({ type: 'stage-drawn', frame, canvas: 1 });
    canvas.handle({ type: 'stage-drawn', frame: old, canvas: 0 });
    expect(shown()).toEqual([canvases()[1]]);
  });

  it('asks for nothing while a drag stays within the margin, and in time when it leaves it', () => {
    touch();
    canvas.handle({ type: 'stage-drawn', frame: lastView().frame, canvas: 1 });
    const before = views().length;
    const { inset } = lastView().view;
    const drag = (by: number) => {
      (map as unknown as { _rawPanBy(by: unknown): void })._rawPanBy(
        map.containerPointToLayerPoint([by, 0]).subtract(map.containerPointToLayerPoint([0, 0])),
      );
      map.fire('move');
    };
    drag(inset / 4);
    expect(views()).toHaveLength(before);
    drag(inset / 2);
    expect(views()).toHaveLength(before + 1);
    drag(inset);
    expect(views(), 'never two at a time').toHaveLength(before + 1);
  });

  it('stretches the old picture over a new zoom level until the new one is there', () => {
    canvas.handle({ type: 'stage-drawn', frame: lastView().frame, canvas: 1 });
    map.setZoom(13, { animate: false });
    expect(canvases()[1]?.style.transform).toContain('scale(2)');
    canvas.handle({ type: 'stage-drawn', frame: lastView().frame, canvas: 0 });
    expect(shown()).toEqual([canvases()[0]]);
    expect(canvases()[0]?.style.transform).not.toContain('scale(2)');
  });

  it('lets the worker glide to another zoom level on the same canvas', async () => {
    const { view } = lastView();
    map.fire('zoomanim', { center: map.getCenter(), zoom: 13 });
    await Promise.resolve();
    const glide = sent.at(-1);
    expect(glide).toMatchObject({ type: 'stage-zoom', duration: 250 });
    expect(glide?.type === 'stage-zoom' && glide.view).toMatchObject({
      zoom: 13,
      width: view.width,
      height: view.height,
    });
  });

  it('tells the worker when nobody can see the window, and when somebody can again', () => {
    for (const hidden of [true, false]) {
      vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
      document.dispatchEvent(new Event('visibilitychange'));
      expect(sent.at(-1)).toEqual({ type: 'stage-seen', seen: !hidden });
    }
  });

  it('tells it, too, where the window is hidden from the start', () => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    const messages: StageMessage[] = [];
    new WorkerCanvas((message) => messages.push(message), 'overlayPane').addTo(map);
    expect(messages).toContainEqual({ type: 'stage-seen', seen: false });
  });

  it('leaves nothing behind', () => {
    touch();
    canvas.remove();
    expect(canvases()).toEqual([]);
    const count = sent.length;
    map.panBy([500, 0], { animate: false });
    document.dispatchEvent(new Event('visibilitychange'));
    canvas.handle({ type: 'stage-drawn', frame: 1, canvas: 1 });
    touch();
    vi.advanceTimersByTime(60_000);
    expect(sent).toHaveLength(count);
  });
});
