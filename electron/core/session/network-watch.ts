import type { SessionState } from '@contract/session';
import type { Clock } from '../ports/clock';

/** So often, ms, the system is asked whether it has a network: it sends no event. */
const every = 5_000;

/** What is asked, and who hears that a network is back. */
export interface NetworkWatchOptions {
  clock: Pick<Clock, 'after'>;
  isOnline(): boolean;
  /** Whether the service can't be reached: nobody waits for a network otherwise. */
  isMissed(): boolean;
  onBack(): void;
}

/** Tells when the computer has a network again after it had none. */
export interface NetworkWatch {
  /** Whether somebody waits for a network may have changed. */
  look(): void;
  close(): void;
}

/** Whether the service can't be reached, though a person wants that. */
export function isLinkLost({ link }: Pick<SessionState, 'link'>): boolean {
  return link.state === 'offline' && link.error?.reason !== 'work-offline';
}

/**
 * Watches for a network while one is missed. A network that is there says nothing of the service, so
 * nothing is reported when it goes.
 */
export function watchNetwork(options: NetworkWatchOptions): NetworkWatch {
  const { clock, isOnline, isMissed, onBack } = options;
  let wasOnline = true;
  let cancel: (() => void) | null = null;

  function ask(): void {
    cancel = clock.after(every, ask);
    const isThere = isOnline();
    const isBack = isThere && !wasOnline;
    wasOnline = isThere;
    if (isBack) onBack();
  }

  function close(): void {
    cancel?.();
    cancel = null;
  }

  return {
    look: () => {
      if (!isMissed()) close();
      else if (cancel === null) ask();
    },
    close,
  };
}
