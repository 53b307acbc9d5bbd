import { describe, expect, it } from 'vitest';
import { worldSize, worldX } from '@/map/core/projection';
import type { TrackContext, TrackStyle, TrackView } from '@/map/workers/track/track-drawing';
import type { TrackFixes } from '@/map/workers/track/track-line';
import { TrackPainter, type PaintCanvas } from '@/map/workers/track/track-painter';

/** One stroke: its colour, its width, whether it is dashed, the pieces it draws. */
type Stroke = { colour: string; width: number; dashed: boolean; path: string };

/** A context that writes down what is stroked. */
class NotingContext implements TrackContext {
  lineWidth = 1;
  lineCap: CanvasLineCap = 'butt';
  lineJoin: CanvasLineJoin = 'miter';
  strokeStyle: string | CanvasGradient | CanvasPattern = '';
  strokes: Stroke[] = [];
  transform: number[] = [];
  #dashed = false;
  #path: string[] = [];

  setTransform(...values: unknown[]): void {
    this.transform = values as number[];
  }
  clearRect(): void {
    this.strokes = [];
  }
  beginPath(): void {
    this.#path = [];
  }
  moveTo(x: number, y: number): void {
    this.#path.push(`M${Math.round(x)},${Math.round(y)}`);
  }
  lineTo(x: number, y: number): void {
    this.#path.push(`L${Math.round(x)},${Math.round(y)}`);
  }
  setLineDash(segments: Iterable<number>): void {
    this.#dashed = [...segments].length > 0;
  }
  stroke(): void {
    const { strokeStyle: colour, lineWidth: width } = this;
    const path = this.#path.join(' ');
    this.strokes.push({ colour: String(colour), width, dashed: this.#dashed, path });
  }
}

const style: TrackStyle = {
  scale: ['slow', 'middle', 'fast'],
  unknown: 'unknown',
  paleScale: ['pale slow', 'pale middle', 'pale fast'],
  paleUnknown: 'pale unknown',
  casing: 'casing',
  gap: 'gap',
  width: 4,
};

const world = worldSize(10);
/** A view whose left edge is the meridian and whose middle is the equator. */
const view: TrackView = {
  worldSize: world,
  left: worldX(0) * world,
  top: 0.5 * world - 50,
  width: 200,
  height: 100,
  pixelRatio: 2,
};

/** Fixes along the equator at these pixels. */
function fixesAt(pixels: number[], speeds: number[], gapAfter: number[] = []): TrackFixes {
  return {
    at: Float64Array.from(pixels, (_, index) => index * 1000),
    latitude: new Float64Array(pixels.length),
    longitude: Float64Array.from(pixels, (x) => (x * 360) / world),
    speed: Float32Array.from(speeds),
    gapAfter: Uint32Array.from(gapAfter),
  };
}

/** What a picture shows, and how it was put on its canvas. */
type Picture = ImageBitmap & { strokes: Stroke[]; transform: number[] };

function createCanvas(): PaintCanvas {
  const context = new NotingContext();
  const canvas: PaintCanvas = {
    width: 1,
    height: 1,
    getContext: () => context,
    transferToImageBitmap(): Picture {
      const { width, height } = canvas;
      const { strokes, transform } = context;
      return { width, height, strokes, transform, close: () => undefined };
    },
  };
  return canvas;
}

function createPainter(fixes: TrackFixes | null) {
  const painter = new TrackPainter(createCanvas);
  painter.take({ kind: 'track', fixes });
  painter.take({ kind: 'style', style });
  const draw = (part: { whole?: boolean; until?: number; view?: TrackView }) => {
    const drawing = painter.take({ kind: 'draw', whole: false, until: -Infinity, view, ...part });
    if (drawing === null) throw new Error('Nothing was drawn.');
    return drawing;
  };
  return { painter, draw };
}

const strokesOf = (picture: ImageBitmap | 'kept' | null | undefined) =>
  (picture as Picture | null | undefined)?.strokes ?? [];
const pathsOf = (picture: ImageBitmap | 'kept' | null | undefined) =>
  strokesOf(picture).map(({ colour, path }) => `${colour} ${path}`);

/** A way that is longer than the square of a tail. */
const far = [10, 50, 90, 130, 500, 1000];
/** A view that holds it. */
const wide: TrackView = { ...view, width: 1200 };

describe('painting a track', () => {
  const fixes = fixesAt([10, 50, 90, 130, 170], [0, 0, 120, 120, 60], [2]);

  it('draws the whole pale with a casing, a stroke a colour, and gaps dashed', () => {
    const { draw } = createPainter(fixes);
    const { whole, travelled } = draw({ whole: true });
    expect(strokesOf(whole)).toEqual([
      { colour: 'casing', width: 6, dashed: false, path: 'M10,50 L50,50 L90,50 M130,50 L170,50' },
      { colour: 'pale slow', width: 4, dashed: false, path: 'M10,50 L50,50' },
      { colour: 'pale middle', width: 4, dashed: false, path: 'M130,50 L170,50' },
      { colour: 'pale fast', width: 4, dashed: false, path: 'M50,50 L90,50' },
      { colour: 'gap', width: 2.5, dashed: true, path: 'M90,50 L130,50' },
    ]);
    expect(travelled).toEqual({ base: null, tail: null });
  });

  it('ends the travelled part at the moment, between two fixes', () => {
    const { draw } = createPainter(fixesAt(far, [0, 0, 120, 120, 60, 60]));
    const { whole, travelled } = draw({ until: 4500, view: wide });
    expect(whole).toBeNull();
    expect(pathsOf(travelled.base)).toEqual([
      'slow M10,50 L50,50',
      'middle M130,50 L750,50',
      'fast M50,50 L130,50',
    ]);
    expect(travelled.tail).toBeNull();
  });

  it('does not travel into a gap before its end', () => {
    const { draw } = createPainter(fixesAt([10, 20, 30, 70], [0, 0, 120, 120], [2]));
    const isDashed = (until: number) =>
      strokesOf(draw({ until }).travelled.tail?.bitmap).some(({ dashed }) => dashed);
    expect(isDashed(2999)).toBe(false);
    expect(isDashed(3000)).toBe(true);
  });

  it('leaves out what lies outside of the canvas', () => {
    const { draw } = createPainter(
      fixesAt([-500, -400, 20, 60, 900, 950], [10, 10, 100, 10, 100, 10]),
    );
    const [casing] = strokesOf(draw({ whole: true, until: Infinity }).whole);
    expect(casing?.path).toBe('M-400,50 L20,50 L60,50 L900,50');
  });

  it('draws in the pixels of the screen', () => {
    const { draw } = createPainter(fixes);
    const { whole } = draw({ whole: true });
    expect(whole).toMatchObject({ width: 400, height: 200, transform: [2, 0, 0, 2, 0, 0] });
  });

  it('has no picture of the travelled part before its beginning, and none without a track', () => {
    const nothing = { base: null, tail: null };
    expect(createPainter(fixes).draw({ until: -1 }).travelled).toEqual(nothing);
    expect(createPainter(null).draw({ whole: true, until: 0 })).toEqual({
      ...{ kind: 'drawing', whole: null },
      travelled: nothing,
    });
  });

  it('forgets a track when another one comes', () => {
    const { painter, draw } = createPainter(fixes);
    draw({ until: Infinity });
    painter.take({ kind: 'track', fixes: fixesAt([30, 1060], [10, 10]) });
    const { travelled } = draw({ until: Infinity, view: wide });
    expect(pathsOf(travelled.base)).toEqual(['slow M30,50 L1060,50']);
  });

  it('draws a track in whichever copy of the world the map shows', () => {
    const paths = [0, 1, -1].map((copy) => {
      const shown = { ...view, left: view.left + copy * world };
      const { draw } = createPainter(fixes);
      const { whole, travelled } = draw({ whole: true, until: 1500, view: shown });
      return [...pathsOf(whole), ...pathsOf(travelled.tail?.bitmap)];
    });
    expect(paths[0]?.length).toBe(7);
    expect(paths[1]).toEqual(paths[0]);
    expect(paths[2]).toEqual(paths[0]);
  });
});

describe('the tail of the travelled part', () => {
  const speeds = [0, 0, 120, 120, 60, 60];

  it('is all of it where the day has only begun', () => {
    const { draw } = createPainter(fixesAt(far, speeds));
    const { base, tail } = draw({ whole: true, until: 1500, view: wide }).travelled;
    expect(base).toBeNull();
    // A square of 192 pixels around the first fix at 10, 50.
    expect(tail).toMatchObject({ left: -86, top: -46, size: 192, bitmap: { width: 384 } });
    expect(pathsOf(tail?.bitmap)).toEqual(['slow M96,96 L136,96', 'fast M136,96 L156,96']);
  });

  it('goes on from the picture before while the vehicle stays in its square', () => {
    const { draw } = createPainter(fixesAt(far, speeds));
    draw({ until: 4000, view: wide });
    const { base, tail } = draw({ until: 4100, view: wide }).travelled;
    expect(base).toBe('kept');
    expect(tail?.left).toBe(500 - 96);
    expect(pathsOf(tail?.bitmap)).toEqual(['middle M96,96 L146,96']);
  });

  it('begins anew with a picture of all once the vehicle leaves the square', () => {
    const { draw } = createPainter(fixesAt(far, speeds));
    draw({ until: 4000, view: wide });
    const { base, tail } = draw({ until: 4500, view: wide }).travelled;
    expect(pathsOf(base)).toContain('middle M130,50 L750,50');
    expect(tail).toBeNull();
    expect(draw({ until: 4600, view: wide }).travelled.tail?.left).toBe(750 - 96);
  });

  it('begins anew where time goes back and where the view changes', () => {
    const { draw } = createPainter(fixesAt(far, speeds));
    draw({ until: 4100, view: wide });
    expect(pathsOf(draw({ until: 4050, view: wide }).travelled.base)).toContain(
      'middle M130,50 L525,50',
    );
    const moved = { ...wide, left: wide.left + 10 };
    expect(pathsOf(draw({ whole: true, until: 4060, view: moved }).travelled.base)).toContain(
      'middle M120,50 L520,50',
    );
  });

  it('crosses a gap with a dashed piece, whole', () => {
    const { draw } = createPainter(fixesAt([10, 500, 540, 560], [60, 60, 60, 60], [1]));
    draw({ until: 1500, view: wide });
    const { base, tail } = draw({ until: 2500, view: wide }).travelled;
    expect(base).toBe('kept');
    expect(pathsOf(tail?.bitmap)).toEqual(['middle M136,96 L146,96', 'gap M96,96 L136,96']);
  });

  it('is not used where the map shows the world several times', () => {
    const small = worldSize(3);
    const twice = { ...view, worldSize: small, left: 0, width: 2 * small, top: small / 2 };
    const { draw } = createPainter(fixesAt([10, 50], [60, 60]));
    draw({ until: 500, view: twice });
    const { base, tail } = draw({ until: 600, view: twice }).travelled;
    expect(pathsOf(base)).toHaveLength(2);
    expect(tail).toBeNull();
  });

  it('draws nothing where the line is out of view', () => {
    const { draw } = createPainter(fixesAt(far, speeds));
    const away = { ...view, left: view.left + 5000 };
    expect(draw({ until: 4000, view: away }).travelled).toEqual({ base: null, tail: null });
  });
});
