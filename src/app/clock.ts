import { systemTime, timeOfDay, type TestClock } from '@contract/test-clock';

let clock = systemTime;

/** The time of day that the whole app goes by, epoch milliseconds: main's, not just the system's. */
export function timeNow(): number {
  return timeOfDay(clock, Date.now());
}

/** Main's clock goes otherwise than the system's, which only tests ask for. */
export function setClock(asked: TestClock): void {
  clock = asked;
}

/** A timer stops while the machine sleeps, so the clock is read at least this often, milliseconds. */
export const longestNap = 1000;

/** Calls once a moment has come, epoch milliseconds; the answer cancels it. */
export function callAt(moment: number, call: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const arm = (): void => {
    timer = setTimeout(look, Math.max(0, Math.min((moment - timeNow()) / clock.pace, longestNap)));
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
