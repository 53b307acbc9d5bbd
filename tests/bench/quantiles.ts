/** The middle one of several figures. */
export function middle(values: readonly number[]): number {
  return at(values, 0.5);
}

/** The figure that such a part of all figures, from 0 to 1, lies below; NaN where there are none. */
export function at(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? NaN;
}

/** A figure with four digits that count. */
export const round = (value: number): number => Number(value.toPrecision(4));
