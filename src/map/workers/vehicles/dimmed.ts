import type { DrawnView } from '../zoom-glide';
import type { FleetColumns } from './fleet-columns';
import type { VehicleColors } from './messages';

type Context = OffscreenCanvasRenderingContext2D;

/** Radius of a dot, CSS pixels. */
const radius = 3;
/**
 * More dots than these are squares, which are drawn several times as fast; smaller and fainter ones,
 * so that a whole fleet doesn't lie over the streets like a sheet.
 */
const many = 1500;
const halfEdge = 2;

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
  const areSquares = countUpTo(many + 1, fleet, isDimmed, view) > many;
  context.beginPath();
  for (let slot = 0; slot < fleet.size; slot += 1) {
    const y = fleet.y(slot) * view.scale - view.top;
    if (!isInHeight(y, view) || !isDimmed(slot)) continue;
    for (let x = firstCopy(fleet, slot, view); x <= view.width + radius; x += view.scale) {
      if (areSquares) {
        context.rect(x - halfEdge, y - halfEdge, 2 * halfEdge, 2 * halfEdge);
      } else {
        context.moveTo(x + radius, y);
        context.arc(x, y, radius, 0, Math.PI * 2);
      }
    }
  }
  context.globalAlpha = areSquares ? 0.35 : 0.55;
  context.fillStyle = colors.unknown;
  context.fill();
  context.globalAlpha = 1;
}

/** How many dots are in view. Counting ends at `most`, so a large fleet isn't walked through twice. */
function countUpTo(
  most: number,
  fleet: FleetColumns,
  isDimmed: (slot: number) => boolean,
  view: DrawnView,
): number {
  let count = 0;
  for (let slot = 0; slot < fleet.size && count < most; slot += 1) {
    const y = fleet.y(slot) * view.scale - view.top;
    if (!isInHeight(y, view) || !isDimmed(slot)) continue;
    const x = firstCopy(fleet, slot, view);
    if (x <= view.width + radius) count += 1 + Math.floor((view.width + radius - x) / view.scale);
  }
  return count;
}

/** False for a vehicle without a place: its `y` is not a number. */
function isInHeight(y: number, view: DrawnView): boolean {
  return y >= -radius && y <= view.height + radius;
}

/** The westernmost `x` in view: the world comes again to the east, with the vehicle in each copy. */
function firstCopy(fleet: FleetColumns, slot: number, view: DrawnView): number {
  const x = fleet.x(slot) * view.scale - view.left;
  return x + Math.ceil((-radius - x) / view.scale) * view.scale;
}
