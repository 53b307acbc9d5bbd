let shift = 0;

/** The time of day that the whole app goes by, epoch milliseconds: main's, not just the system's. */
export function timeNow(): number {
  return Date.now() + shift;
}

/** Main's clock is so many milliseconds ahead of the system's, which only tests ask for. */
export function shiftClock(milliseconds: number): void {
  shift = milliseconds;
}

/** A timer stops while the machine sleeps, so the clock is read at least this often, milliseconds. */
export const longestNap = 1000;

/** Calls once a moment has come, epoch milliseconds; the answer cancels it. */
export function callAt(moment: number, call: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const arm = (): void => {
    timer = setTimeout(look, Math.max(0, Math.min(moment - timeNow(), longestNap)));
  };
  const look = (): void => {
    if (timeNow() < moment) arm();
    else call();
  };
  arm();
  return () => {
    clearTimeout(timer);
  };
}
