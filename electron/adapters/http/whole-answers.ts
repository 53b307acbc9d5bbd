/** The rest of a small answer comes within so long after its head, ms. */
const SPREAD = 1;

const never = new Int32Array(new SharedArrayBuffer(4));
let isOn = false;

/**
 * Chromium tells of an answer in several messages some tenths of a millisecond apart. Main falls
 * asleep between them, and each wakes it and Node's thread beside it: from now on it waits for all of
 * them at once, or again takes each as it comes.
 */
export function takeAnswersWhole(whole: boolean): void {
  isOn = whole;
}

/** The head of an answer came. Nobody is at work, else this thread may not stand still. */
export function awaitRestOfAnswer(): void {
  if (isOn) Atomics.wait(never, 0, 0, SPREAD);
}
