import { beforeEach, describe, expect, it } from 'vitest';
import { hitAt } from '@/map/workers/vehicles/hit-test';
import { drawnReport, slotsInView } from '@/map/workers/vehicles/in-view';
import { createScene, type Scene } from '@/map/workers/vehicles/scene';
import { restingView } from '@/map/workers/zoom-glide';
import { pack } from './fleet';
import { colors, fakeContext, inset, stubCanvas, view } from './stand-in-canvas';

function draw(scene: Scene) {
  const { context, calls } = fakeContext();
  scene.draw(context, restingView(view), 0);
  return calls;
}

function bitmap(...slots: number[]): Uint8Array {
  const shown = new Uint8Array(Math.max(0, ...slots.map((slot) => slot + 1)));
  for (const slot of slots) shown[slot] = 1;
  return shown;
}

/** What of the report is told of each slot. */
function told(scene: Scene, what: 'clustered' | 'dimmed'): number[] {
  const report = drawnReport(scene, 0);
  return [...report.slots].filter((_, index) => report[what][index] === 1).sort((a, b) => a - b);
}

/** Seven vehicles in a heap, which are drawn as one, and one that stands alone. */
function sceneWithHeap(): Scene {
  const scene = createScene();
  scene.setColors(colors);
  const heap = Array.from({ length: 7 }, (_, slot) => ({ slot, x: 100 + slot * 2, y: 100 }));
  scene.apply(pack([...heap, { slot: 7, x: 400, y: 300 }]), 0);
  draw(scene);
  return scene;
}

beforeEach(stubCanvas);

describe('vehicles that a filter leaves out', () => {
  it('are dots, and count in no cluster', () => {
    const scene = sceneWithHeap();
    expect(told(scene, 'clustered')).toEqual([0, 1, 2, 3, 4, 5, 6]);
    scene.setShown(bitmap(0, 1, 7), false);
    draw(scene);
    expect(told(scene, 'dimmed')).toEqual([2, 3, 4, 5, 6]);
    expect(scene.composition().clusters.every(({ count }) => count <= 2)).toBe(true);
    scene.setShown(null, false);
    draw(scene);
    expect(told(scene, 'dimmed')).toEqual([]);
    expect(told(scene, 'clustered')).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it('can be pointed at below all others; the selected one is shown in full', () => {
    const scene = sceneWithHeap();
    scene.setShown(bitmap(0), false);
    draw(scene);
    const point = { x: 400 + inset, y: 300 + inset };
    expect(hitAt(scene, restingView(view), point, 0)).toEqual({ kind: 'vehicle', slot: 7 });
    scene.setEmphasis({ selected: 7, hovered: null, followed: false });
    draw(scene);
    expect(told(scene, 'dimmed')).not.toContain(7);
  });

  it('are gone where they are to be hidden: nothing to point at, nothing to look at', () => {
    const scene = sceneWithHeap();
    scene.setShown(bitmap(0), true);
    draw(scene);
    const point = { x: 400 + inset, y: 300 + inset };
    expect(hitAt(scene, restingView(view), point, 0)).toBeNull();
    expect([...slotsInView(scene, view)]).toEqual([0]);
    expect([...drawnReport(scene, 0).slots]).toEqual([0]);
  });

  it('are one path, however many they are', () => {
    const scene = createScene();
    scene.setColors(colors);
    const many = Array.from({ length: 10_000 }, (_, slot) => ({
      slot,
      x: slot % 800,
      y: (slot * 7) % 600,
    }));
    scene.apply(pack(many), 0);
    scene.setShown(bitmap(0), false);
    const calls = draw(scene);
    expect(calls['rect']).toBe(9999);
    expect(calls['fill']).toBeLessThan(10);
  });

  it.each([
    { many: 1500, shape: 'arc', other: 'rect' },
    { many: 1501, shape: 'rect', other: 'arc' },
  ])('are drawn once each: $many of them as $shape', ({ many, shape, other }) => {
    const scene = createScene();
    scene.setColors(colors);
    const spots = Array.from({ length: many }, (_, slot) => ({ slot, x: slot % 800, y: 100 }));
    // Neither above the window nor beside it.
    const outside = [
      { slot: many, x: 400, y: -200 },
      { slot: many + 1, x: 2000, y: 100 },
    ];
    scene.apply(pack([...spots, ...outside]), 0);
    scene.setShown(new Uint8Array(many + 2), false);
    const calls = draw(scene);
    expect(calls[shape]).toBe(many);
    expect(calls[other]).toBeUndefined();
  });

  it('are in each copy of the world that is in view', () => {
    const scene = createScene();
    scene.setColors(colors);
    scene.apply(pack([{ slot: 0, x: 100, y: 100 }]), 0);
    scene.setShown(bitmap(), false);
    const { context, calls } = fakeContext();
    // The whole world is 256 pixels wide.
    const whole = { ...view, zoom: 0, left: 0, top: 0, width: 3 * 256, height: 256 };
    scene.draw(context, restingView(whole), 0);
    expect(calls['arc']).toBe(3);
  });

  it('stay left out as they come back from a report or from being selected', () => {
    const scene = sceneWithHeap();
    scene.setShown(bitmap(0), false);
    scene.setEmphasis({ selected: 7, hovered: null, followed: false });
    scene.setEmphasis({ selected: null, hovered: null, followed: false });
    scene.apply(pack([{ slot: 3, x: 500, y: 300 }]), 0);
    draw(scene);
    expect(told(scene, 'dimmed')).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });
});
