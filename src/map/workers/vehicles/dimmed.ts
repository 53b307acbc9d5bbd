import type { DrawnView } from '../zoom-glide';
import type { FleetColumns } from './fleet-columns';
import type { VehicleColors } from './messages';

type Context = OffscreenCanvasRenderingContext2D;

/** Radius of a dot, CSS pixels. */
const radius = 3;
/** From so many on dots are squares, which are drawn several times as fast. */
const many = 1500;

/**
 * Draws the vehicles that a filter leaves out, as dots below all others: one path for all of them,
 * without clusters and plates. They don't glide from fix to fix.
 */
export function drawDimmed(
  context: Context,
  fleet: FleetColumns,
  isDimmed: (slot: number) => boolean,
  view: DrawnView,
  colors: VehicleColors,
): void {
  const points: number[] = [];
  for (let slot = 0; slot < fleet.size; slot += 1) {
    const y = fleet.y(slot) * view.scale - view.top;
    if (!(y >= -radius && y <= view.height + radius) || !isDimmed(slot)) continue;
    // The world comes again to the east, and all its copies in view show the vehicle.
    const x = fleet.x(slot) * view.scale - view.left;
    const first = x + Math.ceil((-radius - x) / view.scale) * view.scale;
    for (let at = first; at <= view.width + radius; at += view.scale) points.push(at, y);
  }
  context.beginPath();
  for (let index = 0; index < points.length; index += 2) {
    const [x = 0, y = 0] = [points[index], points[index + 1]];
    if (points.length > 2 * many) {
      context.rect(x - radius, y - radius, 2 * radius, 2 * radius);
    } else {
      context.moveTo(x + radius, y);
      context.arc(x, y, radius, 0, Math.PI * 2);
    }
  }
  context.globalAlpha = 0.55;
  context.fillStyle = colors.unknown;
  context.fill();
  context.globalAlpha = 1;
}
