import { DomEvent, type LatLng, type Map as LeafletMap, type Point } from 'leaflet';
import { goalEvent, type GoalEvent } from '../layers/goal-event';
import { endMotion, movedMap } from './leaflet-motion';
import { prefersReducedMotion } from './motion-preference';

/** Pixels of a wheel that zoom by one level: about a notch of a mouse. */
const pixelsPerLevel = 120;
/** Pixels of a unit of each `WheelEvent.deltaMode`: pixels, lines and pages. */
const unitPixels = [1, 40, 120];
/** No fingers spread so far between two frames: it is a mouse whose user holds Ctrl. */
const farthestPinch = 50;
/** The zoom nears its goal by two thirds in this time, milliseconds. */
const ease = 60;
/** Nearer than this the goal is reached, levels. */
const near = 0.004;
/** The wheel has come to rest after this time, milliseconds. */
const restFor = 160;

/**
 * How many zoom levels a turn of the wheel means. A pinch comes as a wheel with Ctrl, 100 times the
 * natural logarithm of how far the fingers spread, so that the map follows them.
 */
export function levelsOf({
  deltaY,
  deltaMode,
  ctrlKey,
}: Pick<WheelEvent, 'deltaY' | 'deltaMode' | 'ctrlKey'>): number {
  const pixels = deltaY * (unitPixels[deltaMode] ?? 1);
  const isPinch = ctrlKey && Math.abs(pixels) < farthestPinch;
  // Without the subtraction a wheel that does not turn would mean −0 levels.
  return 0 - pixels / (isPinch ? 100 * Math.LN2 : pixelsPerLevel);
}

/**
 * Zooms as far as the wheel was turned, in parts of a level, where Leaflet knows whole turns only:
 * one pixel of a touchpad would be a level.
 */
export function zoomByWheel(map: LeafletMap): {
  around(anchor: 'middle' | 'pointer'): void;
  destroy(): void;
} {
  const moved = movedMap(map);
  const element = map.getContainer();
  let keepsMiddle = false;
  /** What stays where it is: a place, and the point of the window it is at. */
  let held: { place: LatLng; point: Point } | null = null;
  let goal: number | null = null;
  let turnedAt = 0;
  let framedAt = 0;
  let frame = 0;
  /** The view as the last frame left it; another one means that something else moved the map. */
  let left: { centre: LatLng; zoom: number } | null = null;

  function begin() {
    endMotion(map);
    moved._moveStart(true, false);
    goal = map.getZoom();
    held = left = null;
    framedAt = performance.now();
    frame = requestAnimationFrame(step);
  }

  function end() {
    goal = null;
    held = left = null;
    // Tiles of other levels were kept while the zoom went on.
    map.fire('zoom');
    moved._moveEnd(true);
  }

  /** Held for as long as the pointer stays, so that rounding in each frame adds up to nothing. */
  function hold(pointer: Point) {
    if (held !== null && (keepsMiddle || held.point.equals(pointer))) return;
    held = keepsMiddle
      ? { place: map.getCenter(), point: map.getSize().divideBy(2) }
      : { place: map.containerPointToLatLng(pointer), point: pointer };
  }

  function centreFor(zoom: number): LatLng {
    if (held === null) return map.getCenter();
    const fromMiddle = held.point.subtract(map.getSize().divideBy(2));
    const wanted = map.unproject(map.project(held.place, zoom).subtract(fromMiddle), zoom);
    return moved._limitCenter(wanted, zoom, map.options.maxBounds);
  }

  function step() {
    if (goal === null) return;
    const isTaken = left !== null && (left.zoom !== map.getZoom() || !isAt(left.centre));
    if (isTaken) {
      end();
      return;
    }
    const now = performance.now();
    const zoom = map.getZoom();
    if (zoom !== goal) {
      const way = goal - zoom;
      const isNear = Math.abs(way) < near || prefersReducedMotion();
      const next = isNear ? goal : zoom + way * (1 - Math.exp((framedAt - now) / ease));
      moved._move(centreFor(next), next, { pinch: true, round: false });
      left = { centre: map.getCenter(), zoom: map.getZoom() };
    } else if (now - turnedAt >= restFor) {
      end();
      return;
    }
    framedAt = now;
    frame = requestAnimationFrame(step);
  }

  const isAt = (centre: LatLng) => map.getCenter().equals(centre, 1e-9);

  function turn(event: WheelEvent) {
    const levels = levelsOf(event);
    DomEvent.stop(event);
    if (levels === 0) return;
    turnedAt = performance.now();
    if (goal === null) begin();
    hold(map.mouseEventToContainerPoint(event));
    const wanted = (goal ?? map.getZoom()) + levels;
    goal = Math.max(map.getMinZoom(), Math.min(map.getMaxZoom(), wanted));
    map.fire(goalEvent, { centre: centreFor(goal), zoom: goal } satisfies GoalEvent);
  }

  element.addEventListener('wheel', turn, { passive: false });
  return {
    around(wanted) {
      keepsMiddle = wanted === 'middle';
      held = null;
    },
    destroy() {
      cancelAnimationFrame(frame);
      // Where the wheel brought the map is told, and with it remembered.
      if (goal !== null) end();
      element.removeEventListener('wheel', turn);
    },
  };
}
