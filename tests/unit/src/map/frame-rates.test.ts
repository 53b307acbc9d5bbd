import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMap } from '@/map/core/create-map';
import { worldSize } from '@/map/core/projection';
import { createStage } from '@/map/workers/stage';
import type { DrawnView } from '@/map/workers/zoom-glide';
import { createFleetColumns } from '@/map/workers/vehicles/fleet-columns';
import { PlaybackClock } from '@/features/playback/playback-clock';
import { HandFrames } from '../features/playback/hand-frames';
import { layOutMap } from '../features/live-map/live-map-screen';
import { pack } from './workers/vehicles/fleet';

/** Frames a second of common displays; all of them have one at each twelfth of a second. */
const rates = [60, 144];

let now: number;
let waiting: ((now: number) => void)[];

/** Lets so many twelfths of a second pass, at a frame rate. */
function pass(twelfths: number, rate: number): void {
  const from = now;
  const frames = (twelfths * rate) / 12;
  for (let frame = 1; frame <= frames; frame += 1) {
    now = from + (frame * 1_000) / rate;
    for (const callback of waiting.splice(0)) callback(now);
  }
}

beforeEach(() => {
  now = 1_000;
  waiting = [];
  vi.stubGlobal('requestAnimationFrame', (callback: (now: number) => void) =>
    waiting.push(callback),
  );
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** What a run shows after each twelfth of a second, at both frame rates. */
function atBothRates(run: (rate: number) => number[]): [number[], number[]] {
  const [slow = 60, quick = 144] = rates;
  return [run(slow), run(quick)];
}

function expectSame([slow, quick]: [number[], number[]]): void {
  expect(slow.length).toBeGreaterThan(2);
  expect(new Set(slow).size, 'it moves').toBeGreaterThan(2);
  slow.forEach((value, index) => {
    expect(quick[index]).toBeCloseTo(value, 6);
  });
}

describe('at 60 and at 144 frames a second', () => {
  it('a zoom glides alike', () => {
    expectSame(
      atBothRates((rate) => {
        const view = { zoom: 12, left: 0, top: 0, width: 300, height: 200, inset: 20, ratio: 1 };
        let shown: DrawnView | null = null;
        const stage = createStage(
          (_, drawn) => {
            shown = drawn;
            return false;
          },
          () => undefined,
        );
        const canvas = Object.assign(new EventTarget(), {
          getContext: () => ({ setTransform: () => undefined, clearRect: () => undefined }),
        });
        stage.handle({ type: 'stage-canvases', canvases: [canvas, canvas] as never });
        stage.handle({ type: 'stage-view', frame: 1, view });
        stage.handle({ type: 'stage-zoom', view: { ...view, zoom: 13, left: 90 }, duration: 250 });
        return Array.from({ length: 4 }, () => {
          pass(1, rate);
          return shown?.scale ?? NaN;
        });
      }),
    );
  });

  it('a vehicle glides alike', () => {
    expectSame(
      atBothRates((rate) => {
        const hooks = { before: () => undefined, after: () => undefined };
        const fleet = createFleetColumns();
        fleet.apply(pack([{ slot: 0, x: 100, y: 100 }]), now, { from: 0, to: 1 }, hooks);
        fleet.apply(
          pack([{ slot: 0, x: 180, y: 100, heading: 90 }]),
          now,
          { from: 0, to: 1 },
          hooks,
        );
        const step = () => {
          fleet.settle(now);
          waiting.push(step);
        };
        step();
        const seen = Array.from({ length: 8 }, () => {
          pass(1, rate);
          return fleet.drawn(0, now).x * worldSize(14);
        });
        waiting = [];
        return seen;
      }),
    );
  });

  it('the wheel zooms alike', () => {
    const end = layOutMap();
    expectSame(
      atBothRates((rate) => {
        const element = document.createElement('div');
        document.body.append(element);
        const map = createMap(element, { view: { latitude: -11, longitude: -46, zoom: 12 } });
        const event = new WheelEvent('wheel', { deltaY: -120, cancelable: true });
        element.dispatchEvent(Object.assign(event, { clientX: 300, clientY: 200 }));
        const seen = Array.from({ length: 8 }, () => {
          pass(1, rate);
          return map.view().zoom;
        });
        expect(seen.at(-1)).toBe(13);
        map.destroy();
        element.remove();
        return seen;
      }),
    );
    end();
  });

  it('a day is played alike', () => {
    expectSame(
      atBothRates((rate) => {
        const frames = new HandFrames();
        const clock = new PlaybackClock({ frames, speed: 60 });
        clock.load({ from: 0, to: 3_600_000 }, [], 0);
        clock.play();
        // The first frame after the press starts the clock.
        frames.run(1, 0);
        return Array.from({ length: 6 }, () => {
          frames.run(rate / 12, 1_000 / rate);
          return clock.state().time;
        });
      }),
    );
  });
});
