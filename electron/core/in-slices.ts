import type { Clock } from './ports/clock';

/** So long, ms, a walk may hold up all else. */
const SLICE = 8;

/** Walks that wait for their turn: several at once would hold up all else for the sum of their slices. */
const lines = new WeakMap<Clock, (() => void)[]>();

/** Resolves once the others of this thread, and the walks that came before, had their turn. */
function nextTurn(clock: Clock): Promise<void> {
  const line = lines.get(clock) ?? [];
  lines.set(clock, line);
  const goOn = (): void => {
    const first = line.shift();
    if (line.length > 0) clock.after(0, goOn);
    first?.();
  };
  return new Promise((resolve) => {
    line.push(resolve);
    if (line.length === 1) clock.after(0, goOn);
  });
}

/**
 * Does something with each of many things, some milliseconds at a time, so that nothing else waits
 * for all of them.
 * @param goesOn asked after every pause, in which anything may have happened; false ends the walk
 */
export async function inSlices<Thing>(
  clock: Clock,
  things: Iterable<Thing>,
  each: (thing: Thing) => void,
  goesOn: () => boolean = () => true,
): Promise<void> {
  let begunAt = clock.monotonic();
  for (const thing of things) {
    if (clock.monotonic() - begunAt >= SLICE) {
      await nextTurn(clock);
      if (!goesOn()) return;
      begunAt = clock.monotonic();
    }
    each(thing);
  }
}

/** Things in parts of so many, where each takes little: a part is what a slice takes whole. */
export function partsOf<Thing>(things: readonly Thing[], size: number): Thing[][] {
  return Array.from({ length: Math.ceil(things.length / size) }, (_, part) =>
    things.slice(part * size, (part + 1) * size),
  );
}
