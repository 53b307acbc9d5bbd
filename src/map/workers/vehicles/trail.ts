import { nearestX, worldX, worldY } from '../../core/projection';
import { copiesInView } from '../copies-in-view';
import type { DrawnView } from '../zoom-glide';
import type { VehicleColors } from './messages';

type Context = OffscreenCanvasRenderingContext2D;

/** Beyond this the way between two fixes is not known, milliseconds. */
const gap = 5 * 60_000;

/** Steps in which the trail grows paler with age. */
const steps = 6;

/** Its widest stroke, CSS pixels. */
const widest = 6;

/** The way a vehicle came, as far as its fixes were seen. */
export type Trail = {
  /** Longitude, latitude and time in turn, oldest first. */
  set(points: Float64Array): void;
  /** Draws it up to `end`, where the vehicle is drawn right now (units of the world). */
  draw(
    context: Context,
    view: DrawnView,
    end: { x: number; y: number } | null,
    colors: VehicleColors,
  ): void;
};

type TrailPoint = { x: number; y: number; at: number };

export function createTrail(): Trail {
  let points: TrailPoint[] = [];

  return {
    set(given) {
      points = [];
      for (let i = 0; i + 2 < given.length; i += 3) {
        const x = worldX(given[i] ?? 0);
        points.push({
          x: nearestX(x, points.at(-1)?.x ?? x),
          y: worldY(given[i + 1] ?? 0),
          at: given[i + 2] ?? 0,
        });
      }
    },
    draw(context, view, end, colors) {
      const newest = points.at(-1);
      if (!newest || points.length < 2) return;
      const last = end ? { ...end, x: nearestX(end.x, newest.x), at: newest.at } : newest;
      const line = [...points.slice(0, -1), last];
      context.lineJoin = 'round';
      context.lineCap = 'round';
      const xs = line.map(({ x }) => x);
      const span = { west: Math.min(...xs), east: Math.max(...xs) };
      for (const copy of copiesInView(span, view, widest))
        drawCopy(context, view, line, copy, colors);
    },
  };
}

function drawCopy(
  context: Context,
  view: DrawnView,
  line: readonly TrailPoint[],
  copy: number,
  colors: VehicleColors,
) {
  const px = ({ x, y }: TrailPoint) =>
    [(x + copy) * view.scale - view.left, y * view.scale - view.top] as const;
  const trace = (from: number, to: number, known: boolean) => {
    context.beginPath();
    for (let i = from; i < to; i += 1) {
      const [a, b] = [line[i], line[i + 1]];
      if (!a || !b || b.at - a.at <= gap !== known) continue;
      context.moveTo(...px(a));
      context.lineTo(...px(b));
    }
  };
  const stroke = (color: string, width: number) => {
    context.strokeStyle = color;
    context.lineWidth = width;
    context.stroke();
  };
  const segments = line.length - 1;
  trace(0, segments, true);
  stroke(colors.trailHalo, widest);
  for (let step = 0; step < steps; step += 1) {
    const from = Math.floor((segments * step) / steps);
    const to = Math.floor((segments * (step + 1)) / steps);
    context.globalAlpha = 0.3 + (0.7 * (step + 1)) / steps;
    trace(from, to, true);
    stroke(colors.trail, 3);
    context.setLineDash([2, 6]);
    trace(from, to, false);
    stroke(colors.trail, 2);
    context.setLineDash([]);
  }
  context.globalAlpha = 1;
}
