import { longestNap } from './clock';

/** How often is looked at the clock where power is saved, ms. */
const savingNap = 5_000;

const looks = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let isSlow = false;

function lookAll(): void {
  for (const look of [...looks]) look();
}

/** A window that nobody sees has nothing to count. */
function follow(): void {
  const isWanted = looks.size > 0 && !document.hidden;
  if (isWanted) timer ??= setInterval(lookAll, isSlow ? savingNap : longestNap);
  else {
    clearInterval(timer);
    timer = undefined;
  }
}

/** Looks every five seconds from now on, or about once a second again. */
export function slowTicks(slow: boolean): void {
  if (slow === isSlow) return;
  isSlow = slow;
  clearInterval(timer);
  timer = undefined;
  follow();
}

function followShown(): void {
  if (!document.hidden) lookAll();
  follow();
}

/**
 * Looks at the clock about once a second while the window is shown, and at once when it is shown
 * again; the answer ends it. All who look share one timer, so that the processor wakes for them once.
 */
export function onTick(look: () => void): () => void {
  if (looks.size === 0) document.addEventListener('visibilitychange', followShown);
  looks.add(look);
  follow();
  return () => {
    looks.delete(look);
    follow();
    if (looks.size === 0) document.removeEventListener('visibilitychange', followShown);
  };
}
