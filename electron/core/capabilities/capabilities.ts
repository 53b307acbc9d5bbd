import type { CapabilitiesState, Verb, VerbOfResource } from '@contract/capabilities';
import type { SessionState } from '@contract/session';
import { Feed } from '../feed';
import type { Clock } from '../ports/clock';
import { verbOf, type CallableName } from '../service/operations';
import type { AnsweredCall, PermissionListener } from '../service/permissions';
import type { Profile } from '../service/profile';
import type { ActiveSession } from '../session/session';
import { Refusals } from './refusals';
import { verbOfCall } from './verb-of-call';

/** What capabilities need. */
export interface CapabilitiesOptions {
  clock: Pick<Clock, 'now'>;
  session: {
    state(): SessionState;
    active(): ActiveSession | null;
    subscribe(listener: (state: SessionState) => void): () => void;
  };
}

/**
 * What the user can do at the service: what its profile offers, less what the service refused with
 * a 403. Nothing is taught by a gateway. What was taught is dropped when the same verb succeeds,
 * when a person tries it again, and with each sign-in.
 */
export class Capabilities implements PermissionListener {
  readonly #options: CapabilitiesOptions;
  readonly #feed = new Feed<CapabilitiesState>('the capabilities');
  readonly #refusals = new Refusals();
  readonly #release: () => void;
  #offered: CapabilitiesState['offered'] = null;
  #profile: Profile | null = null;
  #identity: string | null = null;
  #wasSignedIn = false;

  constructor(options: CapabilitiesOptions) {
    this.#options = options;
    this.#release = options.session.subscribe((state) => {
      this.#follow(state);
    });
    this.#follow(options.session.state());
  }

  state(): CapabilitiesState {
    return { offered: this.#offered, refused: this.#refusals.list() };
  }

  /** Gets the whole state whenever it changes. */
  subscribe(listener: (state: CapabilitiesState) => void): () => void {
    return this.#feed.subscribe(listener);
  }

  allowed(call: AnsweredCall): void {
    const verb = verbOfCall(call);
    if (verb !== null && this.#refusals.allowed(verb)) this.#publish();
  }

  refused(call: AnsweredCall): void {
    const verb = verbOfCall(call);
    if (verb === null) return;
    if (this.#refusals.refused(verb, this.#options.clock.now())) this.#publish();
  }

  /** Whether the service refused a verb to the user, whatever the record. */
  isRefused(verb: VerbOfResource): boolean {
    return this.#refusals.isRefused(verb);
  }

  /** The service has carried the verb out after all. */
  forgetRefusal(verb: VerbOfResource): void {
    if (this.#refusals.isRefused(verb)) this.tryAgain(verb);
  }

  /** A person wants to try a verb again, perhaps because an administrator granted it. */
  tryAgain(verb: VerbOfResource): void {
    if (this.#refusals.forget(verb)) this.#publish();
  }

  /** Follows the session no longer. */
  close(): void {
    this.#release();
  }

  #follow({ phase }: SessionState): void {
    const active = this.#options.session.active();
    const identity = active?.identity ?? null;
    const profile = active?.profile ?? null;
    const isSignedIn = phase === 'signed-in';
    const isNew = identity !== this.#identity || (isSignedIn && !this.#wasSignedIn);
    const hasOther = profile !== this.#profile;
    this.#identity = identity;
    this.#profile = profile;
    this.#wasSignedIn = isSignedIn;
    if (!isNew && !hasOther) return;
    if (isNew) this.#refusals.clear();
    this.#offered = profile === null ? null : offeredBy(profile);
    this.#publish();
  }

  #publish(): void {
    this.#feed.publish(this.state());
  }
}

/** Resource → verbs that have an operation in the profile. */
function offeredBy(profile: Profile): Record<string, Verb[]> {
  const offered: Record<string, Verb[]> = {};
  const described = Object.entries(profile.resources).flatMap(([resource, { operations }]) =>
    Object.keys(operations).map((action) => `${resource}.${action}` as CallableName),
  );
  const known = { ...profile.operations, ...profile.optionalOperations };
  for (const operation of [...(Object.keys(known) as CallableName[]), ...described]) {
    const found = verbOf(operation, profile);
    if (found === null) continue;
    const verbs = (offered[found.resource] ??= []);
    if (!verbs.includes(found.verb)) verbs.push(found.verb);
  }
  return offered;
}
