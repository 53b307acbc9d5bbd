import { longestNap } from './clock';

/** How often is looked at the clock where nobody counts seconds, or power is saved, ms. */
const seldom = 5_000;
/**
 * And while nobody is at work, should nothing else be drawn before, ms: positions, where any come, are
 * drawn every half minute at least.
 */
const atRest = 45_000;

/** Who looks, and how often what they show can change, ms. */
const looks = new Map<() => void, number>();
/** What came since the last picture, while nobody is at work. */
const waiting: (() => void)[] = [];
let timer: ReturnType<typeof setInterval> | undefined;
/** How often the timer fires, ms. */
let pace = 0;
let isSlow = false;
let isResting = false;

function lookAll(): void {
  for (const look of [...looks.keys()]) look();
  if (waiting.length === 0) return;
  for (const show of waiting.splice(0)) show();
  follow();
}

function wantedPace(): number {
  const isCounted = Math.min(...looks.values()) < seldom;
  if (isResting) return isCounted ? seldom : atRest;
  return isCounted && !isSlow ? longestNap : seldom;
}

/** A window that nobody sees has nothing to count. */
function follow(): void {
  const isUsed = looks.size + waiting.length > 0;
  if (isUsed) document.addEventListener('visibilitychange', followShown);
  else document.removeEventListener('visibilitychange', followShown);
  const wanted = isUsed && !document.hidden ? wantedPace() : 0;
  if (wanted === pace) return;
  pace = wanted;
  clearInterval(timer);
  timer = wanted === 0 ? undefined : setInterval(lookAll, wanted);
}

/** Looks every five seconds from now on, or about once a second again. */
export function slowTicks(slow: boolean): void {
  isSlow = slow;
  follow();
}

/**
 * While nobody is at work each picture is one that the processor wakes for: ages tick with what is
 * drawn anyway from now on, or by the clock again.
 */
export function restTicks(rests: boolean): void {
  isResting = rests;
  if (!rests) lookAll();
  follow();
}

/** Something is about to be drawn: while nobody is at work, ages and what waited go along. */
export function tickAlong(): void {
  if (!isResting) return;
  lookAll();
  // The timer is for what nothing else draws.
  clearInterval(timer);
  pace = 0;
  follow();
}

/** Shows at once; while nobody is at work with the next picture, so that it needs none of its own. */
export function withPicture(show: () => void): void {
  if (!isResting) {
    show();
    return;
  }
  waiting.push(show);
  follow();
}

/** Waits for the next picture while nobody is at work. */
export async function nextPicture(): Promise<void> {
  if (isResting) await new Promise<void>(withPicture);
}

function followShown(): void {
  if (!document.hidden) lookAll();
  follow();
}

/**
 * Looks at the clock while the window is shown, and at once when it is shown again: about once a
 * second, or every five seconds while nobody asks for less. The answer ends it. All who look share
 * one timer, so that the processor wakes for them once.
 * @param every how often what is shown can change, ms
 */
export function onTick(look: () => void, every: number): () => void {
  looks.set(look, every);
  follow();
  return () => {
    looks.delete(look);
    follow();
  };
}
