import { beforeEach, describe, expect, it, vi } from 'vitest';
import { latitudeAt, longitudeAt, worldSize, worldX, worldY } from '@/map/core/projection';
import names from '@resources/basemap/places.json';
import { createLabels } from '@/map/workers/basemap/draw-labels';
import { basemapColorTokens, type BasemapColors } from '@/map/workers/basemap/messages';
import { restingView, viewBetween, type DrawnView } from '@/map/workers/zoom-glide';
import { Paper, PaperCanvas, sheetsInUse } from './paper';

const colors: BasemapColors = basemapColorTokens;
const zoom = 7;
const [x, y] = [worldX(-46.63), worldY(-23.55)];

/** A map of 800 × 600 pixels around São Paulo. */
function viewAt(east = 0) {
  return restingView({
    zoom,
    left: x * worldSize(zoom) - 500 + east,
    top: y * worldSize(zoom) - 400,
    width: 1000,
    height: 800,
    inset: 100,
    ratio: 1,
  });
}

let words: Map<string, { x: number; y: number; alpha: number }>;
let labels: ReturnType<typeof createLabels>;
let paper: Paper;

/** Draws a frame; answers whether something still comes or goes. */
function draw(now: number, view: DrawnView = viewAt()): boolean {
  paper = new Paper();
  const comes = labels.draw(paper.asContext(), view, now, colors);
  words = new Map(paper.words.map(({ text, ...at }) => [text, at]));
  return comes;
}

/** A vehicle to the right of the middle of São Paulo, and so on its name. */
const onName = Float64Array.from([x + 40 / worldSize(zoom), y, 10, 10]);

beforeEach(() => {
  vi.stubGlobal('OffscreenCanvas', PaperCanvas);
  sheetsInUse.clear();
  labels = createLabels(names);
});

it('names give way to vehicles of a new view at once', () => {
  draw(0);
  const { x: right = 0 } = words.get('São Paulo') ?? {};
  expect(right).toBeGreaterThan(500);
  expect(labels.setTaken(onName, 50)).toBe(0);
  draw(50);
  draw(60);
  expect(words.get('São Paulo')?.x).toBeLessThan(500);
});

it('and after that to what moves, no more often than every four seconds, fading', () => {
  draw(0);
  labels.setTaken(new Float64Array(), 10);
  draw(10);
  expect(labels.setTaken(onName, 1000)).toBe(3010);
  draw(1000);
  expect(words.get('São Paulo')).toMatchObject({ alpha: 1 });
  expect(draw(4010)).toBe(true);
  // The one that comes has not begun to.
  expect(words.get('São Paulo')?.x).toBeGreaterThan(500);
  expect(words.get('São Paulo')?.alpha).toBe(1);
  draw(4090);
  expect(words.get('São Paulo')?.x).toBeLessThan(500);
  expect(words.get('São Paulo')?.alpha).toBeCloseTo(0.5, 1);
  expect(draw(4500)).toBe(false);
  expect(words.get('São Paulo')?.alpha).toBe(1);
});

it('they give way at once, in one picture, where nothing is to move for show', () => {
  draw(0);
  labels.setStill(true);
  labels.setTaken(onName, 5_000);
  expect(labels.makeRoom(new Paper().asContext(), viewAt(), 5_000, colors)).toBe(true);
  expect(draw(5_000)).toBe(false);
  expect(words.get('São Paulo')?.x).toBeLessThan(500);
  expect(words.get('São Paulo')?.alpha).toBe(1);
  labels.setStill(false);
  labels.setTaken(Float64Array.from([x - 40 / worldSize(zoom), y, 10, 10]), 10_000);
  expect(draw(10_000), 'and fade again').toBe(true);
  expect(draw(10_500)).toBe(false);
  expect(words.get('São Paulo')?.x).toBeGreaterThan(500);
});

it('nothing is drawn for vehicles that move where no name is', () => {
  const makeRoom = (now: number, view = viewAt()) =>
    labels.makeRoom(new Paper().asContext(), view, now, colors);
  draw(0);
  labels.setTaken(Float64Array.from([x + 200 / worldSize(zoom), y + 0.3, 10, 10]), 50);
  expect(makeRoom(50)).toBe(false);
  labels.setTaken(onName, 5000);
  expect(makeRoom(5000), 'a name goes to its other side').toBe(true);
  expect(draw(5000)).toBe(true);
  expect(draw(5500)).toBe(false);
  expect(words.get('São Paulo')?.x).toBeLessThan(500);
  labels.setTaken(onName.slice(), 10_000);
  expect(makeRoom(10_000)).toBe(false);
  expect(makeRoom(15_000, viewAt(1)), 'another view is drawn in any case').toBe(true);
});

it('a street of two parts has its name drawn on the other one, where a vehicle is on the first', () => {
  const size = worldSize(17);
  const view = restingView({
    ...{ zoom: 17, left: x * size - 500, top: y * size - 400 },
    ...{ width: 1000, height: 800, inset: 100, ratio: 1 },
  });
  /** A part that goes from west to east so far below the middle, pixels. */
  const part = (below: number) => {
    const latitude = latitudeAt(y + below / size);
    const ends = [-150, 150].flatMap((beside) => [longitudeAt(x + beside / size), latitude]);
    return { name: 'Rua Augusta', class: 'street' as const, line: Float64Array.from(ends) };
  };
  const context = new Paper().asContext();
  labels.setStreets({
    ...{ name: 'town', centre: [-46.63, -23.55], bbox: [-46.7, -23.6, -46.6, -23.5] },
    ...{ roads: [part(0), part(100)], areas: [], places: [] },
  });
  labels.draw(context, view, 0, colors);
  const on = (below: number) => Float64Array.from([x, y + below / size, 10, 10]);
  labels.setTaken(on(50), 50);
  expect(labels.makeRoom(context, view, 50, colors)).toBe(false);
  labels.setTaken(on(0), 5_000);
  expect(labels.makeRoom(context, view, 5_000, colors)).toBe(true);
});

it('names keep clear of the panels over the map', () => {
  draw(0);
  expect(words.get('São Paulo')?.x).toBeGreaterThan(500);
  labels.setCovered([{ minX: 430, minY: 290, maxX: 800, maxY: 310 }]);
  draw(1000, viewAt(1));
  draw(2000, viewAt(1));
  expect(words.get('São Paulo')?.x).toBeLessThan(500);
});

it('no name is cut by the edge of the map, wherever it is dragged to', () => {
  for (let east = 0; east < 400; east += 7) {
    draw(east * 1000, viewAt(east));
    draw(east * 1000 + 500, viewAt(east));
    expect(words.size).toBeGreaterThan(5);
    for (const [text, at] of words) {
      // What lies beyond the map waits there for a drag.
      if (at.y < 100 || at.y > 700) continue;
      const half = (text.length * 7) / 2;
      for (const edge of [100, 900]) {
        expect(at.x - half >= edge || at.x + half <= edge, `${text} at ${at.x}`).toBe(true);
      }
    }
  }
});

it('a town under a mark that carries its name is not named twice, and is named again after that', () => {
  draw(0);
  expect(words.has('São Paulo')).toBe(true);
  // A map file may have the town some kilometers away.
  labels.setMarked([{ name: 'São Paulo', x: x + 100 / worldSize(zoom), y }]);
  draw(1000);
  draw(2000);
  expect(words.has('São Paulo')).toBe(false);
  expect(words.size).toBeGreaterThan(0);
  labels.setMarked([{ name: 'São Paulo', x: x + 400 / worldSize(zoom), y }]);
  draw(3000);
  draw(4000);
  expect(words.has('São Paulo')).toBe(true);
  labels.setMarked([]);
  draw(5000);
  expect(words.has('São Paulo')).toBe(true);
});

describe('names that fade or move', () => {
  beforeEach(() => {
    PaperCanvas.effort.painted = 0;
    draw(0);
  });

  it('are painted once, for all frames of it, and where they were', () => {
    const before = new Map(words);
    labels.setTaken(onName, 10);
    for (let frame = 1; frame < 9; frame += 1) {
      expect(draw(frame * 16)).toBe(true);
      expect(paper.effort.painted).toBe(0);
      expect(paper.effort.put).toBe(paper.words.length);
    }
    // All of them, and those that go beside those that come.
    expect(PaperCanvas.effort.painted).toBe(paper.words.length);
    expect(paper.words.length).toBeGreaterThan(before.size);
    for (const [text, at] of before) {
      if (text === 'São Paulo') continue;
      expect(words.get(text)?.x).toBeCloseTo(at.x, 6);
      expect(words.get(text)?.y).toBeCloseTo(at.y, 6);
    }
  });

  it('rest as they are painted, and keep no picture', () => {
    labels.setTaken(onName, 10);
    draw(16);
    expect(sheetsInUse.size).toBe(1);
    expect(draw(1000)).toBe(false);
    expect(paper.effort).toEqual({ painted: words.size, put: 0 });
    expect(sheetsInUse.size).toBe(0);
  });

  it('move with the map, on whole pixels, and are not there where they would pile up', () => {
    const { area: from } = viewAt();
    const to = (zoomed: number) => {
      const size = worldSize(zoomed);
      return { ...viewAt(), zoom: zoomed, left: x * size - 500, top: y * size - 400 };
    };
    const before = new Map(words);
    const half = viewBetween({ ...viewAt(), ...from }, to(8), 0.5);
    draw(16, half);
    expect(PaperCanvas.effort.painted).toBe(before.size);
    expect(paper.effort).toEqual({ painted: 0, put: paper.words.length });
    const pointOf = (view: DrawnView) => worldX(-49.27) * view.scale - view.left;
    const beside = (before.get('Curitiba')?.x ?? 0) - pointOf(viewAt());
    const off = (words.get('Curitiba')?.x ?? 0) - pointOf(half) - beside;
    expect(Math.abs(off)).toBeLessThan(2);
    expect(Math.abs(pointOf(half) - pointOf(viewAt()))).toBeGreaterThan(50);
    const sheet = PaperCanvas.effort.painted;
    draw(32, viewBetween({ ...viewAt(), ...from }, to(8), 0.9));
    expect(PaperCanvas.effort.painted, 'no other sheet').toBe(sheet);
    draw(48, viewBetween({ ...viewAt(), ...from }, to(6), 0.9));
    expect(paper.words).toEqual([]);
  });

  it('are painted again where others are chosen', () => {
    labels.setTaken(onName, 10);
    draw(16);
    const once = PaperCanvas.effort.painted;
    draw(32, viewAt(100));
    draw(48, viewAt(100));
    expect(PaperCanvas.effort.painted).toBeGreaterThan(once);
    expect(sheetsInUse.size).toBe(1);
  });
});
