let shift = 0;

/** The time of day that the whole app goes by, epoch milliseconds: main's, not just the system's. */
export function timeNow(): number {
  return Date.now() + shift;
}

/** Main's clock is so many milliseconds ahead of the system's, which only tests ask for. */
export function shiftClock(milliseconds: number): void {
  shift = milliseconds;
}
