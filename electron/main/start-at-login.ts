import type { Settings } from '@contract/settings';
import { reportFault } from '@core/faults';

/** How the system starts Fleetdesk as somebody logs in; null where it does not. */
export interface LoginStart {
  isHidden: boolean;
}

/** The settings, and who hears of changes. */
interface Followed {
  state(): Settings;
  subscribe(listener: (settings: Settings) => void): () => void;
}

/**
 * Keeps the system's list of programs that start at log-in as the settings say, from the start on: an
 * administrator may have set them, and the program may have moved. While they have never said
 * anything of it, the list is left as it is.
 */
export function followLoginStart(
  settings: Followed,
  apply: (wanted: LoginStart | null) => Promise<void> | void,
): void {
  let done: LoginStart | null = null;
  let last = Promise.resolve();
  const follow = (state: Settings) => {
    const wanted = wantedBy(state);
    if (JSON.stringify(wanted) === JSON.stringify(done)) return;
    done = wanted;
    last = last
      .then(() => apply(wanted))
      .catch((fault: unknown) => {
        reportFault('the start at log-in could not be changed', fault);
      });
  };
  follow(settings.state());
  settings.subscribe(follow);
}

function wantedBy({ startAtLogin, startHidden }: Settings): LoginStart | null {
  return startAtLogin ? { isHidden: startHidden } : null;
}
