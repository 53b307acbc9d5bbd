import { beforeEach, describe, expect, it } from 'vitest';
import { basemapColorTokens, type BasemapColors } from '@/map/workers/basemap/messages';
import { drawShapes } from '@/map/workers/basemap/vector/draw-shapes';
import type { FoundTiles } from '@/map/workers/basemap/vector/shapes-at';
import { foundOf, sourceOf } from './tiles';

const colors: BasemapColors = basemapColorTokens;

let steps: string[];
let path: number[];
let isDashed = false;

/** Writes down what is painted, and where its path begins and ends. */
const context = {
  fillStyle: '',
  strokeStyle: '',
  lineWidth: 0,
  beginPath: () => {
    path = [];
  },
  moveTo: (...at: number[]) => path.push(...at),
  lineTo: (...at: number[]) => path.push(...at),
  closePath: () => undefined,
  rect: (...at: number[]) => path.push(...at),
  clip: () => steps.push(`clip ${path.map(Math.round).join(' ')}`),
  fillRect: () => steps.push(`ground ${context.fillStyle}`),
  fill: () => steps.push(`fill ${context.fillStyle} ${path.join(' ')}`),
  stroke: () => {
    steps.push(`${isDashed ? 'dashed' : 'stroke'} ${context.strokeStyle} ${path.join(' ')}`);
  },
  setLineDash: (dash: number[]) => {
    isDashed = dash.length > 0;
  },
  drawImage: (_picture: unknown, ...at: number[]) => steps.push(`picture ${at.join(' ')}`),
  save: () => undefined,
  restore: () => undefined,
};

beforeEach(() => {
  steps = [];
});

const draw = (place: { z: number; x: number; y: number }, found: FoundTiles) => {
  drawShapes(context as unknown as OffscreenCanvasRenderingContext2D, place, found, colors);
};

const line = (...points: number[]) => [Int32Array.from(points)];
const place = { z: 14, x: 6072, y: 9305 };

describe('a tile of a map file', () => {
  it('is drawn from the ground up: land, water, edges of roads, roads', () => {
    const shapes = {
      areas: new Map([['water' as const, line(0, 0, 8, 0, 8, 8)]]),
      lines: new Map([['street' as const, line(0, 0, 4096, 4096)]]),
    };
    draw(place, [[foundOf(place, shapes)]]);
    expect(steps).toEqual([
      'clip -1 -1 517 517',
      `ground ${colors.land}`,
      `fill ${colors.water} 0 0 1 0 1 1`,
      `stroke ${colors.streetCasing} 0 0 512 512`,
      `stroke ${colors.street} 0 0 512 512`,
    ]);
  });

  it('beyond its deepest level is drawn larger, at the part that is wanted', () => {
    const shapes = { lines: new Map([['motorway' as const, line(2048, 0, 4096, 4096)]]) };
    const below = { z: 15, x: place.x * 2 + 1, y: place.y * 2 };
    draw(below, [[foundOf(place, shapes)]]);
    expect(steps.at(-1)).toBe(`stroke ${colors.motorway} 0 0 512 1024`);
  });

  it('draws no farther than its source reaches, so that the map below stays around it', () => {
    const west = sourceOf(1, { bounds: [-180, -85.0511, 0, 85.0511] });
    draw({ z: 0, x: 0, y: 0 }, [[foundOf({ z: 0, x: 0, y: 0 }, {}, west)]]);
    expect(steps[0]).toBe('clip 0 0 256 512');
  });

  it('whose schema has the land as areas starts from water', () => {
    const protomaps = sourceOf(1, { content: { form: 'vector', schema: 'protomaps' } });
    draw(place, [[foundOf(place, {}, protomaps)]]);
    expect(steps[1]).toBe(`ground ${colors.water}`);
  });

  it('that is a picture is drawn where it belongs, without a ground of ours', () => {
    const raster = sourceOf(1, { content: { form: 'raster' } });
    const picture = { width: 256 } as ImageBitmap;
    const below = { z: 15, x: place.x * 2 + 1, y: place.y * 2 };
    draw(place, [[foundOf(below, { picture }, raster)]]);
    expect(steps.slice(0, 2)).toEqual(['clip -1 -1 517 517', 'picture 256 0 256 256']);
  });

  it('that is a picture reaches over the neighbor, so that no seam shows between squares', () => {
    const raster = sourceOf(1, { content: { form: 'raster' } });
    const picture = { width: 256 } as ImageBitmap;
    const at = (dx: number) => ({ z: 15, x: place.x * 2 + dx, y: place.y * 2 });
    draw(place, [[foundOf(at(1), { picture }, raster)]]);
    expect(steps.slice(2)).toEqual(['clip 512 0 3 515 0 512 512 3', 'picture 259 3 256 256']);
    steps = [];
    draw(place, [[foundOf(at(0), { picture }, raster)]]);
    expect(steps.slice(2)).toEqual([]);
    steps = [];
    draw(place, [[{ ...foundOf(place, { picture }, raster), only: at(1) }]]);
    expect(steps[1]).toBe('clip 256 0 259 256');
  });

  it('has tunnels dashed, below the railways and roads above them', () => {
    const lines = new Map(
      (['rail', 'street', 'railTunnel', 'roadTunnel'] as const).map((each) => [
        each,
        line(0, 0, 8, 8),
      ]),
    );
    draw(place, [[foundOf(place, { lines })]]);
    expect(steps.slice(2).map((step) => step.replace(/ 0 0 1 1$/, ''))).toEqual([
      `dashed ${colors.roadFar}`,
      `dashed ${colors.rail}`,
      `stroke ${colors.streetCasing}`,
      `stroke ${colors.street}`,
      `stroke ${colors.rail}`,
    ]);
  });

  it('has no buildings and no small streets far out', () => {
    const shapes = {
      areas: new Map([['building' as const, line(0, 0, 8, 0, 8, 8)]]),
      lines: new Map([['street' as const, line(0, 0, 8, 8)]]),
    };
    const far = { z: 9, x: 1, y: 1 };
    draw(far, [[foundOf(far, shapes)]]);
    expect(steps).toHaveLength(2);
  });

  it('lies above a coarser one', () => {
    const coarse = foundOf({ z: 6, x: 23, y: 36 }, {}, sourceOf(2, { maxZoom: 6 }));
    draw(place, [[coarse], [foundOf(place, {})]]);
    expect(steps.filter((step) => step.startsWith('ground'))).toHaveLength(2);
  });
});
