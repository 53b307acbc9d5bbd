import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineRaster, type Pen } from '@/map/workers/track/line-raster';
import { createPixelCanvas, pixelAt, type Picture } from './pixel-canvas';

type Point = readonly [x: number, y: number];
type Coat = { colour: string; lines: readonly (readonly Point[])[] };
type Look = { pixelRatio?: number; width?: number; height?: number } & Partial<Pen>;

const red = '#ff0000';
const blue = '#0000ff';

/** Paints coats, the uppermost first, on a canvas that shows so much. */
function paint(
  coats: readonly Coat[],
  { width = 60, height = 40, pixelRatio = 1, radius = 2, casing = null }: Look = {},
  raster = new LineRaster(),
): Picture {
  const canvas = createPixelCanvas();
  canvas.width = width * pixelRatio;
  canvas.height = height * pixelRatio;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('There is no context.');
  const box = { left: 0, top: 0, width, height, pixelRatio };
  raster.paint(context, box, { radius, casing }, () => {
    for (const { colour, lines } of coats) {
      raster.coat(colour);
      for (const line of lines) {
        const x = Float32Array.from(line, ([each]) => each);
        const y = Float32Array.from(line, ([, each]) => each);
        raster.line({ x, y }, 0, line.length - 1);
      }
    }
  });
  return canvas.transferToImageBitmap() as Picture;
}

/** How much of a pixel a line with round ends covers, about. */
function coverOf(column: number, row: number, [from, to]: readonly [Point, Point], radius: number) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const [px, py] = [column + 0.5 - from[0], row + 0.5 - from[1]];
  const part = Math.min(Math.max((px * dx + py * dy) / (dx * dx + dy * dy || 1), 0), 1);
  const distance = Math.hypot(px - part * dx, py - part * dy);
  return Math.min(Math.max(radius + 0.5 - distance, 0), 1);
}

type Piece = readonly [from: Point, to: Point];

function piecesOf({ lines }: Coat): Piece[] {
  return lines.flatMap((line) => line.map((to, index): Piece => [line[index - 1] ?? to, to]));
}

/**
 * A pixel with each coat below the ones before, and the casing below all of them: red, green, blue
 * as far as they are seen, and how much is covered; of 255.
 */
function wantedAt(
  [column, row]: Point,
  coats: readonly { value: number; pieces: readonly Piece[]; radius: number }[],
): number[] {
  let rest = 1;
  const sums = [0, 0, 0];
  for (const { value, pieces, radius } of coats) {
    const cover = Math.max(...pieces.map((piece) => coverOf(column, row, piece, radius)));
    for (const [place, shift] of [16, 8, 0].entries()) {
      sums[place] = (sums[place] ?? 0) + rest * cover * ((value >> shift) & 255);
    }
    rest *= 1 - cover;
  }
  return [...sums, 255 * (1 - rest)];
}

/** How far a picture is from what is wanted at most, of 255. */
function furthestOff(picture: Picture, coats: readonly Coat[], { radius, casing }: Pen): number {
  const valueOf = (colour: string) => Number.parseInt(colour.slice(1), 16);
  const layers = coats.map((coat) => {
    return { value: valueOf(coat.colour), pieces: piecesOf(coat), radius };
  });
  if (casing !== null) {
    const below = { value: valueOf(casing.colour), radius: casing.radius };
    layers.push({ ...below, pieces: coats.flatMap(piecesOf) });
  }
  const { width, height, data } = picture;
  let furthest = 0;
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const at = 4 * (row * width + column);
      const all = data[at + 3] ?? 0;
      for (const [place, wanted] of wantedAt([column, row], layers).entries()) {
        const found = place === 3 ? all : ((data[at + place] ?? 0) * all) / 255;
        furthest = Math.max(furthest, Math.abs(found - wanted));
      }
    }
  }
  return furthest;
}

/** Nobody sees so little of one pixel. */
const unseen = 5;

describe('lines as pixels', () => {
  it('cover what a line with round ends covers', () => {
    const place = fc.tuple(
      fc.double({ min: -30, max: 90, noNaN: true }),
      fc.double({ min: -30, max: 70, noNaN: true }),
    );
    const radius = fc.constantFrom(1, 1.5, 2, 3, 4.5, 9);
    fc.assert(
      fc.property(place, place, radius, (from, to, width) => {
        const coats = [{ colour: red, lines: [[from, to]] }];
        const picture = paint(coats, { radius: width });
        expect(furthestOff(picture, coats, { radius: width, casing: null })).toBeLessThan(unseen);
      }),
    );
  });

  it('are those of a way of short pieces, over each other and over their casing', () => {
    const place = fc.tuple(fc.integer({ min: -8, max: 48 }), fc.integer({ min: -8, max: 38 }));
    const turns = fc.array(
      fc.tuple(fc.integer({ min: 0, max: 15 }), fc.integer({ min: 0, max: 9 })),
      {
        minLength: 1,
        maxLength: 12,
      },
    );
    const way = fc.tuple(place, turns).map(([begin, each]): Point[] => {
      const points: Point[] = [begin];
      for (const [turn, length] of each) {
        const [x, y] = points.at(-1) ?? begin;
        const angle = (turn * Math.PI) / 8;
        points.push([x + length * Math.cos(angle), y + length * Math.sin(angle)]);
      }
      return points;
    });
    const ways = fc.array(way, { minLength: 1, maxLength: 3 });
    const colours = ['#ff8000', '#20c0ff', '#008040'];
    const casing = fc.constantFrom(null, { colour: '#302050', radius: 3 });
    fc.assert(
      fc.property(fc.array(ways, { minLength: 1, maxLength: 3 }), casing, (all, below) => {
        const coats = all.map((lines, index) => ({ colour: colours[index] ?? red, lines }));
        const pen = { radius: 2, casing: below };
        const picture = paint(coats, { ...pen, width: 40, height: 30 });
        expect(furthestOff(picture, coats, pen)).toBeLessThan(unseen);
      }),
      { numRuns: 60 },
    );
  });

  it('are as wide as told in pixels of the screen', () => {
    const line: Point[] = [
      [10, 20],
      [50, 20],
    ];
    const picture = paint([{ colour: red, lines: [line] }], { pixelRatio: 2 });
    const covers = [15.5, 34.5, 37.5, 42.5, 45.5].map((y) => pixelAt(picture, 60, y).cover);
    expect(covers).toEqual([0, 0, 1, 1, 0]);
  });

  it('join at their points', () => {
    const corner: Point[] = [
      [10, 10],
      [30.3, 10],
      [30.3, 30],
    ];
    const picture = paint([{ colour: red, lines: [corner] }]);
    expect(pixelAt(picture, 30, 10)).toEqual({ colour: red, cover: 1 });
    expect(pixelAt(picture, 31, 9).cover).toBeGreaterThan(0.6);
    expect(pixelAt(picture, 30, 30).cover).toBe(1);
    expect(pixelAt(picture, 33, 20).cover).toBe(0);
  });

  it('pass a canvas that begins and ends far from them', () => {
    const far: Point[] = [
      [-2e6, 20],
      [2e6, 20],
    ];
    const steep: Point[] = [
      [30, -2e6],
      [30, 2e6],
    ];
    const beside: Point[] = [
      [-2e6, 47],
      [2e6, 47],
    ];
    const picture = paint([{ colour: red, lines: [far, steep, beside] }]);
    const covers = (places: readonly Point[]) =>
      places.map(([x, y]) => pixelAt(picture, x, y).cover);
    expect(
      covers([
        [0, 20],
        [59, 20],
        [30, 0],
        [30, 39],
      ]),
    ).toEqual([1, 1, 1, 1]);
    expect(
      covers([
        [5, 39],
        [5, 10],
        [50, 30],
      ]),
    ).toEqual([0, 0, 0]);
  });

  it('lie below the coat before, and are seen at its edges', () => {
    const across: Point[] = [
      [0, 20],
      [60, 20],
    ];
    const down: Point[] = [
      [30.5, 0],
      [30.5, 40],
    ];
    const picture = paint([
      { colour: blue, lines: [down] },
      { colour: red, lines: [across] },
    ]);
    expect(pixelAt(picture, 30, 20)).toEqual({ colour: blue, cover: 1 });
    expect(pixelAt(picture, 20, 20)).toEqual({ colour: red, cover: 1 });
    const edge = pixelAt(picture, 28, 20);
    expect(edge.cover).toBe(1);
    expect(edge.colour).toMatch(/^#[4-b].00[4-b]./);
    // Beside the other coat it has an edge of its own colour.
    const alone = pixelAt(picture, 28, 5);
    expect(alone.colour).toBe(blue);
    expect(alone.cover).toBeCloseTo(0.5, 0);
  });

  it('have their casing below all of them', () => {
    const across: Point[] = [
      [0, 20],
      [60, 20],
    ];
    const down: Point[] = [
      [30, 0],
      [30, 40],
    ];
    const coats = [
      { colour: blue, lines: [down] },
      { colour: red, lines: [across] },
    ];
    const picture = paint(coats, { casing: { colour: '#00ff00', radius: 4 } });
    const colours = [20, 25, 27, 29].map((x) => pixelAt(picture, x, 20).colour);
    expect(colours).toEqual([red, red, red, blue]);
    expect(pixelAt(picture, 10, 17)).toEqual({ colour: '#00ff00', cover: 1 });
    expect(pixelAt(picture, 10, 14)).toMatchObject({ cover: 0 });
  });

  it('begin with an empty canvas each time', () => {
    const raster = new LineRaster();
    const line = (y: number): Coat => ({
      colour: red,
      lines: [
        [
          [5, y],
          [55, y],
        ],
      ],
    });
    paint([line(10)], {}, raster);
    const picture = paint([line(30)], {}, raster);
    expect(pixelAt(picture, 30, 10).cover).toBe(0);
    expect(pixelAt(picture, 30, 30).cover).toBe(1);
    const smaller = paint([line(10)], { width: 31, height: 20 }, raster);
    expect(smaller.data).toHaveLength(4 * 31 * 20);
    expect(pixelAt(smaller, 30, 10)).toEqual({ colour: red, cover: 1 });
  });

  it('are the same in memory of a larger picture as in their own', () => {
    const raster = new LineRaster();
    const across: Point[] = [
      [-9, 3],
      [90, 31.4],
    ];
    const down: Point[] = [
      [36, -9],
      [43.7, 90],
    ];
    const coats = [{ colour: red, lines: [across, down] }];
    const casing = { colour: blue, radius: 3 };
    paint(coats, { width: 60, height: 60, casing }, raster);
    for (const size of [
      { width: 40, height: 40 },
      { width: 45, height: 20 },
      { width: 60, height: 60 },
      { width: 12, height: 9 },
      { width: 30, height: 70 },
    ]) {
      const { data } = paint(coats, { ...size, casing }, raster);
      expect(data).toEqual(paint(coats, { ...size, casing }).data);
    }
  });

  it('are whole where a large canvas is drawn in bands', () => {
    const size = { width: 1500, height: 1500, radius: 3 };
    const line = [
      [3, 5],
      [1490, 1480],
    ] as const;
    const picture = paint([{ colour: red, lines: [line] }], size);
    for (let row = 0; row < size.height; row += 1) {
      const column = Math.round((row - 5) / (1475 / 1487) + 3);
      const wanted = coverOf(column, row, line, 3);
      if (Math.abs(pixelAt(picture, column, row).cover - wanted) < 0.02) continue;
      expect.fail(`Row ${row} differs.`);
    }
  });

  it('are all drawn where there are more than fit their memory at once', () => {
    const lines = Array.from({ length: 399 }, (_, row): Point[] => [
      [0, row],
      [400, row],
    ]);
    const picture = paint([{ colour: red, lines }], { width: 400, height: 400 });
    const holes = Array.from(
      { length: 400 ** 2 },
      (_, pixel) => picture.data[4 * pixel + 3],
    ).filter((cover = 0) => cover < 250);
    expect(holes).toHaveLength(0);
  });
});
