import { shownCopies } from './track-drawing';
import type { ThinLine, TrackLine } from './track-line';
import { countBetween, placeVertices } from './track-runs';
import type { TrackView } from './track-view';

/** Edge of the small square that the newest part of a way is drawn in, about, CSS pixels. */
const tailSize = 192;
/** A tail of more vertices costs as much as a picture of all. */
const mostVertices = 1000;

/** What is in a picture of the travelled part, and the square that what follows is drawn in. */
export type TailBase = {
  /** The picture holds what was travelled up to this moment. */
  since: number;
  view: TrackView;
  square: TrackView;
};

/**
 * A square of the view around the place at a moment. While a vehicle drives within it, a drawing
 * costs that square alone and not the whole view. Null where the place is unknown, or is shown
 * several times, since the view holds the world more than once.
 */
export function tailBase(
  line: TrackLine,
  thin: ThinLine,
  view: TrackView,
  { since, around }: { since: number; around: number },
): TailBase | null {
  const [shown, ...others] = shownCopies(line, view, 0);
  if (shown === undefined || others.length > 0) return null;
  const { x, y, count } = placeVertices(line, thin, shown, around, around);
  if (count === 0) return null;
  // In whole pixels of the screen, so that it is on the picture as if it were a part of it.
  const whole = (length: number) => Math.round(length * view.pixelRatio) / view.pixelRatio;
  const size = whole(tailSize);
  const left = view.left + whole((x[count - 1] ?? 0) - tailSize / 2);
  const top = view.top + whole((y[count - 1] ?? 0) - tailSize / 2);
  return { since, view, square: { ...view, left, top, width: size, height: size } };
}

/** Whether all that was travelled since a base is in its square. */
export function isInSquare(
  line: TrackLine,
  thin: ThinLine,
  { since, square }: TailBase,
  { until, margin }: { until: number; margin: number },
): boolean {
  if (until < since || countBetween(line, thin, since, until) > mostVertices) return false;
  const [shown] = shownCopies(line, square, 0);
  if (shown === undefined) return false;
  const { x, y, count } = placeVertices(line, thin, shown, since, until);
  const isWithin = (place: number) => place >= margin && place <= square.width - margin;
  for (let vertex = 0; vertex < count; vertex += 1) {
    if (!isWithin(x[vertex] ?? NaN) || !isWithin(y[vertex] ?? NaN)) return false;
  }
  return true;
}
