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

/** The system's list of programs that start at log-in, as far as it is about Fleetdesk. */
export interface LoginList {
  /** Whether an entry of ours starts Fleetdesk. */
  startsUs(): Promise<boolean> | boolean;
  /** Starts Fleetdesk at log-in, whatever the entry said before. */
  add(start: LoginStart): Promise<void> | void;
  /** Renews program and switches of the entry; one that a person switched off in the system stays off. */
  renew(start: LoginStart): Promise<void> | void;
  remove(): Promise<void> | void;
}

/**
 * Keeps the system's list of programs that start at log-in as the settings say. At the start the entry
 * is only renewed, as the program may have moved; one that is no longer wanted is removed, as the
 * administrator may have said so or a removal may have failed.
 * @param isManaged an administrator decides; the list then follows whatever it says
 */
export function followLoginStart(settings: Followed, list: LoginList, isManaged = false): void {
  let done = wantedBy(settings.state());
  let last = Promise.resolve();
  const change = (apply: () => Promise<void> | void) => {
    last = last.then(apply).catch((fault: unknown) => {
      reportFault('the start at log-in could not be changed', fault);
    });
  };
  const first = done;
  change(async () => {
    if (first !== null) await (isManaged ? list.add(first) : list.renew(first));
    else if (isManaged || (await list.startsUs())) await list.remove();
  });
  settings.subscribe((state) => {
    const wanted = wantedBy(state);
    const before = done;
    if (JSON.stringify(wanted) === JSON.stringify(before)) return;
    done = wanted;
    change(() => {
      if (wanted === null) return list.remove();
      return before === null ? list.add(wanted) : list.renew(wanted);
    });
  });
}

function wantedBy({ startAtLogin, startHidden }: Settings): LoginStart | null {
  return startAtLogin ? { isHidden: startHidden } : null;
}
