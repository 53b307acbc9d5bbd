import type { Lane } from '@contract/budget';
import { FleetdeskError } from '@contract/errors';
import type { Clock } from '../ports/clock';
import type { UserRecord } from '../service/decoders/users';
import type { CallOptions, Service } from '../service/service';
import { SharedReads } from '../shared-reads';

/** What the names of users need. */
export interface UserNamesOptions {
  service: Service;
  clock: Clock;
}

const PAGE_SIZE = 100;
const LIST_AGAIN_AFTER = 60 * 60_000;
/** Users read one by one for a card; more would cost more than a card is worth. */
const SINGLE_READS = 5;

/**
 * Names of users, since associations carry ids alone. The first need lists all users, page by
 * page: its first page while a person waits, the others in the background. Whoever is still
 * missing then is read alone.
 */
export class UserNames {
  readonly #service: Service;
  readonly #clock: Clock;
  /** null: the service has no such user, or no name for it. */
  readonly #names = new Map<string, string | null>();
  /** On the monotonic clock. */
  #listedAt: number | null = null;
  readonly #firstPage = new SharedReads<void>();

  constructor(options: UserNamesOptions) {
    this.#service = options.service;
    this.#clock = options.clock;
  }

  /** Takes a name that came with another record. */
  learn(id: string, name: string): void {
    this.#names.set(id, name);
  }

  /** The names of these users, null where there is none to be had. @throws FleetdeskError */
  async read(ids: readonly string[], signal?: AbortSignal): Promise<Map<string, string | null>> {
    if (ids.some((id) => !this.#names.has(id)) || this.#isOld()) await this.#list(signal);
    const missing = ids.filter((id) => !this.#names.has(id)).slice(0, SINGLE_READS);
    await Promise.all(missing.map((id) => this.#readOne(id, signal)));
    return new Map(ids.map((id) => [id, this.#names.get(id) ?? null]));
  }

  #isOld(): boolean {
    return this.#listedAt !== null && this.#clock.monotonic() - this.#listedAt > LIST_AGAIN_AFTER;
  }

  /** Begins a listing where one is due and waits for its first page, together with all others. */
  async #list(signal?: AbortSignal): Promise<void> {
    if (this.#listedAt !== null && !this.#isOld()) return;
    await this.#firstPage.join('', signal, (shared) => this.#readFirst(shared));
  }

  async #readFirst(signal: AbortSignal): Promise<void> {
    const seen = new Set<string>();
    try {
      const hasMore = await this.#readPage(1, seen, options('interactive', signal));
      // The other pages are for every card to come: they end with the session alone.
      if (hasMore) void this.#readRest(seen);
    } catch (caught) {
      const { code } = FleetdeskError.from(caught);
      // A list that this user may not see is not asked for again; single reads may work.
      if (code !== 'forbidden' && code !== 'not-found') throw caught;
    }
    this.#listedAt = this.#clock.monotonic();
  }

  async #readRest(seen: Set<string>): Promise<void> {
    try {
      let page = 2;
      while (await this.#readPage(page, seen, options('background'))) page++;
    } catch {
      // The names that are missing are listed anew at the next need.
      this.#listedAt = null;
    }
  }

  /** Reads a page; answers whether it held anything new to this listing. */
  async #readPage(page: number, seen: Set<string>, callOptions: CallOptions): Promise<boolean> {
    const input = { page, limit: PAGE_SIZE };
    const list = await this.#service.call('users.list', input, callOptions);
    const known = seen.size;
    for (const user of list.records) {
      seen.add(user.id);
      this.#names.set(user.id, nameOf(user));
    }
    return seen.size > known;
  }

  async #readOne(id: string, signal?: AbortSignal): Promise<void> {
    try {
      const user = await this.#service.call('users.get', { id }, options('interactive', signal));
      this.#names.set(id, nameOf(user));
    } catch (caught) {
      const { code } = FleetdeskError.from(caught);
      if (code !== 'not-found' && code !== 'forbidden') throw caught;
      this.#names.set(id, null);
    }
  }
}

function options(lane: Lane, signal?: AbortSignal): CallOptions {
  return signal === undefined ? { lane } : { lane, signal };
}

function nameOf(user: UserRecord): string | null {
  return user.name ?? user.username;
}
