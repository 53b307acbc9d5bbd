import { describe, expect, it } from 'vitest';
import { worldSize, worldX } from '@/map/core/projection';
import type { TrackStyle } from '@/map/workers/track/track-drawing';
import { thinLine, unrollTrack, type TrackFixes } from '@/map/workers/track/track-line';
import type { TrackPicture } from '@/map/workers/track/track-messages';
import { rehearse } from '@/map/workers/track/rehearse';
import { TrackPainter } from '@/map/workers/track/track-painter';
import type { TrackView } from '@/map/workers/track/track-view';
import { createPixelCanvas, pixelAt, type Picture } from './pixel-canvas';

const style: TrackStyle = {
  scale: ['#ff0000', '#00ff00', '#0000ff'],
  unknown: '#ffff00',
  paleScale: ['#800000', '#008000', '#000080'],
  paleUnknown: '#808000',
  casing: '#ff00ff',
  gap: '#00ffff',
  width: 4,
};

const names: Record<string, string> = {
  '#ff0000': 'slow',
  '#00ff00': 'middle',
  '#0000ff': 'fast',
  '#800000': 'pale slow',
  '#008000': 'pale middle',
  '#000080': 'pale fast',
  '#ff00ff': 'casing',
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
  const painter = new TrackPainter(createPixelCanvas);
  painter.take({ kind: 'track', fixes });
  painter.take({ kind: 'style', style });
  const draw = (part: { whole?: boolean; until?: number; view?: TrackView }) => {
    const drawing = painter.take({ kind: 'draw', whole: false, until: -Infinity, view, ...part });
    if (drawing === null) throw new Error('Nothing was drawn.');
    return drawing;
  };
  return { painter, draw };
}

type Drawn = TrackPicture | 'kept' | null;

function pictureOf(drawn: Drawn): TrackPicture & { bitmap: Picture } {
  if (drawn === null || drawn === 'kept') throw new Error('There is no picture.');
  return drawn as TrackPicture & { bitmap: Picture };
}

/** The colours at places of a view along a line, CSS pixels; null where nothing is. */
function seen(drawn: Drawn, places: readonly number[], y = 50): (string | null)[] {
  const { bitmap, left, top, width, height } = pictureOf(drawn);
  return places.map((x) => {
    const isIn = x >= left && x < left + width && y >= top && y < top + height;
    const { colour, cover } = pixelAt(bitmap, 2 * (x - left), 2 * (y - top));
    if (!isIn || cover === 0) return null;
    return cover === 1 ? (names[colour] ?? colour) : 'an edge';
  });
}
/** The same in the square of a tail. */
const seenIn = (tail: TrackPicture | null, places: readonly number[]) =>
  seen(tail && { ...tail, left: 0, top: 0 }, places, 96);
const dashesOf = (drawn: Drawn) => pictureOf(drawn).bitmap.strokes;

/** A way that is longer than the square of a tail. */
const far = [10, 50, 90, 130, 500, 1000];
/** A view that holds it. */
const wide: TrackView = { ...view, width: 1200 };

describe('painting a track', () => {
  const fixes = fixesAt([10, 50, 90, 130, 170], [0, 0, 120, 120, 60], [2]);

  it('draws the whole pale with a casing, in colours of its speed, and gaps dashed', () => {
    const { draw } = createPainter(fixes);
    const { whole, travelled } = draw({ whole: true });
    expect(seen(whole, [5, 10, 30, 46, 50, 70, 90, 110, 130, 150, 170, 175])).toEqual([
      ...[null, 'pale slow', 'pale slow', 'pale slow', 'pale fast', 'pale fast', 'pale fast'],
      ...[null, 'pale middle', 'pale middle', 'pale middle', null],
    ]);
    expect(seen(whole, [30, 110, 150], 47.6)).toEqual(['casing', null, 'casing']);
    expect(seen(whole, [30, 110, 150], 46)).toEqual([null, null, null]);
    expect(dashesOf(whole)).toEqual(['#00ffff M90,50 L130,50, dashed 2,6, × 2']);
    expect(travelled).toEqual({ base: null, tail: null });
  });

  it('ends the travelled part at the moment, between two fixes, without a casing', () => {
    const { draw } = createPainter(fixesAt(far, [0, 0, 120, 120, 60, 60]));
    const { whole, travelled } = draw({ until: 4500, view: wide });
    expect(whole).toBeNull();
    expect(seen(travelled.base, [30, 60, 120, 140, 740, 760])).toEqual([
      ...['slow', 'fast', 'fast', 'middle', 'middle', null],
    ]);
    expect(seen(travelled.base, [30, 740], 47)).toEqual([null, null]);
    expect(travelled.tail).toBeNull();
  });

  it('does not travel into a gap before its end', () => {
    const { draw } = createPainter(fixesAt([10, 20, 30, 70], [0, 0, 120, 120], [2]));
    const dashes = (until: number) => dashesOf(draw({ until }).travelled.tail).length;
    expect(dashes(2999)).toBe(0);
    expect(dashes(3000)).toBe(1);
  });

  it('draws what leads out of the canvas up to its edges', () => {
    const { draw } = createPainter(
      fixesAt([-500, -400, 20, 60, 900, 950], [10, 10, 120, 0, 120, 10]),
    );
    const { whole } = draw({ whole: true, until: Infinity });
    expect(seen(whole, [0, 15, 40, 70, 199.5])).toEqual([
      ...['pale fast', 'pale fast', 'pale slow', 'pale fast', 'pale fast'],
    ]);
  });

  it('draws no more of the view than the line is in, in pixels of the screen', () => {
    const { draw } = createPainter(fixes);
    const box = { left: 6, top: 46, width: 168, height: 8 };
    expect(draw({ whole: true }).whole).toMatchObject({
      ...{ ...box, bitmap: { width: 336, height: 16 } },
    });
    const beyond = { ...view, left: view.left + 100 };
    expect(draw({ whole: true, view: beyond }).whole).toMatchObject({ left: 0, width: 74 });
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
    expect(seen(travelled.base, [15, 60, 150, 1000])).toEqual([null, 'slow', 'slow', 'slow']);
  });

  it('draws each piece in its colour where no two that follow have the same', () => {
    const pixels = Array.from({ length: 19 }, (_, index) => 10 + 10 * index);
    const { draw } = createPainter(
      fixesAt(
        pixels,
        pixels.map((x) => (x % 20 === 0 ? 0 : 120)),
      ),
    );
    const { whole } = draw({ whole: true });
    const middles = pixels.slice(1).map((x) => x - 5);
    expect(seen(whole, middles)).toEqual(
      middles.map((_, index) => (index % 2 === 0 ? 'pale slow' : 'pale fast')),
    );
    expect(new Set(seen(whole, middles, 47.6))).toEqual(new Set(['casing']));
  });

  it('draws a track in whichever copy of the world the map shows', () => {
    const pictures = [0, 1, -1].map((copy) => {
      const shown = { ...view, left: view.left + copy * world };
      const { draw } = createPainter(fixes);
      const { whole, travelled } = draw({ whole: true, until: 1500, view: shown });
      return [
        ...seen(whole, [5, 30, 70, 110, 150]),
        ...dashesOf(whole),
        ...seenIn(travelled.tail, [110, 145, 170]),
      ];
    });
    expect(pictures[0]).toEqual([
      ...[null, 'pale slow', 'pale fast', null, 'pale middle'],
      '#00ffff M90,50 L130,50, dashed 2,6, × 2',
      ...['slow', 'fast', null],
    ]);
    expect(pictures[1]).toEqual(pictures[0]);
    expect(pictures[2]).toEqual(pictures[0]);
  });
});

describe('the rehearsal', () => {
  it('draws what a day needs, large enough to be worth it', () => {
    const painter = new TrackPainter(createPixelCanvas);
    const drawings = new Set<ReturnType<TrackPainter['take']>>();
    rehearse((request) => drawings.add(painter.take(request)));
    drawings.delete(null);
    expect(drawings.size).toBe(4);
    for (const drawing of drawings) {
      expect(drawing?.whole?.width).toBeGreaterThan(300);
      expect(drawing?.whole?.height).toBeGreaterThan(300);
      expect(drawing?.travelled.base).not.toBeNull();
    }
  });

  it('is of a drive of which little is left out', () => {
    const counts: number[] = [];
    rehearse((request) => {
      if (request.kind !== 'track' || request.fixes === null) return null;
      return counts.push(thinLine(unrollTrack(request.fixes), worldSize(10), 24).fixes.length);
    });
    expect(counts).toHaveLength(4);
    expect(Math.min(...counts)).toBeGreaterThan(4000);
  });
});

describe('the tail of the travelled part', () => {
  const speeds = [0, 0, 120, 120, 60, 60];

  it('is all of it where the day has only begun', () => {
    const { draw } = createPainter(fixesAt(far, speeds));
    const { base, tail } = draw({ whole: true, until: 1500, view: wide }).travelled;
    expect(base).toBeNull();
    // A square of 192 pixels around the first fix at 10, 50.
    expect(tail).toMatchObject({ left: -86, top: -46, width: 192, bitmap: { width: 384 } });
    expect(seenIn(tail, [90, 100, 130, 140, 154, 160])).toEqual([
      ...[null, 'slow', 'slow', 'fast', 'fast', null],
    ]);
  });

  it('goes on from the picture before while the vehicle stays in its square', () => {
    const { draw } = createPainter(fixesAt(far, speeds));
    draw({ until: 4000, view: wide });
    const { base, tail } = draw({ until: 4100, view: wide }).travelled;
    expect(base).toBe('kept');
    expect(tail?.left).toBe(500 - 96);
    expect(seenIn(tail, [90, 100, 144, 150])).toEqual([null, 'middle', 'middle', null]);
  });

  it('begins anew with a picture of all once the vehicle leaves the square', () => {
    const { draw } = createPainter(fixesAt(far, speeds));
    draw({ until: 4000, view: wide });
    const { base, tail } = draw({ until: 4500, view: wide }).travelled;
    expect(seen(base, [140, 745, 760])).toEqual(['middle', 'middle', null]);
    expect(tail).toBeNull();
    expect(draw({ until: 4600, view: wide }).travelled.tail?.left).toBe(750 - 96);
  });

  it('begins anew where time goes back and where the view changes', () => {
    const { draw } = createPainter(fixesAt(far, speeds));
    draw({ until: 4100, view: wide });
    const back = draw({ until: 4050, view: wide }).travelled;
    expect(seen(back.base, [140, 520, 530])).toEqual(['middle', 'middle', null]);
    const moved = { ...wide, left: wide.left + 10 };
    const elsewhere = draw({ whole: true, until: 4060, view: moved }).travelled;
    expect(seen(elsewhere.base, [130, 515, 530])).toEqual(['middle', 'middle', null]);
  });

  it('crosses a gap with a dashed piece, whole', () => {
    const { draw } = createPainter(fixesAt([10, 500, 540, 560], [60, 60, 60, 60], [1]));
    draw({ until: 1500, view: wide });
    const { base, tail } = draw({ until: 2500, view: wide }).travelled;
    expect(base).toBe('kept');
    expect(seenIn(tail, [110, 138, 145, 150])).toEqual([null, 'middle', 'middle', null]);
    expect(dashesOf(tail)).toEqual(['#00ffff M96,96 L136,96, dashed 2,6, × 2']);
  });

  it('is not used where the map shows the world several times', () => {
    const small = worldSize(3);
    const twice = { ...view, worldSize: small, left: 0, width: 2 * small, top: small / 2 - 50 };
    const { draw } = createPainter(fixesAt([10, 50], [60, 60]));
    draw({ until: 500, view: twice });
    const { base, tail } = draw({ until: 600, view: twice }).travelled;
    expect(seen(base, [0.5 * small, small, 1.5 * small])).toEqual(['middle', null, 'middle']);
    expect(tail).toBeNull();
  });

  it('draws nothing where the line is out of view', () => {
    const { draw } = createPainter(fixesAt(far, speeds));
    const away = { ...view, left: view.left + 5000 };
    expect(draw({ whole: true, until: 4000, view: away })).toMatchObject({
      ...{ whole: null, travelled: { base: null, tail: null } },
    });
  });
});
