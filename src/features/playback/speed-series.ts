import type { Gap, TrackColumns } from '@contract/trajectories';
import type { Span } from './playback-clock';

/** A line of a chart: times (epoch milliseconds) and speeds (km/h); null breaks the line. */
export type SpeedSeries = { times: number[]; speeds: (number | null)[] };

/**
 * The speeds of a span, thinned to at most two fixes a pixel column: the lowest and the highest,
 * in the order in which they came, so that no peak and no halt is lost however long the day is.
 * Gaps and unknown speeds break the line.
 */
export function thinSpeeds(
  columns: Pick<TrackColumns, 'at' | 'speed'>,
  gaps: readonly Gap[],
  span: Span,
  pixels: number,
): SpeedSeries {
  const { at, speed } = columns;
  const series: SpeedSeries = { times: [], speeds: [] };
  const width = Math.max((span.to - span.from) / Math.max(pixels, 1), Number.MIN_VALUE);
  const gapAfter = new Set(gaps.map(({ index }) => index));
  let column = -1;
  let low = -1;
  let high = -1;

  const push = (index: number) => {
    series.times.push(at[index] ?? 0);
    series.speeds.push(speed[index] ?? null);
  };
  const flush = () => {
    if (low >= 0) {
      push(Math.min(low, high));
      if (low !== high) push(Math.max(low, high));
    }
    low = high = -1;
  };
  const breakAfter = (index: number) => {
    flush();
    if (series.speeds.at(-1) === null) return;
    series.times.push((at[index] ?? 0) + 1);
    series.speeds.push(null);
  };

  for (let index = 0; index < at.length; index += 1) {
    const time = at[index] ?? 0;
    if (time < span.from || time > span.to) continue;
    const value = speed[index] ?? NaN;
    const reached = Math.floor((time - span.from) / width);
    if (reached !== column) {
      flush();
      column = reached;
    }
    if (Number.isNaN(value)) {
      breakAfter(index);
      continue;
    }
    if (low < 0) low = high = index;
    else if (value < (speed[low] ?? 0)) low = index;
    else if (value > (speed[high] ?? 0)) high = index;
    if (gapAfter.has(index)) breakAfter(index);
  }
  flush();
  return series;
}
