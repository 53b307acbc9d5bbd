import type { Clock } from './ports/clock';

/** What could not be loaded is tried again after this time, milliseconds. */
const AGAIN_AFTER = 60_000;

/**
 * Loads what others wait for; after a failure, which is told, once more a minute later. Answers what
 * gives up trying.
 */
export function untilLoaded(
  load: () => Promise<void>,
  { clock, onFault }: { clock: Pick<Clock, 'after'>; onFault: (fault: unknown) => void },
): () => void {
  let isOver = false;
  let cancel: () => void = () => undefined;
  const attempt = (): void => {
    load().catch((fault: unknown) => {
      onFault(fault);
      if (!isOver) cancel = clock.after(AGAIN_AFTER, attempt);
    });
  };
  attempt();
  return () => {
    isOver = true;
    cancel();
  };
}
