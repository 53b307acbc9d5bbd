import type { CollectionName } from '@contract/collections';
import type {
  DeletedRecord,
  DiscardEffects,
  OutboxEntry,
  OutboxPatch,
  OutboxSnapshot,
  Saved,
  Undone,
} from '@contract/outbox';
import type { Fields, RecordKey, RecordName } from '@contract/records';
import type { RecordNews } from '../fleet/record-news';
import type { Random } from '../ports/random';
import type { Clock } from '../ports/clock';
import type { Store } from '../ports/store';
import type { Profile } from '../service/profile';
import type { Service } from '../service/service';
import {
  Associating,
  type AssociationName,
  type DeviceReplacement,
  type NewAssociation,
  type NewAssociations,
} from './entering/associating';
import { Deleting } from './entering/deleting';
import { Dispatcher, type OutboxLink } from './sending/dispatcher';
import type { PermissionSource } from './sending/known-refusals';
import { Editing } from './entering/editing';
import { requestsForDeletes } from './sending/estimates';
import { EntryViews } from './entry-views';
import { Journal } from './entries/journal';
import { Deciding } from './entering/deciding';

export type { OutboxLink } from './sending/dispatcher';

/** What the outbox needs. */
export interface OutboxOptions {
  readonly store: Store;
  readonly service: Service;
  readonly clock: Clock;
  readonly random: Random;
  /** Told what the outbox changed of records and associations. */
  readonly news: RecordNews;
  readonly profile: Profile;
  readonly link: OutboxLink;
  /** What the service is known to refuse to the user; nothing where it is missing. */
  readonly permissions?: PermissionSource;
  /** Requests a minute that the connection may spend; those of the profile where it is missing. */
  readonly perMinute?: () => number;
  /** Told what went wrong inside the outbox or its store; it tries again by itself. */
  readonly onFault?: (fault: unknown) => void;
}

/** The note in which it is kept that a person holds the sending. */
const PAUSE_NOTE = 'outbox.paused';

/**
 * Everything a person enters, from the moment a form closes until the service has it (behaviour,
 * "Writing: the outbox"). What a call resolves with is durable: the changed record as it will look
 * and the change that carries it, in one commit. A call that rejects has changed nothing.
 *
 * `entries` holds what an entry is, its states and its order; `entering` what a person does to
 * entries; `sending` how they go out and what the answers mean. `entering` and `sending` write
 * through the journal of `entries`, which knows neither.
 *
 * Calls reject with `FleetdeskError`: `invalid-request` for what the service would never take,
 * `invalid-request`/`feature-absent` for what it does not offer, `not-found`/`not-kept` for unknown
 * records, `conflict`/`entry-done` for changes that are past it, `store-damaged` for a full disk.
 */
export class Outbox {
  readonly #journal: Journal;
  readonly #dispatcher: Dispatcher;
  readonly #views: EntryViews;
  readonly #editing: Editing;
  readonly #deleting: Deleting;
  readonly #associating: Associating;
  readonly #deciding: Deciding;
  readonly #link: OutboxLink;
  readonly #profile: Profile;
  #forget: (() => void)[] = [];

  constructor(options: OutboxOptions) {
    const { clock, random, profile, link } = options;
    const journal = new Journal(options);
    const tools = { journal, clock, random, profile };
    this.#journal = journal;
    this.#link = link;
    this.#profile = profile;
    this.#dispatcher = new Dispatcher({ ...options, journal });
    this.#views = new EntryViews({ journal, dispatcher: this.#dispatcher, link, profile });
    this.#editing = new Editing(tools);
    this.#deleting = new Deleting(tools);
    this.#associating = new Associating(tools);
    this.#deciding = new Deciding(tools);
  }

  /** The outbox as it is now. */
  snapshot(): OutboxSnapshot {
    return this.#views.snapshot();
  }

  /** Tells what changed. */
  subscribe(listener: (patch: OutboxPatch) => void): () => void {
    return this.#views.subscribe(listener);
  }

  /** Reads what the store holds, and begins to send. Once, before anything else. */
  async start(): Promise<void> {
    await this.#journal.load();
    this.#dispatcher.isPaused = (await this.#journal.store.note(PAUSE_NOTE)) !== null;
    this.#forget = [
      this.#journal.subscribe(() => {
        this.#refresh();
      }),
      this.#link.subscribe(() => {
        this.#refresh();
      }),
    ];
    await this.#dispatcher.start();
    this.#views.refresh();
  }

  /**
   * Ends the sending: a commit in progress comes to its end, what is on its way stays marked so in
   * the store and is looked up by the next process. Calls are rejected from then on.
   */
  async stop(): Promise<void> {
    for (const forget of this.#forget) forget();
    this.#forget = [];
    await this.#dispatcher.stop();
    await this.#journal.close();
  }

  /** Something changed that decides whether anything can be sent. */
  wake(): void {
    this.#refresh();
  }

  /** Queues a new record; it is visible at once under a local key. */
  create(record: {
    collection: CollectionName;
    fields: Fields;
    password?: string | undefined;
  }): Promise<Saved> {
    const { collection, fields, password } = record;
    return attempt(() =>
      this.#editing.create({ collection, fields, ...(password !== undefined && { password }) }),
    );
  }

  /** Queues a change of the fields that a person touched, or adds it to one that waits. */
  update(change: RecordName & { fields: Fields }): Promise<Saved> {
    return attempt(() => this.#editing.update(change));
  }

  /**
   * Queues deletes; each is held for ten seconds, and for ten more after a restart. A record that
   * the service never got is dropped at once. Answers the entries in the order of the keys.
   */
  delete(collection: CollectionName, keys: readonly RecordKey[]): Promise<{ entryIds: string[] }> {
    return attempt(() => this.#deleting.delete(collection, keys));
  }

  /** Seconds that this number of deletes takes at the present pace, without what waits already. */
  secondsToDelete(collection: CollectionName, count: number): number {
    return this.#dispatcher.pace.secondsFor(requestsForDeletes(collection, count, this.#profile));
  }

  /** Queues an activation or deactivation; a deactivation is held for ten seconds, as a delete is. */
  setActive(name: RecordName, isActive: boolean): Promise<Saved> {
    return attempt(() => this.#editing.setActive({ ...name, isActive }));
  }

  /** Queues a device or person for a vehicle; answers the association's key. */
  associate(association: NewAssociation): Promise<Saved> {
    return attempt(() => this.#associating.associate(association));
  }

  /**
   * Queues several devices or people for a vehicle, or one of them for several vehicles, as one
   * action that is held for ten seconds and undone as one; each is sent and fails for itself.
   */
  associateSeveral(associations: NewAssociations): Promise<{ entryIds: string[] }> {
    return attempt(() => this.#associating.associateSeveral(associations));
  }

  /** Queues that a device becomes the main one of its vehicle. */
  makeMain(name: AssociationName): Promise<Saved> {
    return attempt(() => this.#associating.makeMain(name));
  }

  /**
   * Queues that a device or person leaves a vehicle; it is held for ten seconds, as a delete is. A
   * device or person that the service never put there is taken off at once.
   */
  dissociate(name: AssociationName): Promise<Saved> {
    return attempt(() => this.#associating.dissociate(name));
  }

  /**
   * Queues that another device takes the place of one on its vehicle: associated, as its main one
   * where the old one was that, then the old one removed. One action: its parts are dropped together.
   */
  replaceDevice(replacement: DeviceReplacement): Promise<Saved> {
    return attempt(() => this.#associating.replaceDevice(replacement));
  }

  /** What this office changed about a record, the newest first. */
  async history({ collection, key }: RecordName): Promise<OutboxEntry[]> {
    const entries = await this.#journal.store.history(collection, key);
    return entries.map((entry) => this.#views.view(entry));
  }

  /** What was deleted here in the last 90 days, the newest first. */
  deleted(): Promise<DeletedRecord[]> {
    return this.#deleting.deleted();
  }

  /** Queues a create of a deleted record and of its associations. A user needs a password. */
  recreate(deletedId: string, password?: string): Promise<Saved> {
    return this.#deleting.recreate(deletedId, password);
  }

  /** Tries at once what waits, as far as the budget allows. */
  sendNow(): void {
    this.#dispatcher.sendNow();
    this.#views.refresh();
  }

  /** Holds the sending, or lets it go on; a restart does not change it. */
  async pause(isPaused: boolean): Promise<void> {
    await this.#journal.store.commit([
      { kind: 'note', name: PAUSE_NOTE, value: isPaused ? 'yes' : null },
    ]);
    this.#dispatcher.isPaused = isPaused;
    this.#views.refresh();
  }

  /** What a discard of an entry drops with it, and what it lets go, each in its order. */
  discardEffects(id: string): DiscardEffects {
    const { dropped, released } = this.#deciding.discardEffects(id);
    return {
      dropped: dropped.map((entry) => this.#views.view(entry)),
      released: released.map((entry) => this.#views.view(entry)),
    };
  }

  /**
   * Drops a change and what depends on it; `withReleased`: also what only waited for these. What
   * was typed stays in the history.
   */
  discard(id: string, { withReleased = false } = {}): Promise<void> {
    return this.#deciding.discard(id, { withReleased });
  }

  /** Takes back a change that has not gone out, with what else of its action has not. */
  async undo(id: string): Promise<Undone> {
    const { undone, stays } = await this.#deciding.undo(id);
    return {
      undone: undone.map((entry) => this.#views.view(entry)),
      stays: stays.map((entry) => this.#views.view(entry)),
    };
  }

  /** Sends a change again, with its content put right. */
  correct(correction: {
    entryId: string;
    fields: Fields;
    password?: string | undefined;
  }): Promise<void> {
    const { entryId, fields, password } = correction;
    this.#dispatcher.refusals.want(entryId);
    return this.#deciding.correct({ entryId, fields, ...(password !== undefined && { password }) });
  }

  /** Settles a conflict: what each field is to be. */
  resolve(resolution: { entryId: string; fields: Fields }): Promise<void> {
    return this.#deciding.resolve(resolution);
  }

  /** Decides about a change of which nobody knows whether it was applied, or a doubtful delete. */
  decide(decision: { entryId: string; verdict: 'applied' | 'sendAgain' }): Promise<void> {
    if (decision.verdict === 'sendAgain') this.#dispatcher.refusals.want(decision.entryId);
    return this.#deciding.decide(decision);
  }

  #refresh(): void {
    this.#dispatcher.wake();
    this.#views.refresh();
  }
}

/** What is refused at once is a rejection, too. */
function attempt<T>(action: () => Promise<T>): Promise<T> {
  return Promise.resolve().then(action);
}
