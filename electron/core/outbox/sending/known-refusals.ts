import type { VerbOfResource } from '@contract/capabilities';
import type { AppError } from '@contract/errors';
import { isHeldFirst } from '@contract/outbox';
import { isLocalKey } from '@contract/records';
import { verbOf } from '../../service/operations';
import type { StoredEntry } from '../../ports/store';
import { changeOperationOf } from './change-operations';
import { UNDO_TIME } from '../entries/deletions';
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
 * again goes out alone, and once the service carries it out the others follow. A new change of the
 * kind releases none of them, even where it is accepted: the person who made it may not know of
 * them. Those that had an *Undo* when they were made are held for it again.
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
  /** Changes that were refused for lack of permission, or held back for it: a person sends them. */
  readonly #stopped = new Set<string>();
  /** Changes whose last request was refused: that one is done says nothing about permissions. */
  readonly #lastRefused = new Set<string>();
  /** Kinds of which a stopped change was carried out: those that are held back can follow. */
  readonly #canFollow = new Set<string>();

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

  /** Takes up which changes the last process left stopped. */
  restore(open: readonly StoredEntry[]): void {
    for (const { id, state, trouble } of open) {
      if (state !== 'attention' || trouble?.kind !== 'refused') continue;
      if (trouble.error.code === 'forbidden') this.#stopped.add(id);
    }
  }

  /** A person wants a change to be sent, whatever is known. */
  want(id: string): void {
    this.#wanted.add(id);
  }

  /** Changes go out in a request. */
  goesOut(entries: readonly StoredEntry[]): void {
    for (const { id } of entries) this.#lastRefused.delete(id);
  }

  /** The service refused a pack; the next attempt takes another wish. */
  refused(entries: readonly StoredEntry[], { code }: AppError): void {
    this.#forgetWishes(entries);
    for (const { id } of entries) this.#lastRefused.add(id);
    const [entry, ...rest] = entries;
    // Of several nobody knows which one it was about: they are sent again one by one.
    if (entry === undefined || rest.length > 0 || code !== 'forbidden') return;
    this.#stopped.add(entry.id);
    const kind = this.#kindOf(entry);
    if (kind === null) return;
    const inARow = this.#refused.get(kind.name) ?? new Set<string>();
    this.#refused.set(kind.name, inARow.add(targetOf(entry)));
  }

  /**
   * A change whose answer was lost is done at the service. Where its last request was refused,
   * somebody else has done it.
   */
  foundDone(entry: StoredEntry): void {
    if (!this.#lastRefused.delete(entry.id)) this.carriedOut([entry]);
  }

  /**
   * The service carried changes of one kind out: it is not refused any more. Where one of them had
   * been stopped, what was held back of the kind can follow.
   */
  carriedOut(entries: readonly StoredEntry[]): void {
    this.#forgetWishes(entries);
    const wereStopped = entries.filter(({ id }) => this.#stopped.delete(id));
    const kind = entries[0] === undefined ? null : this.#kindOf(entries[0]);
    if (kind === null) return;
    this.#refused.delete(kind.name);
    if (wereStopped.length > 0) this.#canFollow.add(kind.name);
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
      this.#stopped.add(held.id);
    });
    return true;
  }

  /** Lets go what can follow; answers whether there was anything. */
  async releaseFollowers(): Promise<boolean> {
    if (this.#canFollow.size === 0) return false;
    return this.#journal.exclusively(async () => {
      const at = this.#clock.now();
      const undo = { kind: 'offerUndo', undoUntil: at + UNDO_TIME } as const;
      const entries = this.#journal.book.open
        .filter((entry) => this.#isFollower(entry))
        .map((entry) => advance(entry, isHeldFirst(entry) ? undo : { kind: 'release' }, at));
      if (entries.length > 0) await this.#journal.write({ entries });
      for (const { id } of entries) this.#stopped.delete(id);
      this.#canFollow.clear();
      return entries.length > 0;
    });
  }

  #isFollower(entry: StoredEntry): boolean {
    const { state, trouble } = entry;
    if (state !== 'attention' || trouble?.kind !== 'refused') return false;
    if (trouble.isOnHold !== true) return false;
    const kind = this.#kindOf(entry);
    return kind !== null && this.#canFollow.has(kind.name);
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
