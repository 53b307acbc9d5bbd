import { FleetdeskError } from '@contract/errors';
import { momentBefore } from '../../fleet/record-fields';
import type { StoredAssociation, StoredEntry, ToldRecord } from '../../ports/store';
import { compareUpdate, valueAt } from '../entries/conflicts';
import { lookForCreated } from './look-for-created';
import { readOutcomeOf } from './outcomes';
import type { Results } from './results';
import { isWritable } from './service-records';
import type { Tools } from './tools';

/** How often an answer from before is asked for anew; then it is taken as it is. */
const PATIENCE = 3;

function olderError({ subject }: StoredEntry): FleetdeskError {
  return new FleetdeskError({
    code: 'bad-response',
    message: `The service answered an older version of ${subject.key} than it told before.`,
  });
}

/**
 * Looks at the service whether a change whose answer was lost was applied, before anything is sent
 * again: taken as done, sent again, or left to a person.
 */
export class Looking {
  readonly #tools: Tools;
  readonly #results: Results;

  constructor(tools: Tools, results: Results) {
    this.#tools = tools;
    this.#results = results;
  }

  /** Looks for what an unsure entry was to do, and writes down what that tells. */
  async look(entry: StoredEntry): Promise<void> {
    try {
      await this.#look(entry);
    } catch (caught) {
      await this.readFailed(entry, caught);
    }
  }

  /** What a failed read means for the entry on whose behalf it was made. */
  async readFailed(entry: StoredEntry, caught: unknown): Promise<void> {
    const { waits, failures, signal } = this.#tools;
    if (signal.aborted) return;
    const outcome = readOutcomeOf(caught);
    if (outcome === 'line') {
      waits.holdForLine(entry, FleetdeskError.from(caught).retryAt);
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

  #look(entry: StoredEntry): Promise<void> {
    switch (entry.kind) {
      case 'create':
        return this.#lookForCreated(entry);
      case 'update':
        return this.#lookForUpdate(entry);
      case 'delete':
        return this.#lookForDeleted(entry);
      case 'activate':
      case 'deactivate':
        return this.#lookForSituation(entry);
      case 'associate':
        return this.#lookForAssociation(entry, async (items) => {
          const found = this.pairOf(entry, items);
          if (found !== null) await this.#results.associated(entry, found);
          else await this.#results.absent(entry);
        });
      case 'makeMain':
        return this.#lookForAssociation(entry, async (items) => {
          const found = items.find(({ key }) => key === entry.associationKey);
          if (found === undefined) await this.#results.stuck(entry, { kind: 'gone' });
          else if (found.isMain) await this.#results.madeMain(entry);
          else await this.#results.absent(entry);
        });
      case 'dissociate':
        return this.#lookForDissociated(entry);
    }
  }

  async #lookForCreated(entry: StoredEntry): Promise<void> {
    const { journal, profile, records } = this.#tools;
    const { collection } = entry.subject;
    const isEarlier = async (id: string): Promise<boolean> => {
      const known = await journal.record(collection, id);
      const toldAt = known?.firstToldAt ?? null;
      return toldAt !== null && entry.firstSentAt !== null && toldAt <= entry.firstSentAt;
    };
    const options = { pageSize: profile.limits.pageSize, isEarlier };
    const look = await lookForCreated(entry, records, options);
    if (look.kind === 'found') await this.#results.found(entry, look.record);
    else if (look.kind === 'absent') await this.#results.absent(entry);
    else await this.#results.uncertain(entry);
  }

  async #lookForUpdate(entry: StoredEntry): Promise<void> {
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
      await this.#results.absent(entry, isOld ? null : current);
    }
  }

  async #lookForDeleted(entry: StoredEntry): Promise<void> {
    const current = await this.read(entry);
    if (current === null) await this.#results.deleted([entry]);
    else await this.#results.absent(entry);
  }

  async #lookForSituation(entry: StoredEntry): Promise<void> {
    // Of a device the service does not tell it; setting it again does no harm.
    if (entry.subject.collection === 'devices') return this.#results.absent(entry);
    const current = await this.read(entry);
    if (current === null) return this.#results.stuck(entry, { kind: 'gone' });
    const deactivatedAt = valueAt(current.fields, 'deactivatedAt');
    const isSo =
      deactivatedAt !== undefined && (deactivatedAt === null) === (entry.kind === 'activate');
    return isSo ? this.#results.situated(entry) : this.#results.absent(entry);
  }

  async #lookForAssociation(
    entry: StoredEntry,
    judge: (items: readonly StoredAssociation[]) => Promise<void>,
  ): Promise<void> {
    const items = await this.associationsOf(entry);
    if (items === null) await this.#results.stuck(entry, { kind: 'gone' });
    else await judge(items);
  }

  async #lookForDissociated(entry: StoredEntry): Promise<void> {
    const items = await this.associationsOf(entry);
    const isThere = items?.some(({ key }) => key === entry.associationKey) ?? false;
    if (isThere) await this.#results.absent(entry);
    else await this.#results.dissociated([entry]);
  }

  /** The record of an entry as the service has it now. */
  read({ subject }: StoredEntry): Promise<ToldRecord | null> {
    const { collection, key } = subject;
    this.#tools.pace.note();
    return isWritable(collection)
      ? this.#tools.records.read(collection, key)
      : Promise.resolve(null);
  }

  /**
   * The record of a change that is about to go out, read for comparison; null where it can't go:
   * then what is to be said about that is written down. An answer that is older than what the
   * service told before is asked for anew, for a while.
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
      await this.readFailed(entry, caught);
    }
    return null;
  }

  /** Whether an answer is older than what the service told, or took from here, before. */
  async isOlder({ subject }: StoredEntry, current: ToldRecord): Promise<boolean> {
    const known = await this.#tools.journal.record(subject.collection, subject.key);
    const now = current.fields['updatedAt'];
    if (known === null || typeof now !== 'number') return false;
    const before = known.told?.['updatedAt'];
    if (typeof before === 'number') return now < before;
    // A change from here came after that moment, and its own was not told.
    const overtaken = momentBefore(known);
    return overtaken !== null && now <= overtaken;
  }

  /** The side of the vehicle that an entry about an association concerns. */
  associationsOf({ subject, side }: StoredEntry): Promise<readonly StoredAssociation[] | null> {
    this.#tools.pace.note();
    return this.#tools.records.associations(subject.key, side ?? 'devices');
  }

  /** The association that an entry was to make, among those of its vehicle. */
  pairOf({ other }: StoredEntry, items: readonly StoredAssociation[]): StoredAssociation | null {
    return items.find(({ otherKey }) => otherKey === other?.key) ?? null;
  }
}
