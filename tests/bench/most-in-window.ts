/**
 * The largest number of moments within any window of this length, milliseconds. The window is
 * half open: what lies exactly one length apart falls into two windows, as at a service that
 * counts what is younger than a minute.
 */
export function mostInWindow(moments: readonly number[], length: number): number {
  const sorted = [...moments].sort((a, b) => a - b);
  let most = 0;
  let from = 0;
  sorted.forEach((moment, index) => {
    while (moment - (sorted[from] ?? moment) >= length) from += 1;
    most = Math.max(most, index - from + 1);
  });
  return most;
}
