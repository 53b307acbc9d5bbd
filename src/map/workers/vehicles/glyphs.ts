import type { ConnectionState, Motion } from '@contract/fixes';
import type { VehicleColors } from './messages';

type Context = OffscreenCanvasRenderingContext2D;

/** Edge of the square that holds a glyph with its shadow, CSS pixels. */
export const glyphEdge = 36;

/** Pictures of an arrow all around; between two of them a turn can't be seen. */
export const headingSteps = 72;

/** Which of the pictures shows a heading; an arrow without one points north. */
export function headingStep(heading: number): number {
  if (Number.isNaN(heading)) return 0;
  return Math.round((heading / 360) * headingSteps) % headingSteps;
}

/** What stands still is drawn smaller, so that what moves stands out. */
function glyphScale(motion: Motion, connection: ConnectionState): number {
  if (connection === 'never' || motion === 'unknown') return 0.8;
  return motion === 'parked' ? 0.85 : 1.1;
}

/** Fill of a motion's shape: the longer a device has been silent, the less colour. */
function shapeColor(motion: Motion, connection: ConnectionState, colors: VehicleColors): string {
  if (motion === 'unknown' || connection === 'never') return colors.unknown;
  if (connection === 'late') return colors[`${motion}Late`];
  if (connection === 'silent') return colors[`${motion}Silent`];
  return colors[motion];
}

/** Draws a vehicle around the origin, in the shapes and rings that lists use too. */
export function drawGlyph(
  context: Context,
  motion: Motion,
  connection: ConnectionState,
  step: number,
  colors: VehicleColors,
): void {
  const scale = glyphScale(motion, connection);
  context.scale(scale, scale);
  drawPlate(context, colors);
  drawRing(context, motion, connection, colors);
  context.fillStyle = shapeColor(motion, connection, colors);
  context.strokeStyle = colors.unknown;
  context.beginPath();
  if (motion === 'unknown' || connection === 'never') {
    context.arc(0, 0, 3.6, 0, Math.PI * 2);
    context.lineWidth = 1.6;
    context.stroke();
  } else if (motion === 'moving') {
    context.rotate((step / headingSteps) * Math.PI * 2);
    context.moveTo(0, -6.6);
    context.lineTo(4.7, 5);
    context.lineTo(0, 2.7);
    context.lineTo(-4.7, 5);
    context.closePath();
    context.fill();
  } else if (motion === 'idling') {
    context.arc(0, 0, 4.3, 0, Math.PI * 2);
    context.fill();
  } else {
    context.roundRect(-3.9, -3.9, 7.8, 7.8, 1.6);
    context.fill();
  }
}

function drawPlate(context: Context, colors: VehicleColors) {
  context.save();
  context.shadowColor = colors.edge;
  context.shadowBlur = 3;
  context.shadowOffsetY = 1;
  context.beginPath();
  context.arc(0, 0, 10, 0, Math.PI * 2);
  context.fillStyle = colors.plate;
  context.fill();
  context.restore();
}

/** The ring tells the connection: solid while live, thin when late, dashed when silent. */
function drawRing(
  context: Context,
  motion: Motion,
  connection: ConnectionState,
  colors: VehicleColors,
) {
  if (connection === 'never') return;
  context.beginPath();
  context.arc(0, 0, 8.8, 0, Math.PI * 2);
  if (connection === 'live') {
    context.strokeStyle = colors[motion];
    context.lineWidth = 1.7;
  } else if (connection === 'late') {
    context.strokeStyle = colors.ringLate;
    context.lineWidth = 0.9;
  } else {
    context.strokeStyle = colors.ringSilent;
    context.lineWidth = 1.4;
    context.setLineDash([2.4, 3.13]);
  }
  context.stroke();
  context.setLineDash([]);
}

/** A ring around a vehicle that stands out. */
export function drawEmphasis(
  context: Context,
  x: number,
  y: number,
  kind: 'selected' | 'followed' | 'hovered',
  colors: VehicleColors,
): void {
  const radius = kind === 'hovered' ? 13.5 : 15;
  context.beginPath();
  context.arc(x, y, radius, 0, Math.PI * 2);
  context.strokeStyle = colors.halo;
  context.lineWidth = kind === 'hovered' ? 4 : 5.5;
  context.stroke();
  context.strokeStyle = colors.selected;
  context.lineWidth = kind === 'hovered' ? 2 : 3;
  context.stroke();
  if (kind !== 'followed') return;
  context.beginPath();
  context.arc(x, y, radius + 5, 0, Math.PI * 2);
  context.globalAlpha = 0.45;
  context.lineWidth = 2;
  context.stroke();
  context.globalAlpha = 1;
}
