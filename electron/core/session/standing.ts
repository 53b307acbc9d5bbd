import type { AppError } from '@contract/errors';
import type { SessionState } from '@contract/session';
import { Feed } from '../feed';
import type { Clock } from '../ports/clock';
import type { WorkOffline } from '../service/work-offline';
import { Link } from '../service/link';

/**
 * The time of the last answer alone is published this much later, milliseconds. The map, which asks
 * all the time, shows that of the last look at a vehicle.
 */
const LINK_INTERVAL = 10_000;
/** And while nobody is at work. */
const LINK_AT_REST = 60_000;

/** The state of a session, apart from its connection. */
export type Stand = Required<Omit<SessionState, 'link'>>;

/** Nobody is signed in, and nothing is kept. */
export const SIGNED_OUT: Stand = {
  phase: 'signed-out',
  keychain: 'absent',
  place: null,
  connection: null,
  username: null,
  isConnectionLost: false,
  expiry: null,
  isRefused: false,
};

/** How an expired session is shown, by the error that ended it. */
export function expiryOf(error: AppError | null): Stand['expiry'] {
  if (error === null) return null;
  return error.reason === 'refused-or-fault' ? 'in-doubt' : 'ended';
}

/** What a standing needs. */
export interface StandingPorts {
  clock: Clock;
  workOffline?: WorkOffline | undefined;
  /** Nobody is at work. */
  isAtRest?: () => boolean;
}

/** The state of the session and its connection, and who is told when that changes. */
export class Standing {
  readonly #ports: StandingPorts;
  readonly #feed = new Feed<SessionState>('the session');
  #now: Stand = { ...SIGNED_OUT, phase: 'restoring' };
  #link: Link;
  #cancelLater: (() => void) | null = null;
  /** When the time of the last answer is published, monotonic. */
  #laterAt = Infinity;

  constructor(ports: StandingPorts) {
    this.#ports = ports;
    this.#link = this.#newLink();
    ports.workOffline?.subscribe(() => {
      this.#publish();
    });
  }

  state(): SessionState {
    return { ...this.#now, link: this.#link.state() };
  }

  /** Gets the whole state whenever it changes. */
  subscribe(listener: (state: SessionState) => void): () => void {
    return this.#feed.subscribe(listener);
  }

  /** The state of the session. */
  get now(): Stand {
    return this.#now;
  }

  /** Changes the state of the session, and publishes it. */
  change(change: Partial<Stand>): void {
    this.#now = { ...this.#now, ...change };
    this.#publish();
  }

  /** The connection; one that is put back is published with the next change. */
  get link(): Link {
    return this.#link;
  }

  set link(link: Link) {
    this.#link = link;
  }

  /** Begins with a connection of which nothing is known; published with the next change. */
  renewLink(): Link {
    this.#link = this.#newLink();
    return this.#link;
  }

  /** Tells nothing more by itself. */
  close(): void {
    this.#cancelLater?.();
  }

  #newLink(): Link {
    return new Link(this.#ports, (isNewState) => {
      if (isNewState) this.#publish();
      else this.#publishLater();
    });
  }

  #publish(): void {
    this.#cancelLater?.();
    this.#cancelLater = null;
    this.#laterAt = Infinity;
    this.#feed.publish(this.state());
  }

  /** The time of the last answer alone is no reason to send the state fifty times a minute. */
  #publishLater(): void {
    const { clock, isAtRest } = this.#ports;
    const after = isAtRest?.() === true ? LINK_AT_REST : LINK_INTERVAL;
    const at = clock.monotonic() + after;
    if (at >= this.#laterAt) return;
    this.#cancelLater?.();
    this.#laterAt = at;
    this.#cancelLater = clock.after(after, () => {
      this.#publish();
    });
  }
}
