import type { SessionState } from '@contract/session';
import { Fleet } from '@core/fleet/fleet';
import type { Clock } from '@core/ports/clock';
import type { Service } from '@core/service/service';
import type { ActiveSession } from '@core/session/session';
import { signedOutError } from '@core/session/session-errors';
import { LiveTracking } from '@core/tracking/live-tracking';
import { Trajectories } from '@core/trajectories/trajectories';

/** What is known of the vehicles of one identity. */
export interface Belongings {
  readonly identity: string;
  readonly fleet: Fleet;
  readonly live: LiveTracking;
  readonly trajectories: Trajectories;
}

/** What the session tells. */
export interface SessionView {
  state(): SessionState;
  active(): ActiveSession | null;
  subscribe(listener: (state: SessionState) => void): () => void;
}

/** What is needed to build up what belongs to an identity. */
export interface SignedInOptions {
  session: SessionView;
  service: Service;
  clock: Clock;
  /** Requests a minute that the connection may spend. */
  perMinute(): number;
  /** Told after the belongings changed: somebody else is signed in, or nobody. */
  onChange(belongings: Belongings | null): void;
}

/**
 * Keeps fleet, live tracking and trajectories for whoever is signed in: built at sign-in, ended at
 * sign-out, never shared by two identities. An expired session keeps them, so that the screens
 * stay readable; they go on once it is renewed or the link is back.
 */
export class SignedIn {
  readonly #options: SignedInOptions;
  readonly #release: () => void;
  #belongings: Belongings | null = null;
  #wasReady = false;

  constructor(options: SignedInOptions) {
    this.#options = options;
    this.#release = options.session.subscribe((state) => {
      this.#follow(state);
    });
    this.#follow(options.session.state());
  }

  /** What belongs to whoever is signed in. @throws FleetdeskError `unauthenticated`/`signed-out` */
  get(): Belongings {
    if (this.#belongings !== null) return this.#belongings;
    throw signedOutError();
  }

  /** The same, or null while nobody is. */
  peek(): Belongings | null {
    return this.#belongings;
  }

  /** The machine woke up: what waited for a moment that has passed goes on now. */
  wake(): void {
    this.#belongings?.fleet.wake();
    this.#belongings?.live.wake();
  }

  /** Ends all work. */
  close(): void {
    this.#release();
    this.#end();
  }

  #follow(state: SessionState): void {
    const active = this.#options.session.active();
    if (active?.identity !== this.#belongings?.identity) {
      this.#end();
      this.#belongings = active === null ? null : this.#build(active);
      this.#options.onChange(this.#belongings);
      this.#belongings?.fleet.start();
      this.#belongings?.live.start();
    }
    const isReady = state.phase === 'signed-in' && state.link.state !== 'offline';
    if (isReady && !this.#wasReady) this.wake();
    this.#wasReady = isReady;
  }

  #build({ identity, profile }: ActiveSession): Belongings {
    const { service, clock, perMinute, session } = this.#options;
    const fleet = new Fleet({ service, clock });
    const live = new LiveTracking({ service, clock, fleet, profile, perMinute });
    const trajectories = new Trajectories({
      service,
      clock,
      fleet,
      // Asked for each time: a person may choose another zone while signed in.
      timeZone: () => session.active()?.connection.timeZone ?? 'UTC',
      profile,
    });
    return { identity, fleet, live, trajectories };
  }

  #end(): void {
    this.#belongings?.live.stop();
    this.#belongings?.fleet.stop();
    this.#belongings = null;
  }
}
