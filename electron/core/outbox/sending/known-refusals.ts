import type { CallableName } from '../../service/operations';
import type { StoredEntry } from '../../ports/store';
import { changeOperationOf } from './change-operations';
import { advance } from '../entries/state-machine';
import type { Journal } from '../entries/journal';
import type { Clock } from '../../ports/clock';
import type { Profile } from '../../service/profile';

/** What is known of the permissions of the user. */
export interface PermissionSource {
  /** Whether the service refused an operation to the user, whatever the record. */
  isRefused(operation: CallableName): boolean;
}

/**
 * Holds back what the service is known to refuse. Sending each of forty changes would cost as many
 * requests and teach nothing. So they go to a person with the reason; the one that the person sends
 * again goes out alone, and once the service carries it out the others follow.
 */
export class KnownRefusals {
  readonly #journal: Journal;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #profile: Profile;
  readonly #permissions: PermissionSource;
  /** Changes that a person sends all the same. A restart forgets them with the refusals. */
  readonly #wanted = new Set<string>();
  readonly #carriedOut = new Set<CallableName>();

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

  /** The service answered; the next attempt takes another wish. */
  answered(entries: readonly StoredEntry[]): void {
    for (const { id } of entries) this.#wanted.delete(id);
  }

  /** Whether the service is known to refuse changes such as this one. */
  isKnown(entry: StoredEntry): boolean {
    const operation = this.#operationOf(entry);
    return operation !== null && this.#permissions.isRefused(operation);
  }

  /** Holds back a change that would be refused, unless a person wants it sent; answers whether. */
  async hold(entry: StoredEntry): Promise<boolean> {
    if (this.#wanted.has(entry.id) || !this.isKnown(entry)) return false;
    await this.#journal.exclusively(async () => {
      const now = this.#journal.book.get(entry.id);
      if (now?.state !== 'waiting') return;
      const error = {
        code: 'forbidden',
        message: `The service refused ${this.#operationOf(now) ?? ''} to this user before.`,
      } as const;
      const trouble = { kind: 'refused', error, isOnHold: true } as const;
      const held = advance(now, { kind: 'stuck', trouble }, this.#clock.now());
      await this.#journal.write({ entries: [held] });
    });
    return true;
  }

  /** The service carried a pack out: what was held back of its operation can follow. */
  carriedOut(entries: readonly [StoredEntry, ...StoredEntry[]]): void {
    this.answered(entries);
    const operation = this.#operationOf(entries[0]);
    if (operation !== null) this.#carriedOut.add(operation);
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
    const operation = this.#operationOf(entry);
    return operation !== null && this.#carriedOut.has(operation);
  }

  #operationOf(entry: StoredEntry): CallableName | null {
    try {
      return changeOperationOf(entry, this.#profile).operation;
    } catch {
      // The service offers none: what sends it tells a person so.
      return null;
    }
  }
}
