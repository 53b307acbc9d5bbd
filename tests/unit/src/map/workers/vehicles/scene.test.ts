import { beforeEach, describe, expect, it } from 'vitest';
import { worldSize } from '@/map/core/projection';
import { restingView } from '@/map/workers/zoom-glide';
import { hitAt, passedAt } from '@/map/workers/vehicles/hit-test';
import { drawnReport, slotsInView } from '@/map/workers/vehicles/in-view';
import { createScene, type Scene } from '@/map/workers/vehicles/scene';
import { pack, zoom, type Spot } from './fleet';
import { colors, fakeContext, inset, stubCanvas, view } from './stand-in-canvas';

const resting = restingView(view);

function draw(scene: Scene, now = 0): string[] {
  const { context, words } = fakeContext();
  scene.draw(context, resting, now);
  return words;
}

/** A point of the canvas, from one of the map's window. */
const at = (x: number, y: number) => ({ x: x + inset, y: y + inset });

function sceneWith(spots: readonly Spot[]): Scene {
  const scene = createScene();
  scene.setColors(colors);
  scene.apply(pack(spots), 0);
  scene.setNames(
    spots.map(({ slot }) => slot),
    spots.map(({ slot }) => `ABC-${String(1000 + slot)}`),
  );
  draw(scene);
  return scene;
}

const crowd: Spot[] = Array.from({ length: 7 }, (_, slot) => ({
  slot,
  x: 100 + slot * 2,
  y: 100,
}));

beforeEach(stubCanvas);

describe('the vehicles on the map', () => {
  it('writes plates where there is room, and none when a person wants none', () => {
    const scene = sceneWith([
      { slot: 0, x: 100, y: 100 },
      { slot: 1, x: 400, y: 300 },
    ]);
    expect(draw(scene)).toEqual(['ABC-1000', 'ABC-1001']);
    scene.setLook({ names: false, glides: true, locale: 'en' });
    expect(draw(scene)).toEqual([]);
  });

  it('writes no plate under a button, the scale or a chip', () => {
    const scene = sceneWith([{ slot: 0, x: 100, y: 100 }]);
    expect(draw(scene)).toEqual(['ABC-1000']);
    // All around the vehicle, in pixels of the window.
    scene.setCovered([{ minX: 40, minY: 60, maxX: 200, maxY: 140 }]);
    expect(draw(scene)).toEqual([]);
    scene.setCovered([{ minX: 0, minY: 300, maxX: 40, maxY: 340 }]);
    expect(draw(scene)).toEqual(['ABC-1000']);
  });

  it('writes the number of a cluster in short', () => {
    const many = Array.from({ length: 1300 }, (_, slot) => ({ slot, x: 100, y: 100 }));
    expect(draw(sceneWith(many))).toEqual(['1.3K']);
    expect(draw(sceneWith(crowd))).toEqual(['7']);
  });

  it('the selected vehicle vanishes in a cluster elsewhere: here no cluster swallows it', () => {
    const scene = sceneWith(crowd);
    scene.setEmphasis({ selected: 3, hovered: null, followed: false });
    expect(draw(scene)).toEqual(['6', 'ABC-1003']);
    expect(hitAt(scene, resting, at(106, 100), 0)).toEqual({ kind: 'vehicle', slot: 3 });
    scene.setEmphasis({ selected: null, hovered: null, followed: false });
    expect(draw(scene)).toEqual(['7']);
  });

  it('shows 50,000 vehicles at one spot as one, and tells all of them; one moves on alone', () => {
    const many = Array.from({ length: 50_000 }, (_, slot) => ({ slot, x: 100, y: 100 }));
    const scene = sceneWith(many);
    expect(draw(scene)).toEqual(['50K']);
    const hit = hitAt(scene, resting, at(100, 100), 0);
    expect(hit?.kind === 'cluster' && hit.slots).toHaveLength(50_000);
    // A pointer that passes asks for none of them.
    expect(passedAt(scene, resting, at(100, 100), 0)).toEqual({ kind: 'cluster' });
    scene.apply(pack([{ slot: 7, x: 400, y: 300 }]), 0);
    expect(draw(scene, 1_000)).toEqual(['50K', 'ABC-1007']);
    const rest = hitAt(scene, resting, at(100, 100), 1_000);
    expect(rest?.kind === 'cluster' && rest.slots).toHaveLength(49_999);
  });

  it('shows a fleet of none, and one of a single vehicle with a name of 255 characters', () => {
    const scene = sceneWith([]);
    expect(draw(scene)).toEqual([]);
    expect(hitAt(scene, resting, at(100, 100), 0)).toBeNull();
    scene.apply(pack([{ slot: 0, x: 100, y: 100 }]), 0);
    scene.setNames([0], ['Ä'.repeat(255)]);
    expect(draw(scene)).toEqual([`${'Ä'.repeat(12)}…`]);
    expect(hitAt(scene, resting, at(100, 100), 0)).toEqual({ kind: 'vehicle', slot: 0 });
    scene.remove([0]);
    expect(draw(scene)).toEqual([]);
  });

  it('moves as long as a vehicle glides', () => {
    const scene = sceneWith([{ slot: 0, x: 100, y: 100 }]);
    const { context } = fakeContext();
    expect(scene.draw(context, resting, 0)).toBe(false);
    scene.apply(pack([{ slot: 0, x: 130, y: 100 }]), 1000);
    expect(scene.draw(context, resting, 1010)).toBe(true);
    expect(scene.draw(context, resting, 1700)).toBe(false);
  });

  it('asks for no frame for a glide that nobody sees: in a cluster, beside the view, or too short', () => {
    const scene = sceneWith([...crowd, { slot: 7, x: 400, y: 300 }, { slot: 8, x: 9_000, y: 300 }]);
    const { context } = fakeContext();
    const moves = (spot: Spot, now: number) => {
      scene.apply(pack([spot]), now);
      return scene.draw(context, resting, now + 10);
    };
    expect(moves({ slot: 3, x: 108, y: 100 }, 1000)).toBe(false);
    expect(moves({ slot: 8, x: 9_050, y: 300 }, 2000)).toBe(false);
    expect(moves({ slot: 7, x: 400.3, y: 300 }, 3000)).toBe(false);
    expect(scene.fleet.drawn(7, 3010).gliding).toBe(false);
    expect(moves({ slot: 7, x: 410, y: 300 }, 4000)).toBe(true);
    // One in a cluster that a person selects is seen from then on.
    scene.apply(pack([{ slot: 3, x: 140, y: 100 }]), 5000);
    scene.setEmphasis({ selected: 3, hovered: null, followed: false });
    expect(scene.draw(context, resting, 5010)).toBe(true);
  });

  it('does not glide for a person who wants less motion', () => {
    const scene = sceneWith([{ slot: 0, x: 100, y: 100 }]);
    scene.setLook({ names: true, glides: false, locale: 'en' });
    scene.apply(pack([{ slot: 0, x: 130, y: 100 }]), 1000);
    expect(scene.draw(fakeContext().context, resting, 1010)).toBe(false);
  });

  it('is gone once removed', () => {
    const scene = sceneWith(crowd);
    scene.remove([0, 1, 2, 3, 4]);
    draw(scene);
    expect(drawnReport(scene, 0).slots).toHaveLength(2);
  });
});

describe('what lies under the pointer', () => {
  it('is the nearest vehicle within reach', () => {
    const scene = sceneWith([
      { slot: 0, x: 100, y: 100 },
      { slot: 1, x: 122, y: 100 },
    ]);
    expect(hitAt(scene, resting, at(104, 101), 0)).toEqual({ kind: 'vehicle', slot: 0 });
    expect(hitAt(scene, resting, at(118, 100), 0)).toEqual({ kind: 'vehicle', slot: 1 });
    expect(hitAt(scene, resting, at(200, 100), 0)).toBeNull();
  });

  it('is a vehicle where it is drawn on its way, not where it will be', () => {
    const scene = sceneWith([{ slot: 0, x: 100, y: 100 }]);
    scene.apply(pack([{ slot: 0, x: 200, y: 100 }]), 1000);
    draw(scene, 1000);
    expect(hitAt(scene, resting, at(100, 100), 1000)).toEqual({ kind: 'vehicle', slot: 0 });
    expect(hitAt(scene, resting, at(200, 100), 1000)).toBeNull();
    expect(hitAt(scene, resting, at(200, 100), 1600)).toEqual({ kind: 'vehicle', slot: 0 });
  });

  it('is a cluster with all its vehicles and the box around them', () => {
    const hit = hitAt(sceneWith(crowd), resting, at(106, 100), 0);
    if (hit?.kind !== 'cluster') throw new Error('No cluster was hit.');
    expect([...hit.slots].sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(hit.bounds.west).toBeLessThan(hit.longitude);
    expect(hit.bounds.east).toBeGreaterThan(hit.longitude);
  });
});

describe('what is in view', () => {
  it('is what lies in the window, not in the margin around it', () => {
    const scene = sceneWith([
      { slot: 0, x: 5, y: 5 },
      { slot: 1, x: -20, y: 100 },
      { slot: 2, x: 795, y: 595 },
      { slot: 3, x: 820, y: 300 },
      { slot: 4, x: NaN, y: NaN },
    ]);
    expect([...slotsInView(scene, view)]).toEqual([0, 2]);
  });

  it('is told to tests with places and clusters', () => {
    const scene = sceneWith([...crowd, { slot: 20, x: 400, y: 300, motion: 'parked' }]);
    const { slots, clustered, places } = drawnReport(scene, 0);
    const clusteredOf = new Map([...slots].map((slot, index) => [slot, clustered[index]]));
    expect(clusteredOf.get(20)).toBe(0);
    expect(clusteredOf.get(0)).toBe(1);
    expect(places).toHaveLength(slots.length * 2);
  });
});

describe('vehicles on both sides of the date line', () => {
  /** A window of a few kilometres with the date line in its middle, in the western copy or the eastern. */
  const across = (copy: 0 | 1) =>
    restingView({
      zoom,
      left: worldSize(zoom) * copy - 450,
      top: worldSize(zoom) / 2 - 350,
      width: 900,
      height: 700,
      inset,
      ratio: 1,
    });
  const degrees = (pixels: number) => (pixels * 360) / worldSize(zoom);
  function sceneAt(places: readonly [slot: number, longitude: number][]) {
    const scene = createScene();
    scene.setColors(colors);
    const packed = places.flatMap(([slot, longitude]) => [slot, longitude, 0, NaN, 0]);
    scene.apply(Float64Array.from(packed), 0);
    return scene;
  }
  /** Four at 4 px west of it, four at 4 px east of it. */
  const crowdAcross = Array.from(
    { length: 8 },
    (_, slot) => [slot, (slot % 2 === 0 ? 1 : -1) * (180 - degrees(4))] as [number, number],
  );

  it.each([0, 1] as const)('are one cluster, framed the short way round (copy %i)', (copy) => {
    const scene = sceneAt(crowdAcross);
    const shown = across(copy);
    scene.draw(fakeContext().context, shown, 0);
    const hit = hitAt(scene, shown, { x: 450, y: 350 }, 0);
    if (hit?.kind !== 'cluster') throw new Error('No cluster was hit.');
    expect(hit.slots).toHaveLength(8);
    expect(hit.bounds.east - hit.bounds.west).toBeCloseTo(degrees(8), 9);
    expect([...slotsInView(scene, { ...shown, zoom })]).toHaveLength(8);
  });

  it('glide across it the short way', () => {
    const scene = sceneAt([[0, 180 - degrees(10)]]);
    scene.draw(fakeContext().context, across(1), 0);
    scene.apply(Float64Array.from([0, degrees(10) - 180, 0, NaN, 0]), 1000);
    const { x } = scene.fleet.drawn(0, 1300);
    const pixels = x * worldSize(zoom);
    expect(Math.min(Math.abs(pixels), Math.abs(pixels - worldSize(zoom)))).toBeLessThan(10);
    expect(scene.fleet.drawn(0, 1300).gliding).toBe(true);
  });

  it('have a trail that crosses it in one short piece, in the copy that is shown', () => {
    const drawn: [number, number][] = [];
    const { context } = fakeContext();
    const noting = new Proxy(context, {
      get: (target, name) =>
        name === 'moveTo' || name === 'lineTo'
          ? (x: number, y: number) => drawn.push([x, y])
          : (target as unknown as Record<PropertyKey, unknown>)[name],
      set: () => true,
    });
    const scene = sceneAt([[0, degrees(20) - 180]]);
    scene.setEmphasis({ selected: 0, hovered: null, followed: false });
    const points = [180 - degrees(40), 180 - degrees(20), degrees(20) - 180];
    scene.setTrail(Float64Array.from(points.flatMap((longitude, i) => [longitude, 0, i * 1000])));
    for (const copy of [0, 1] as const) {
      drawn.length = 0;
      scene.draw(noting, across(copy), 0);
      const xs = drawn.map(([x]) => Math.round(x));
      expect(new Set(xs)).toEqual(new Set([410, 430, 470]));
    }
  });
});
