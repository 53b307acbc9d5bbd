import { latitudeAt, longitudeAt, worldSize } from '../../core/projection';
import type { StageView } from '../stage-messages';
import { slotsOf } from './compose';
import type { VehiclesReport } from './messages';
import type { Scene } from './scene';

/** The vehicles that are not hidden and whose place is inside the map's window. */
export function slotsInView(scene: Scene, view: StageView): Uint32Array<ArrayBuffer> {
  const { fleet } = scene;
  const scale = worldSize(view.zoom);
  const west = (view.left + view.inset) / scale;
  const width = (view.width - 2 * view.inset) / scale;
  const top = (view.top + view.inset) / scale;
  const bottom = (view.top + view.height - view.inset) / scale;
  const slots: number[] = [];
  for (let slot = 0; slot < fleet.size; slot += 1) {
    const y = fleet.y(slot);
    if (!(y >= top && y <= bottom) || scene.isHidden(slot)) continue;
    // The world comes again to the east: what counts is how far east of the left edge a place is.
    const beyond = fleet.x(slot) - west;
    if (beyond - Math.floor(beyond) <= width) slots.push(slot);
  }
  return Uint32Array.from(slots);
}

/** What the last frame showed, for tests. */
export function drawnReport(scene: Scene, now: number): Extract<VehiclesReport, { type: 'drawn' }> {
  const { fleet } = scene;
  const { singles, clusters } = scene.composition();
  const { selected } = scene.emphasis();
  const alone = singles.map(({ slot }) => slot);
  if (selected !== null && fleet.isPlaced(selected)) alone.push(selected);
  const together = clusters.flatMap(slotsOf);
  const faint: number[] = [];
  for (let slot = 0; slot < fleet.size; slot += 1) if (scene.isDimmed(slot)) faint.push(slot);
  const slots = Uint32Array.from([...alone, ...together, ...faint]);
  const places = new Float64Array(slots.length * 2);
  slots.forEach((slot, index) => {
    const { x, y } = fleet.drawn(slot, now);
    places[index * 2] = longitudeAt(x);
    places[index * 2 + 1] = latitudeAt(y);
  });
  const states = Uint8Array.from(slots, (slot) => fleet.state(slot));
  const inFull = alone.length + together.length;
  const clustered = new Uint8Array(slots.length).fill(1, alone.length, inFull);
  const dimmed = new Uint8Array(slots.length).fill(1, inFull);
  return { type: 'drawn', slots, places, states, clustered, dimmed };
}
