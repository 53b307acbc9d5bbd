import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createStage, type DrawFrame, type Stage } from '@/map/workers/stage';
import type { StageReport } from '@/map/workers/stage-messages';

const view = { zoom: 12, left: 0, top: 0, width: 300, height: 200, inset: 20, ratio: 2 };

type FakeCanvas = EventTarget & { name: string; width: number; getContext: () => unknown };

function fakeCanvas(name: string): FakeCanvas {
  const context = { setTransform: vi.fn(), clearRect: vi.fn(), canvas: name };
  return Object.assign(new EventTarget(), {
    ...{ width: 0, height: 0, name },
    getContext: () => context,
  });
}

let frames: (() => void)[];
let now: number;
let canvases: [FakeCanvas, FakeCanvas];
let reports: StageReport[];

function nextFrame(): void {
  for (const frame of frames.splice(0)) frame();
}

function stageWith(draw: DrawFrame) {
  const stage = createStage(draw, (report) => reports.push(report));
  stage.handle({ type: 'stage-canvases', canvases: canvases as never });
  return stage;
}

beforeEach(() => {
  frames = [];
  now = 1000;
  reports = [];
  canvases = [fakeCanvas('first'), fakeCanvas('second')];
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  return () => {
    vi.unstubAllGlobals();
  };
});

describe('a stage', () => {
  it('draws a new view on the canvas behind, and says so a frame later', () => {
    const drawnOn: unknown[] = [];
    const stage = stageWith((context) => {
      drawnOn.push((context as unknown as { canvas: string }).canvas);
      return false;
    });
    stage.handle({ type: 'stage-view', frame: 7, view });
    nextFrame();
    expect(drawnOn).toEqual(['second']);
    expect(reports).toEqual([]);
    nextFrame();
    expect(reports).toEqual([{ type: 'stage-drawn', frame: 7, canvas: 1 }]);
    expect(canvases[1]).toMatchObject({ width: 600, height: 400 });
  });

  it('draws what changed on the canvas in front', () => {
    const drawnOn: unknown[] = [];
    const stage = stageWith((context) => {
      drawnOn.push((context as unknown as { canvas: string }).canvas);
      return false;
    });
    stage.handle({ type: 'stage-view', frame: 1, view });
    nextFrame();
    nextFrame();
    stage.invalidate();
    stage.invalidate();
    nextFrame();
    expect(drawnOn).toEqual(['second', 'second']);
    expect(reports).toHaveLength(1);
  });

  it('goes on as long as something moves, and no longer', () => {
    let left = 3;
    const draw = vi.fn(() => {
      left -= 1;
      return left > 0;
    });
    const stage = stageWith(draw);
    stage.handle({ type: 'stage-view', frame: 1, view });
    for (let i = 0; i < 10; i += 1) nextFrame();
    expect(draw).toHaveBeenCalledTimes(3);
  });

  it('glides to another zoom level and rests there', () => {
    const scales: number[] = [];
    const stage = stageWith((_, { scale }) => {
      scales.push(scale);
      return false;
    });
    stage.handle({ type: 'stage-view', frame: 1, view });
    nextFrame();
    nextFrame();
    stage.handle({ type: 'stage-zoom', view: { ...view, zoom: 13 }, duration: 250 });
    for (const step of [0, 100, 200, 100]) {
      now += step;
      nextFrame();
    }
    nextFrame();
    const steps = scales.slice(1);
    expect(steps).toEqual([...steps].sort((a, b) => a - b));
    expect(steps.at(0)).toBe(256 * 2 ** 12);
    expect(steps.at(-1)).toBe(256 * 2 ** 13);
    expect(frames).toEqual([]);
    expect(stage.view()?.zoom).toBe(13);
  });

  it('empties the canvas behind once it is calm, and gives it its size for the next view', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const stage = stageWith(() => false);
      stage.handle({ type: 'stage-view', frame: 1, view });
      nextFrame();
      nextFrame();
      stage.handle({ type: 'stage-view', frame: 2, view });
      nextFrame();
      nextFrame();
      // What moves on the canvas in front needs the other one no more than before.
      stage.invalidate();
      nextFrame();
      vi.advanceTimersByTime(2_999);
      expect(canvases.map(({ width }) => width)).toEqual([600, 600]);
      vi.advanceTimersByTime(1);
      expect(canvases.map(({ width }) => width)).toEqual([600, 1]);
      stage.handle({ type: 'stage-view', frame: 3, view });
      nextFrame();
      expect(canvases.map(({ width }) => width)).toEqual([600, 600]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('draws single frames of a map that nobody is at on new ground, and no others', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const stage = stageWith(() => false);
      const sizes: number[] = [];
      Object.defineProperty(canvases[1], 'width', {
        get: () => sizes.at(-1) ?? 0,
        set: (width: number) => sizes.push(width),
      });
      /** The sizes that the canvas in front gets in a frame so much later. */
      const after = (milliseconds: number): number[] => {
        sizes.splice(0, sizes.length - 1);
        now += milliseconds;
        stage.invalidate();
        nextFrame();
        return sizes.slice(1);
      };
      const show = (inset: number, frame: number) => {
        stage.handle({ type: 'stage-view', frame, view: { ...view, inset } });
        nextFrame();
        nextFrame();
      };
      show(20, 1);
      expect(after(60_000), 'somebody is at the map').toEqual([]);
      show(0, 2);
      show(0, 3);
      expect(after(100)).toEqual([]);
      vi.advanceTimersByTime(3_000);
      expect(after(3_000), 'it has come to rest').toEqual([1, 600]);
      expect(after(4_000)).toEqual([]);
      expect(after(5_001)).toEqual([1, 600]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('rests in a view that is drawn, and neither before that nor while it glides on', () => {
    const stage = stageWith(() => false);
    expect(stage.resting()).toBeNull();
    stage.handle({ type: 'stage-view', frame: 1, view });
    expect(stage.resting()).toBeNull();
    nextFrame();
    expect(stage.resting()).toMatchObject({ zoom: 12, scale: 256 * 2 ** 12, gliding: false });
    stage.handle({ type: 'stage-zoom', view: { ...view, zoom: 13 }, duration: 250 });
    nextFrame();
    expect(stage.resting()).toBeNull();
    now += 250;
    nextFrame();
    expect(stage.resting()).toMatchObject({ zoom: 13 });
  });

  it('draws nothing before it has canvases and a view', () => {
    const draw = vi.fn(() => false);
    const stage = createStage(draw, (report) => reports.push(report));
    stage.invalidate();
    nextFrame();
    expect(draw).not.toHaveBeenCalled();
  });

  it('draws nothing while nobody can see it, and what is right then at once', () => {
    const draws: { zoom: number; now: number }[] = [];
    const stage = stageWith((_, shown, at) => {
      draws.push({ zoom: shown.zoom, now: at });
      return true;
    });
    stage.handle({ type: 'stage-view', frame: 1, view });
    nextFrame();
    expect(draws).toHaveLength(1);
    // A frame is on its way when the window is hidden.
    stage.handle({ type: 'stage-seen', seen: false });
    nextFrame();
    nextFrame();
    stage.handle({ type: 'stage-zoom', view: { ...view, zoom: 13 }, duration: 250 });
    stage.invalidate();
    expect(frames).toEqual([]);
    expect(draws).toHaveLength(1);
    now += 60_000;
    stage.handle({ type: 'stage-seen', seen: true });
    nextFrame();
    expect(draws.at(-1)).toEqual({ zoom: 13, now });
    expect(stage.view()?.zoom).toBe(13);
    nextFrame();
    expect(draws, 'what moves goes on').toHaveLength(3);
  });

  it('draws nothing once it is seen again where nothing has changed', () => {
    const draw = vi.fn(() => false);
    const stage = stageWith(draw);
    stage.handle({ type: 'stage-view', frame: 1, view });
    nextFrame();
    nextFrame();
    stage.handle({ type: 'stage-seen', seen: false });
    stage.handle({ type: 'stage-seen', seen: true });
    expect(frames).toEqual([]);
    expect(draw).toHaveBeenCalledOnce();
  });

  it.each([
    ['the page says so', (stage: Stage) => stage.handle({ type: 'stage-lost' })],
    ['a canvas works again', () => canvases[0].dispatchEvent(new Event('contextrestored'))],
  ])('draws again what the graphics process took with it, once %s', (_, tell) => {
    let draws = 0;
    const forget = vi.fn();
    const stage = createStage(
      () => {
        draws += 1;
        return false;
      },
      (report) => reports.push(report),
      forget,
    );
    stage.handle({ type: 'stage-canvases', canvases: canvases as never });
    stage.handle({ type: 'stage-view', frame: 1, view });
    nextFrame();
    nextFrame();
    expect(draws).toBe(1);
    tell(stage);
    expect(forget).toHaveBeenCalledOnce();
    nextFrame();
    expect(draws).toBe(2);
  });
});
