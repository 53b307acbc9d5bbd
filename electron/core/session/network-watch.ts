import type { Clock } from '../ports/clock';

/** So often, ms, the system is asked whether it has a network: it sends no event. */
const every = 5_000;

/** What is asked, and who hears that a network is back. */
export interface NetworkWatchOptions {
  clock: Pick<Clock, 'after'>;
  isOnline(): boolean;
  onBack(): void;
}

/**
 * Tells when the computer has a network again after it had none; the answer ends that. A network
 * that is there says nothing of the service, so nothing is reported when it goes.
 */
export function watchNetwork({ clock, isOnline, onBack }: NetworkWatchOptions): () => void {
  let wasOnline = isOnline();
  let cancel = clock.after(every, look);

  function look(): void {
    const isThere = isOnline();
    const isBack = isThere && !wasOnline;
    wasOnline = isThere;
    cancel = clock.after(every, look);
    if (isBack) onBack();
  }

  return () => {
    cancel();
  };
}
