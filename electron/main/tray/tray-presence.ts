import { endOfQuiet } from '@contract/desktop';
import type { SessionState } from '@contract/session';
import type { Locale, Settings } from '@contract/settings';
import type { Desktop } from '@core/desktop/desktop';
import { reportFault } from '@core/faults';
import type { Clock } from '@core/ports/clock';
import { clockTime } from '../clock-time';
import type { Words } from '../words';
import type { TrayActions, TrayView } from './tray-menu';

/** A state that others can follow. */
interface Followed<State> {
  state(): State;
  subscribe(listener: (state: State) => void): () => void;
}

/** The icon itself. */
export interface Icon {
  show(view: TrayView, words: Words): void;
  close(): void;
}

/** What the icon in the tray follows, and what it does. */
export interface TrayPresenceOptions {
  settings: Followed<Settings> & { update(patch: Partial<Settings>): Promise<unknown> };
  session: Followed<SessionState>;
  desktop: Desktop;
  clock: Clock;
  /** Alerts that nobody has acknowledged. */
  openAlerts: Followed<number>;
  words(): Words;
  locale(): Locale;
  makeIcon(view: TrayView, words: Words, actions: TrayActions): Icon;
  /** So long, ms, it is not looked whether there is a tray, which starts a program on Linux. */
  lookAfter: number;
  /** Brings the window to the front. */
  showWindow(): void;
  quit(): void;
}

/** Keeps an icon in the tray where there is one, unless a person declined to close to it. */
export class TrayPresence {
  readonly #options: TrayPresenceOptions;
  readonly #releases: (() => void)[];
  #icon: Icon | null = null;
  #endOfQuiet: (() => void) | null = null;

  constructor(options: TrayPresenceOptions) {
    this.#options = options;
    const follow = () => {
      this.#follow();
    };
    const { settings, session, desktop, openAlerts, clock, lookAfter } = options;
    this.#releases = [settings, session, desktop, openAlerts].map((each) => each.subscribe(follow));
    const look = () => {
      desktop.lookForTray().catch((fault: unknown) => {
        reportFault('the tray could not be looked for', fault);
      });
    };
    if (lookAfter === 0) look();
    else this.#releases.push(clock.after(lookAfter, look));
  }

  /** Takes the icon away. */
  close(): void {
    for (const release of this.#releases) release();
    this.#endOfQuiet?.();
    this.#icon?.close();
    this.#icon = null;
  }

  #follow(): void {
    const { settings, desktop, makeIcon, words } = this.#options;
    const isWanted = desktop.state().hasTray && settings.state().closeToTray !== false;
    if (!isWanted) {
      this.#icon?.close();
      this.#icon = null;
      return;
    }
    const view = this.#view();
    if (this.#icon === null) this.#icon = makeIcon(view, words(), this.#actions());
    else this.#icon.show(view, words());
  }

  #view(): TrayView {
    const { openAlerts } = this.#options;
    return { link: this.#link(), openAlerts: openAlerts.state(), quietUntil: this.#quietUntil() };
  }

  #link(): TrayView['link'] {
    const { phase, link } = this.#options.session.state();
    if (phase === 'expired') return 'expired';
    if (phase !== 'signed-in') return null;
    if (this.#options.settings.state().workOffline) return 'workOffline';
    return link.state === 'offline' ? 'offline' : 'online';
  }

  /** The end of the quiet time as a person reads it; the menu is looked at again when it comes. */
  #quietUntil(): string | null {
    const { clock, settings, session, locale } = this.#options;
    this.#endOfQuiet?.();
    this.#endOfQuiet = null;
    const { doNotDisturbUntil: until, clock: hours } = settings.state();
    const left = until === null ? 0 : until - clock.now();
    if (until === null || left <= 0) return null;
    this.#endOfQuiet = clock.after(left + 1, () => {
      this.#follow();
    });
    // As the settings of the app tell it.
    const timeZone = session.state().connection?.timeZone;
    return clockTime(until, { locale: locale(), clock: hours, timeZone });
  }

  #actions(): TrayActions {
    const { settings, desktop, clock, showWindow, quit } = this.#options;
    const keepQuietUntil = (doNotDisturbUntil: number | null) => {
      settings.update({ doNotDisturbUntil }).catch((fault: unknown) => {
        reportFault('do not disturb could not be kept', fault);
      });
    };
    return {
      show: showWindow,
      showAlerts: () => {
        desktop.ask({ screen: 'alerts', alertId: null });
      },
      beQuiet: (span) => {
        keepQuietUntil(endOfQuiet(span, clock.now()));
      },
      endQuiet: () => {
        keepQuietUntil(null);
      },
      quit,
    };
  }
}
