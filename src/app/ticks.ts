import { longestNap } from './clock';

const looks = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function lookAll(): void {
  for (const look of [...looks]) look();
}

/** A window that nobody sees has nothing to count. */
function follow(): void {
  const isWanted = looks.size > 0 && !document.hidden;
  if (isWanted) timer ??= setInterval(lookAll, longestNap);
  else {
    clearInterval(timer);
    timer = undefined;
  }
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
