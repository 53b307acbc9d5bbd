import { latitudeAt, longitudeAt, nearestX } from '../../core/projection';
import type { DrawnView } from '../zoom-glide';
import { slotsOf, type Cluster } from './compose';
import type { FleetColumns } from './fleet-columns';
import type { PassedHit, SlotHit } from './messages';
import type { Scene } from './scene';

/** How far beside a glyph a pointer still means it, CSS pixels. */
const glyphReach = 13;
const selectedReach = 17;
const dimmedReach = 8;

type Topmost = { kind: 'vehicle'; slot: number } | { kind: 'cluster'; cluster: Cluster };

/** What is at a point of the canvas. */
export function hitAt(
  scene: Scene,
  view: DrawnView,
  point: { x: number; y: number },
  now: number,
): SlotHit | null {
  const top = topmostAt(scene, view, point, now);
  return top?.kind === 'cluster' ? clusterHit(top.cluster, scene.fleet) : top;
}

/** The same without the vehicles of a cluster, which may be a whole fleet. */
export function passedAt(...at: Parameters<typeof hitAt>): PassedHit | null {
  const top = topmostAt(...at);
  return top?.kind === 'cluster' ? { kind: 'cluster' } : top;
}

function topmostAt(
  scene: Scene,
  view: DrawnView,
  point: { x: number; y: number },
  now: number,
): Topmost | null {
  const { fleet } = scene;
  const { singles, clusters } = scene.composition();
  const { selected } = scene.emphasis();

  const distanceTo = (slot: number, copy: number) => {
    const { x, y } = fleet.drawn(slot, now);
    return Math.hypot(
      (x + copy) * view.scale - view.left - point.x,
      y * view.scale - view.top - point.y,
    );
  };

  if (selected !== null && fleet.isPlaced(selected)) {
    const copy = Math.round((view.left + point.x) / view.scale - fleet.x(selected));
    if (distanceTo(selected, copy) <= selectedReach) return { kind: 'vehicle', slot: selected };
  }
  const cluster = clusters.find(
    ({ x, y, radius }) =>
      Math.hypot(x * view.scale - view.left - point.x, y * view.scale - view.top - point.y) <=
      radius + 2,
  );
  if (cluster) return { kind: 'cluster', cluster };

  let nearest: number | null = null;
  let distance = glyphReach;
  for (const { slot, copy } of singles) {
    const found = distanceTo(slot, copy);
    if (found > distance) continue;
    nearest = slot;
    distance = found;
  }
  nearest ??= nearestDimmed(scene, view, point);
  return nearest === null ? null : { kind: 'vehicle', slot: nearest };
}

/** A dimmed vehicle is below all others, but can be pointed at. */
function nearestDimmed(
  scene: Scene,
  view: DrawnView,
  point: { x: number; y: number },
): number | null {
  const { fleet } = scene;
  let nearest: number | null = null;
  let distance = dimmedReach;
  for (let slot = 0; slot < fleet.size; slot += 1) {
    if (!scene.isDimmed(slot)) continue;
    const down = fleet.y(slot) * view.scale - view.top - point.y;
    if (Math.abs(down) > distance) continue;
    const copy = Math.round((view.left + point.x) / view.scale - fleet.x(slot));
    const across = (fleet.x(slot) + copy) * view.scale - view.left - point.x;
    const found = Math.hypot(across, down);
    if (found > distance) continue;
    nearest = slot;
    distance = found;
  }
  return nearest;
}

function clusterHit(cluster: Cluster, fleet: FleetColumns): SlotHit {
  const slots = Uint32Array.from(slotsOf(cluster));
  let [west, east, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const slot of slots) {
    // In the copy of the world that the cluster is drawn in; at the date line it has two of them.
    const x = nearestX(fleet.x(slot), cluster.x);
    west = Math.min(west, x);
    east = Math.max(east, x);
    top = Math.min(top, fleet.y(slot));
    bottom = Math.max(bottom, fleet.y(slot));
  }
  return {
    kind: 'cluster',
    slots,
    longitude: longitudeAt(cluster.x),
    latitude: latitudeAt(cluster.y),
    bounds: {
      south: latitudeAt(bottom),
      west: longitudeAt(west),
      north: latitudeAt(top),
      east: longitudeAt(east),
    },
  };
}
