import type { VerbOfResource } from '@contract/capabilities';
import type { AppError } from '@contract/errors';
import { isLocalKey } from '@contract/records';
import { verbOf } from '../../service/operations';
import type { StoredEntry } from '../../ports/store';
import { changeOperationOf } from './change-operations';
import { advance } from '../entries/state-machine';
import type { Journal } from '../entries/journal';
import type { Clock } from '../../ports/clock';
import type { Profile } from '../../service/profile';

/** So many different refused changes in a row mean that all of their kind would be refused. */
const CHANGES_FOR_KIND = 2;

/** What is known of the permissions of the user. */
export interface PermissionSource {
  /** Whether the service refused a verb to the user, whatever the record. */
  isRefused(verb: VerbOfResource): boolean;
  /** The service has carried the verb out after all: it is not refused any more. */
  forgetRefusal(verb: VerbOfResource): void;
}

/** A kind of change that the service refuses or carries out as one, and its verb. */
interface Kind {
  readonly name: string;
  readonly verb: VerbOfResource;
}

/**
 * Holds back what the service is known to refuse. Sending each of forty changes would cost as many
 * requests and teach nothing. So they go to a person with the reason; the one that the person sends
 * again goes out alone, and once the service carries it out the others follow.
 *
 * A kind of change is known as refused once two different changes of it were, with none carried out
 * between them: one refusal may be about its record or enterprise. A new session forgets that, as
 * it forgets all refusals.
 */
export class KnownRefusals {
  readonly #journal: Journal;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #profile: Profile;
  readonly #permissions: PermissionSource;
  /** Kind → what was refused since the last one was carried out, each change once. */
  readonly #refused = new Map<string, Set<string>>();
  /** Changes that a person sends all the same. A restart forgets them with the refusals. */
  readonly #wanted = new Set<string>();
  readonly #carriedOut = new Set<string>();

  constructor(options: {
    journal: Journal;
    clock: Pick<Clock, 'now'>;
    profile: Profile;
    permissions: PermissionSource;
  }) {
    this.#journal = options.journal;
    this.#clock = options.clock;
    this.#profile = options.profile;
    this.#permissions = options.permissions;
  }

  /** A person wants a change to be sent, whatever is known. */
  want(id: string): void {
    this.#wanted.add(id);
  }

  /** The service refused a pack; the next attempt takes another wish. */
  refused(entries: readonly StoredEntry[], { code }: AppError): void {
    this.#forgetWishes(entries);
    const [entry, ...rest] = entries;
    // Of several nobody knows which one it was about: they are sent again one by one.
    if (entry === undefined || rest.length > 0 || code !== 'forbidden') return;
    const kind = this.#kindOf(entry);
    if (kind === null) return;
    const inARow = this.#refused.get(kind.name) ?? new Set<string>();
    this.#refused.set(kind.name, inARow.add(targetOf(entry)));
  }

  /** The service carried changes of one kind out: what was held back of it can follow. */
  carriedOut(entries: readonly StoredEntry[]): void {
    this.#forgetWishes(entries);
    const kind = entries[0] === undefined ? null : this.#kindOf(entries[0]);
    if (kind === null) return;
    this.#refused.delete(kind.name);
    this.#carriedOut.add(kind.name);
    this.#permissions.forgetRefusal(kind.verb);
  }

  /** Whether the service is known to refuse changes such as this one. */
  isKnown(entry: StoredEntry): boolean {
    const kind = this.#kindOf(entry);
    if (kind === null) return false;
    const inARow = this.#refused.get(kind.name)?.size ?? 0;
    if (inARow < CHANGES_FOR_KIND) return false;
    if (this.#permissions.isRefused(kind.verb)) return true;
    // Somebody signed in again, or wants to try: what was learned before counts no more.
    this.#refused.delete(kind.name);
    return false;
  }

  /** Holds back a change that would be refused, unless a person wants it sent; answers whether. */
  async hold(entry: StoredEntry): Promise<boolean> {
    if (this.#wanted.has(entry.id) || !this.isKnown(entry)) return false;
    await this.#journal.exclusively(async () => {
      const now = this.#journal.book.get(entry.id);
      if (now?.state !== 'waiting') return;
      const error = {
        code: 'forbidden',
        message: `The service refused ${this.#kindOf(now)?.name ?? ''} to this user before.`,
      } as const;
      const trouble = { kind: 'refused', error, isOnHold: true } as const;
      const held = advance(now, { kind: 'stuck', trouble }, this.#clock.now());
      await this.#journal.write({ entries: [held] });
    });
    return true;
  }

  /** Lets go what can follow; answers whether there was anything. */
  async releaseFollowers(): Promise<boolean> {
    if (this.#carriedOut.size === 0) return false;
    return this.#journal.exclusively(async () => {
      const entries = this.#journal.book.open
        .filter((entry) => this.#canFollow(entry))
        .map((entry) => advance(entry, { kind: 'release' }, this.#clock.now()));
      if (entries.length > 0) await this.#journal.write({ entries });
      this.#carriedOut.clear();
      return entries.length > 0;
    });
  }

  #canFollow(entry: StoredEntry): boolean {
    const { state, trouble } = entry;
    if (state !== 'attention' || trouble?.kind !== 'refused') return false;
    if (trouble.isOnHold !== true) return false;
    const kind = this.#kindOf(entry);
    return kind !== null && this.#carriedOut.has(kind.name);
  }

  #forgetWishes(entries: readonly StoredEntry[]): void {
    for (const { id } of entries) this.#wanted.delete(id);
  }

  /** Null for what needs no request, or has none. */
  #kindOf(entry: StoredEntry): Kind | null {
    if (entry.kind === 'delete' && isLocalKey(entry.subject.key)) return null;
    try {
      const { operation } = changeOperationOf(entry, this.#profile);
      // One operation activates and deactivates: to be refused one is not to be refused the other.
      const verb = verbOf(operation, this.#profile);
      return verb && { name: `${operation} (${entry.kind})`, verb };
    } catch {
      // The service offers none: what sends it tells a person so.
      return null;
    }
  }
}

/** What a change is about: the same one refused twice teaches no more than once. */
function targetOf({ subject, other }: StoredEntry): string {
  return `${subject.key} ${other?.key ?? ''}`;
}
