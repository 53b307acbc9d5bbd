import type { AssociationSide } from '@contract/associations';
import { FleetdeskError } from '@contract/errors';
import type { Fields } from '@contract/records';
import { valueAt } from '../../fleet/field-values';
import { lookForListed } from '../../fleet/list-search';
import { momentBefore } from '../../fleet/record-fields';
import type { StoredAssociation, StoredEntry, ToldRecord } from '../../ports/store';
import { compareUpdate } from '../entries/conflicts';
import { differencesOf, lookForCreated } from './look-for-created';
import { readOutcomeOf } from './outcomes';
import type { Results } from './results';
import { MOST_ATTEMPTS, PATIENCE, type Tools } from './tools';

function olderError({ subject }: StoredEntry): FleetdeskError {
  return new FleetdeskError({
    code: 'bad-response',
    message: `The service answered an older version of ${subject.key} than it told before.`,
  });
}

/** The service says of a record that it is not there, and lists it. */
class ContradictionError extends FleetdeskError {
  constructor({ collection, key }: StoredEntry['subject']) {
    const message = `The service answers "not found" for ${collection} ${key}, and does not show that it is gone.`;
    super({ code: 'bad-response', reason: 'unexpected-shape', message });
  }
}

/** What is done about a change that is not at the service; `told`: what is there, where it was read. */
type WhenAbsent = (told: ToldRecord | null) => Promise<void>;

/**
 * Looks at the service whether a change whose answer was lost was applied, before anything is sent
 * again: taken as done, sent again, or left to a person.
 */
export class LostAnswers {
  readonly #tools: Tools;
  readonly #results: Results;

  constructor(tools: Tools, results: Results) {
    this.#tools = tools;
    this.#results = results;
  }

  /** Looks for what an unsure entry was to do, and writes down what that tells. */
  async look(entry: StoredEntry): Promise<void> {
    try {
      const isDone = await this.lookOr(entry, (told) => this.#absent(entry, told));
      if (isDone) this.#tools.refusals.foundDone(entry);
    } catch (caught) {
      await this.readFailed(entry, caught);
    }
  }

  /** Nothing of it is there: that is believed once its request can't arrive any more. */
  async #absent(entry: StoredEntry, told: ToldRecord | null): Promise<void> {
    const { strays, waits } = this.#tools;
    const left = strays.leftOf(entry);
    if (left > 0) waits.holdFor(entry, left);
    else await this.#results.absent(entry, told);
  }

  /** What a failed read means for the entry on whose behalf it was made. */
  async readFailed(entry: StoredEntry, caught: unknown): Promise<void> {
    const { waits, failures, signal } = this.#tools;
    if (signal.aborted) return;
    const outcome = readOutcomeOf(caught);
    if (outcome === 'unreached') {
      waits.holdForConnection(entry, FleetdeskError.from(caught).retryAt);
      return;
    }
    if (outcome === 'failed') {
      await this.#results.failed(entry, caught);
      return;
    }
    const error = FleetdeskError.from(caught);
    failures.set(entry.id, error);
    if (entry.state === 'unsure') await this.#results.uncertain(entry);
    else await this.#results.refused(entry, error);
  }

  /**
   * As {@link look}, but for what is done where it is not there; what a read throws is thrown.
   * Answers whether the service has it.
   */
  async lookOr(entry: StoredEntry, absent: WhenAbsent): Promise<boolean> {
    await this.#lookOr(entry, absent);
    const { journal, strays } = this.#tools;
    if (journal.book.get(entry.id) !== undefined) return false;
    // What a person discarded during the look is not done: its request may still arrive.
    const ended = await journal.store.entry(entry.id);
    if (ended?.state !== 'sent') return false;
    strays.arrived(entry);
    return true;
  }

  #lookOr(entry: StoredEntry, absent: WhenAbsent): Promise<void> {
    switch (entry.kind) {
      case 'create':
        return this.#lookForCreated(entry, absent);
      case 'update':
        return this.#lookForUpdate(entry, absent);
      case 'delete':
        return this.#lookForDeleted(entry, absent);
      case 'activate':
      case 'deactivate':
        return this.#lookForSituation(entry, absent);
      case 'associate':
        return this.#lookForAssociation(entry, async (items) => {
          const found = this.pairOf(entry, items);
          if (found !== null) await this.#results.associated(entry, found);
          else await absent(null);
        });
      case 'makeMain':
        return this.#lookForAssociation(entry, async (items) => {
          const found = items.find(({ key }) => key === entry.associationKey);
          if (found === undefined) await this.#results.stuck(entry, { kind: 'gone' });
          else if (found.isMain) await this.#results.madeMain(entry);
          else await absent(null);
        });
      case 'dissociate':
        return this.#lookForDissociated(entry, absent);
    }
  }

  async #lookForCreated(entry: StoredEntry, absent: WhenAbsent): Promise<void> {
    const { journal, profile, records } = this.#tools;
    const { collection } = entry.subject;
    const isEarlier = async (id: string): Promise<boolean> => {
      const known = await journal.record(collection, id);
      const toldAt = known?.firstToldAt ?? null;
      return toldAt !== null && entry.firstSentAt !== null && toldAt <= entry.firstSentAt;
    };
    const options = { pageSize: profile.limits.pageSize, isEarlier };
    const look = await lookForCreated(entry, records, options);
    switch (look.kind) {
      case 'found':
        return this.#results.found(entry, look.record);
      case 'lookalike': {
        const { record } = look;
        const fields = differencesOf(collection, entry.fields, record);
        return this.#results.stuck(entry, { kind: 'lookalike', key: record.id, fields });
      }
      case 'absent':
        return absent(null);
      case 'unclear':
        return this.#results.uncertain(entry);
    }
  }

  async #lookForUpdate(entry: StoredEntry, absent: WhenAbsent): Promise<void> {
    const current = await this.read(entry);
    if (current === null) {
      await this.#results.stuck(entry, { kind: 'gone' });
      return;
    }
    const { send, conflicts } = compareUpdate(entry.subject.collection, entry, current.fields);
    const isOld = await this.isOlder(entry, current);
    if (conflicts.length > 0) {
      const told = isOld ? null : current;
      await this.#results.stuck(entry, { kind: 'conflict', fields: [...conflicts] }, { told });
    } else if (Object.keys(send).length === 0 && !isOld) {
      await this.#results.updated(entry, current, { sent: entry.fields, answer: current });
    } else {
      await absent(isOld ? null : current);
    }
  }

  async #lookForDeleted(entry: StoredEntry, absent: WhenAbsent): Promise<void> {
    const current = await this.read(entry);
    if (current === null) await this.#results.deleted([entry]);
    else await absent(null);
  }

  async #lookForSituation(entry: StoredEntry, absent: WhenAbsent): Promise<void> {
    // Of a device the service does not tell it; setting it again does no harm.
    if (entry.subject.collection === 'devices') return absent(null);
    const current = await this.read(entry);
    if (current === null) return this.#results.stuck(entry, { kind: 'gone' });
    const deactivatedAt = valueAt(current.fields, 'deactivatedAt');
    const isSo =
      deactivatedAt !== undefined && (deactivatedAt === null) === (entry.kind === 'activate');
    return isSo ? this.#results.situated(entry) : absent(null);
  }

  async #lookForAssociation(
    entry: StoredEntry,
    judge: (items: readonly StoredAssociation[]) => Promise<void>,
  ): Promise<void> {
    const items = await this.associationsOf(entry);
    if (items === null) await this.#results.stuck(entry, { kind: 'gone' });
    else await judge(items);
  }

  async #lookForDissociated(entry: StoredEntry, absent: WhenAbsent): Promise<void> {
    const items = await this.associationsOf(entry);
    const isThere = items?.some(({ key }) => key === entry.associationKey) ?? false;
    if (isThere) await absent(null);
    else await this.#results.dissociated([entry]);
  }

  /**
   * The record of an entry as the service has it now; null where it has none of this name, neither
   * on its own nor in its list: gateways answer "not found", too.
   * @throws FleetdeskError `bad-response` where the two don't agree
   */
  async read(entry: StoredEntry): Promise<ToldRecord | null> {
    const { collection, key } = entry.subject;
    const { records, profile } = this.#tools;
    const told = await records.read(collection, key);
    if (told !== null) return told;
    const fields = await this.#knownFields(entry);
    const listed = await lookForListed(
      { collection, id: key, fields },
      records,
      profile.limits.pageSize,
    );
    if (listed.kind === 'absent') return null;
    throw new ContradictionError(entry.subject);
  }

  /** What the service told of a record, by which its list can be asked for it. */
  async #knownFields({ subject, kind, snapshot }: StoredEntry): Promise<Fields> {
    const record = await this.#tools.journal.record(subject.collection, subject.key);
    return record?.told ?? (kind === 'delete' ? snapshot?.fields : undefined) ?? {};
  }

  /**
   * The record of a change that is about to go out, read for comparison; null where it can't go:
   * then what is to be said about that is written down. An answer that is older than what the
   * service told before is asked for again, for a while.
   */
  async readAhead(entry: StoredEntry): Promise<{ told: ToldRecord; isOld: boolean } | null> {
    try {
      const told = await this.read(entry);
      if (told !== null) {
        const isOld = await this.isOlder(entry, told);
        if (!isOld || entry.attempts >= PATIENCE) return { told, isOld };
        await this.#results.failed(entry, olderError(entry));
      } else if (entry.kind === 'delete') await this.#results.deleted([entry]);
      else await this.#results.stuck(entry, { kind: 'gone' });
    } catch (caught) {
      const isEndless = caught instanceof ContradictionError && entry.attempts >= MOST_ATTEMPTS;
      if (!isEndless) await this.readFailed(entry, caught);
      else if (entry.kind !== 'delete') await this.#results.stuck(entry, { kind: 'gone' });
      else await this.#results.stuck(entry, { kind: 'uncertain', error: caught.error });
    }
    return null;
  }

  /** Whether an answer is older than what the service told, or took from here, before. */
  async isOlder({ subject }: Pick<StoredEntry, 'subject'>, current: ToldRecord): Promise<boolean> {
    const known = await this.#tools.journal.record(subject.collection, subject.key);
    const now = current.fields['updatedAt'];
    if (known === null || typeof now !== 'number') return false;
    const before = known.told?.['updatedAt'];
    if (typeof before === 'number') return now < before;
    // A change from here came after that moment, and its own was not told.
    const overtaken = momentBefore(known);
    return overtaken !== null && now <= overtaken;
  }

  /**
   * The side of the vehicle that an entry about an association concerns; null where the vehicle is
   * gone.
   * @throws FleetdeskError `bad-response` where its list is "not found" and the vehicle is there
   */
  async associationsOf(
    entry: StoredEntry,
    side: AssociationSide = entry.side ?? 'devices',
  ): Promise<readonly StoredAssociation[] | null> {
    const items = await this.#tools.records.associations(entry.subject.key, side);
    if (items !== null || (await this.read(entry)) === null) return items;
    throw new ContradictionError(entry.subject);
  }

  /** The association that an entry was to make, among those of its vehicle. */
  pairOf({ other }: StoredEntry, items: readonly StoredAssociation[]): StoredAssociation | null {
    return items.find(({ otherKey }) => otherKey === other?.key) ?? null;
  }
}
