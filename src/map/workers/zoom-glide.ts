import { worldSize } from '../core/projection';
import type { StageView } from './stage-messages';

/** A part of the world, in pixels of its edge at some zoom level. */
export type Area = { left: number; top: number; width: number; height: number };

/** A view that may lie between two zoom levels while the map glides from one to the other. */
export type DrawnView = Area & {
  /** Pixels of the world's edge right now. */
  scale: number;
  ratio: number;
  inset: number;
  /** The zoom level that the view has, or leaves while it glides. */
  zoom: number;
  /** Whether the view changes with each frame, so that it is no time to choose words. */
  gliding: boolean;
  /** Whether it does so for as long as a person turns the wheel. */
  isPassing: boolean;
  /** All that comes into view until the glide ends, at the zoom level that it leaves. */
  area: Area;
};

/** A view as it is drawn where no glide leads to it. */
export function restingView(view: StageView): DrawnView {
  const isPassing = view.isPassing ?? false;
  return { ...view, scale: worldSize(view.zoom), gliding: isPassing, isPassing, area: view };
}

/**
 * The view a part of the way from one to another. Scale and offset change in proportion, as a
 * browser's transition of a transform does it, so that the drawing and Leaflet's tiles stay
 * together.
 */
export function viewBetween(from: StageView, to: StageView, part: number): DrawnView {
  if (part >= 1) return restingView(to);
  const mix = (a: number, b: number) => a + (b - a) * part;
  return {
    ...from,
    scale: mix(worldSize(from.zoom), worldSize(to.zoom)),
    left: mix(from.left, to.left),
    top: mix(from.top, to.top),
    gliding: true,
    isPassing: false,
    area: areaOfBoth(from, to),
  };
}

function areaOfBoth(from: StageView, to: StageView): Area {
  const factor = worldSize(from.zoom) / worldSize(to.zoom);
  const left = Math.min(from.left, to.left * factor);
  const top = Math.min(from.top, to.top * factor);
  return {
    left,
    top,
    width: Math.max(from.left + from.width, (to.left + to.width) * factor) - left,
    height: Math.max(from.top + from.height, (to.top + to.height) * factor) - top,
  };
}

/**
 * How much of words chosen for a zoom level is still shown at another scale: zooming out they would
 * pile up, so they fade before they touch.
 */
export function wordsLeft(scale: number, chosenZoom: number): number {
  return Math.max(0, Math.min(1, (scale / worldSize(chosenZoom) - 0.65) / 0.3));
}

/** Leaflet's zoom transition, cubic-bezier(0, 0, 0.25, 1): progress of the movement over time. */
export function easeZoom(time: number): number {
  if (time <= 0) return 0;
  if (time >= 1) return 1;
  // The curve gives time and movement by a parameter; halving finds the one of this time.
  let low = 0;
  let high = 1;
  for (let i = 0; i < 20; i += 1) {
    const p = (low + high) / 2;
    const at = 3 * (1 - p) * p * p * 0.25 + p ** 3;
    if (at < time) low = p;
    else high = p;
  }
  const p = (low + high) / 2;
  return 3 * (1 - p) * p * p + p ** 3;
}
