import type { Clock } from './ports/clock';

/** So long, ms, a walk may hold up all else. */
const SLICE = 8;

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
      await new Promise<void>((resolve) => clock.after(0, resolve));
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
