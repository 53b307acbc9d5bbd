import { beforeEach, describe, expect, it } from 'vitest';
import { createScene, type Scene } from '@/map/workers/vehicles/scene';
import { restingView } from '@/map/workers/zoom-glide';
import { pack } from './fleet';
import { colors, fakeContext, stubCanvas, view } from './stand-in-canvas';

/** The badges of a frame: each has a sign of two strokes. */
function badges(scene: Scene): number {
  const { context, calls } = fakeContext();
  scene.draw(context, restingView(view), 0);
  return (calls['fillRect'] ?? 0) / 2;
}

/** Seven vehicles in a heap, which are drawn as one, and two that stand alone. */
function sceneWithHeap(): Scene {
  const scene = createScene();
  scene.setColors(colors);
  const heap = Array.from({ length: 7 }, (_, slot) => ({ slot, x: 100 + slot * 2, y: 100 }));
  scene.apply(pack([...heap, { slot: 7, x: 400, y: 300 }, { slot: 8, x: 600, y: 300 }]), 0);
  return scene;
}

beforeEach(stubCanvas);

describe('vehicles with an open alert', () => {
  it('carry a badge, and so does a cluster that holds any of them', () => {
    const scene = sceneWithHeap();
    expect(badges(scene)).toBe(0);
    scene.setAlarmed([7]);
    expect(badges(scene)).toBe(1);
    scene.setAlarmed([2, 3, 7]);
    expect(badges(scene)).toBe(2);
    scene.setAlarmed([]);
    expect(badges(scene)).toBe(0);
  });

  it('keep it while one of them is selected, once', () => {
    const scene = sceneWithHeap();
    scene.setAlarmed([7]);
    scene.setEmphasis({ selected: 7, hovered: null, followed: false });
    expect(badges(scene)).toBe(1);
  });

  it('may be told before they have a place', () => {
    const scene = createScene();
    scene.setColors(colors);
    scene.setAlarmed([5]);
    expect(badges(scene)).toBe(0);
    scene.apply(pack([{ slot: 5, x: 300, y: 200 }]), 0);
    expect(badges(scene)).toBe(1);
  });
});
