import { nearestX } from '../../core/projection';
import type { Box } from '../label-boxes';
import type { DrawnView } from '../zoom-glide';
import type { Composition } from './compose';
import type { FleetColumns } from './fleet-columns';
import type { Emphasis } from './messages';
import type { PlateLabel, Wish } from './plate-labels';
import { motionOf, motionOrder } from './vehicle-state';

/** Room around a glyph that no plate may cover, CSS pixels. */
const glyphRoom = 10;
const selectedRoom = 16;

/**
 * Who would like a plate, in the order in which room is given away: what stands out, then those
 * that had one (plates must not jump about), then what moves before what is still.
 */
export function wishesFor(
  { singles, clusters }: Composition,
  fleet: FleetColumns,
  { selected, hovered }: Emphasis,
  view: DrawnView,
  before: readonly PlateLabel[],
): { wishes: Wish[]; taken: Box[] } {
  const had = new Set(before.map(({ slot }) => slot));
  const taken: Box[] = [];
  const block = (x: number, y: number, radius: number) => {
    taken.push({ minX: x - radius, minY: y - radius, maxX: x + radius, maxY: y + radius });
  };
  const ranked: { wish: Wish; rank: number }[] = [];
  const want = (slot: number, x: number, y: number, radius: number, rank: number) => {
    // The plate of the selected vehicle is shown wherever it is: a ring alone names nobody.
    const isSure = slot === selected;
    ranked.push({ wish: { slot, x, y, radius, text: fleet.name(slot), isSure }, rank });
  };
  const canvasX = (x: number) => x * view.scale - view.left;
  const canvasY = (y: number) => y * view.scale - view.top;

  for (const { slot, copy } of singles) {
    const x = canvasX(fleet.x(slot) + copy);
    const y = canvasY(fleet.y(slot));
    block(x, y, glyphRoom);
    const rank = had.has(slot) ? 2 : 3 + motionOrder.indexOf(motionOf(fleet.state(slot)));
    if (slot === hovered) want(slot, x, y, selectedRoom, 1);
    else want(slot, x, y, glyphRoom, rank);
  }
  for (const cluster of clusters) {
    block(canvasX(cluster.x), canvasY(cluster.y), cluster.radius + 1);
  }
  if (selected !== null && fleet.isPlaced(selected)) {
    const x = canvasX(nearestX(fleet.x(selected), (view.left + view.width / 2) / view.scale));
    const y = canvasY(fleet.y(selected));
    block(x, y, selectedRoom);
    want(selected, x, y, selectedRoom, 0);
  }
  const wishes = ranked.sort((a, b) => a.rank - b.rank).map(({ wish }) => wish);
  return { wishes, taken };
}
