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

function createPainter(fixes: TrackFixes | null) {
  const context = new NotingContext();
  const pictures: Stroke[][] = [];
  const canvas: PaintCanvas = {
    width: 1,
    height: 1,
    getContext: () => context,
    transferToImageBitmap() {
      pictures.push(context.strokes);
      return { width: canvas.width, height: canvas.height, close: () => undefined };
    },
  };
  const painter = new TrackPainter(() => canvas);
  painter.take({ kind: 'track', fixes });
  painter.take({ kind: 'style', style });
  return { painter, canvas, context, pictures };
}

describe('painting a track', () => {
  const fixes = fixesAt([10, 50, 90, 130, 170], [0, 0, 120, 120, 60], [2]);

  it('draws the whole pale with a casing, a stroke a colour, and gaps dashed', () => {
    const { painter, pictures } = createPainter(fixes);
    painter.take({ kind: 'draw', view, whole: true, until: -Infinity });
    expect(pictures[0]).toEqual([
      { colour: 'casing', width: 6, dashed: false, path: 'M10,50 L50,50 L90,50 M130,50 L170,50' },
      { colour: 'pale slow', width: 4, dashed: false, path: 'M10,50 L50,50' },
      { colour: 'pale middle', width: 4, dashed: false, path: 'M130,50 L170,50' },
      { colour: 'pale fast', width: 4, dashed: false, path: 'M50,50 L90,50' },
      { colour: 'gap', width: 2.5, dashed: true, path: 'M90,50 L130,50' },
    ]);
    expect(pictures[1]).toEqual([]);
  });

  it('ends the travelled part at the moment, between two fixes', () => {
    const { painter, pictures } = createPainter(fixes);
    const drawing = painter.take({ kind: 'draw', view, whole: false, until: 1500 });
    expect(drawing?.whole).toBeNull();
    expect(pictures[0]?.map(({ colour, path }) => `${colour} ${path}`)).toEqual([
      'slow M10,50 L50,50',
      'fast M50,50 L70,50',
    ]);
  });

  it('does not travel into a gap before its end', () => {
    const { painter, pictures } = createPainter(fixes);
    painter.take({ kind: 'draw', view, whole: false, until: 2999 });
    expect(pictures[0]?.some(({ dashed }) => dashed)).toBe(false);
    painter.take({ kind: 'draw', view, whole: false, until: 3000 });
    expect(pictures[1]?.some(({ dashed }) => dashed)).toBe(true);
  });

  it('leaves out what lies outside of the canvas', () => {
    const { painter, pictures } = createPainter(
      fixesAt([-500, -400, 20, 60, 900, 950], [10, 10, 100, 10, 100, 10]),
    );
    painter.take({ kind: 'draw', view, whole: true, until: Infinity });
    expect(pictures[0]?.[0]?.path).toBe('M-400,50 L20,50 L60,50 L900,50');
  });

  it('draws in the pixels of the screen', () => {
    const { painter, canvas, context } = createPainter(fixes);
    painter.take({ kind: 'draw', view, whole: true, until: 0 });
    expect([canvas.width, canvas.height]).toEqual([400, 200]);
    expect(context.transform).toEqual([2, 0, 0, 2, 0, 0]);
  });

  it('hands over an empty picture where there is no track', () => {
    const { painter, pictures } = createPainter(null);
    const drawing = painter.take({ kind: 'draw', view, whole: true, until: 0 });
    expect(drawing?.whole).not.toBeNull();
    expect(pictures).toEqual([[], []]);
  });

  it('forgets a track when another one comes', () => {
    const { painter, pictures } = createPainter(fixes);
    painter.take({ kind: 'draw', view, whole: false, until: Infinity });
    painter.take({ kind: 'track', fixes: fixesAt([30, 60], [10, 10]) });
    painter.take({ kind: 'draw', view, whole: false, until: Infinity });
    expect(pictures[1]?.[0]?.path).toBe('M30,50 L60,50');
  });

  it('draws a track in whichever copy of the world the map shows', () => {
    const paths = [0, 1, -1].map((copy) => {
      const { painter, pictures } = createPainter(fixes);
      const shown = { ...view, left: view.left + copy * world };
      painter.take({ kind: 'draw', view: shown, whole: true, until: 0 });
      return pictures[0]?.map(({ path }) => path);
    });
    expect(paths[0]?.length).toBeGreaterThan(0);
    expect(paths[1]).toEqual(paths[0]);
    expect(paths[2]).toEqual(paths[0]);
  });
});
