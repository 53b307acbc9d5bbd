import type { VehicleColors } from './messages';

type Context = OffscreenCanvasRenderingContext2D;

/** Of the badge, CSS pixels. */
const radius = 5.5;
/** The badge is up to the right of what it belongs to. */
const aside = Math.SQRT1_2;

/** Draws the badge of an open alert at the edge of a glyph or cluster: red, and with a sign. */
export function drawAlarm(
  context: Context,
  x: number,
  y: number,
  edge: number,
  colors: VehicleColors,
): void {
  const [left, top] = [x + edge * aside, y - edge * aside];
  context.beginPath();
  context.arc(left, top, radius + 1.5, 0, Math.PI * 2);
  context.fillStyle = colors.halo;
  context.fill();
  context.beginPath();
  context.arc(left, top, radius, 0, Math.PI * 2);
  context.fillStyle = colors.alarm;
  context.fill();
  context.fillStyle = colors.onAlarm;
  context.fillRect(left - 0.8, top - 3.2, 1.6, 3.8);
  context.fillRect(left - 0.8, top + 1.6, 1.6, 1.6);
}
