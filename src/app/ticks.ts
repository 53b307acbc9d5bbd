import { longestNap } from './clock';

/** How often is looked at the clock where nobody counts seconds, or power is saved, ms. */
const seldom = 5_000;

/** Who looks, and how often what they show can change, ms. */
const looks = new Map<() => void, number>();
let timer: ReturnType<typeof setInterval> | undefined;
/** How often the timer fires, ms. */
let pace = 0;
let isSlow = false;

function lookAll(): void {
  for (const look of [...looks.keys()]) look();
}

/** A window that nobody sees has nothing to count. */
function follow(): void {
  const isWanted = looks.size > 0 && !document.hidden;
  const isSeldom = isSlow || Math.min(...looks.values()) >= seldom;
  const wanted = isWanted ? (isSeldom ? seldom : longestNap) : 0;
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
  if (looks.size === 0) document.addEventListener('visibilitychange', followShown);
  looks.set(look, every);
  follow();
  return () => {
    looks.delete(look);
    follow();
    if (looks.size === 0) document.removeEventListener('visibilitychange', followShown);
  };
}
