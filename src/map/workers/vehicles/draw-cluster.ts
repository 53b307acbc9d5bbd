import { drawingFont } from '../fonts';
import type { Cluster } from './compose';
import type { VehicleColors } from './messages';
import { motionOrder } from './vehicle-state';

type Context = OffscreenCanvasRenderingContext2D;

const ring = 4;

/** Colours of the kinds of a cluster's ring, in the order of `mixKindOf`. */
function kindColors(colors: VehicleColors): string[] {
  return motionOrder.flatMap((motion) => [
    colors[motion],
    motion === 'unknown' ? colors.ringSilent : colors[`${motion}Silent`],
  ]);
}

/** Shares of a circle for each kind; a kind that is there at all is large enough to be seen. */
export function mixShares(mix: ArrayLike<number>): number[] {
  const counts = Array.from(mix);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const least = 0.04;
  const raised = counts.map((count) => (count === 0 ? 0 : Math.max(least, count / total)));
  const sum = raised.reduce((a, b) => a + b, 0);
  return raised.map((share) => share / sum);
}

/** Draws a disc with the number of its vehicles, and a ring that shows what they do. */
export function drawCluster(
  context: Context,
  cluster: Pick<Cluster, 'mix' | 'radius' | 'count'>,
  x: number,
  y: number,
  colors: VehicleColors,
  format: (count: number) => string,
): void {
  const { radius } = cluster;
  context.beginPath();
  context.arc(x, y + 0.75, radius + 1.25, 0, Math.PI * 2);
  context.fillStyle = colors.edge;
  context.fill();
  context.beginPath();
  context.arc(x, y, radius, 0, Math.PI * 2);
  context.fillStyle = colors.plate;
  context.fill();

  const kinds = kindColors(colors);
  const shares = mixShares(cluster.mix);
  const gap = shares.filter((share) => share > 0).length > 1 ? 1 / radius : 0;
  context.lineWidth = ring;
  let angle = -Math.PI / 2;
  shares.forEach((share, kind) => {
    if (share === 0) return;
    const end = angle + share * Math.PI * 2;
    context.beginPath();
    context.arc(x, y, radius - ring / 2 - 1, angle + gap / 2, end - gap / 2);
    context.strokeStyle = kinds[kind] ?? colors.unknown;
    context.stroke();
    angle = end;
  });

  const text = format(cluster.count);
  context.font = `600 ${text.length > 3 ? 10.5 : 12}px ${drawingFont()}`;
  context.letterSpacing = '0px';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillStyle = colors.label;
  context.fillText(text, x, y + 0.5);
}
