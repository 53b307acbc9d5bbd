import type { CollectionName } from '@contract/collections';
import { FleetdeskError } from '@contract/errors';
import type { DeletedRecord, Saved } from '@contract/outbox';
import { isLocalKey, type RecordKey, type RecordName } from '@contract/records';
import type {
  EntrySnapshot,
  StoredAssociation,
  StoredDeletion,
  StoredEntry,
} from '../../ports/store';
import {
  fieldsToRecreate,
  takeSnapshot,
  toDeletedRecord,
  UNDO_TIME,
  wholeSides,
} from '../entries/deletions';
import {
  keptRecord,
  neededBefore,
  newEntry,
  newLocalKey,
  subjectOf,
  type EntryTools,
} from './new-entry';
import { changeOperationOf } from '../sending/change-operations';
import { advance, isCertainlyUnsent } from '../entries/state-machine';

/** Queues deletes, and creates again what was deleted. */
export class Deleting {
  readonly #tools: EntryTools;

  constructor(tools: EntryTools) {
    this.#tools = tools;
  }

  /** Queues deletes, each held while it can be undone; answers their entries in the keys' order. */
  delete(collection: CollectionName, names: readonly RecordKey[]): Promise<{ entryIds: string[] }> {
    const { journal, profile } = this.#tools;
    changeOperationOf({ kind: 'delete', subject: { collection }, side: null }, profile);
    return journal.exclusively(async () => {
      const changed = new Map<string, StoredEntry>();
      const entryIds: string[] = [];
      const entryOf = new Map<RecordKey, string>();
      const whole = await wholeSides(journal, collection);
      for (const name of names) {
        const key = await journal.currentKey(name);
        if (!entryOf.has(key)) {
          const entries = await this.#delete({ collection, key }, whole);
          for (const entry of entries) changed.set(entry.id, entry);
          entryOf.set(key, entries[0]?.id ?? '');
        }
        entryIds.push(entryOf.get(key) ?? '');
      }
      await journal.write({ entries: [...changed.values()] });
      return { entryIds };
    });
  }

  /** The entries that a delete of one record makes or drops; its own comes first. */
  async #delete(
    { collection, key }: RecordName,
    whole: EntrySnapshot['listed'],
  ): Promise<StoredEntry[]> {
    const { journal, clock } = this.#tools;
    const at = clock.now();
    const open = journal.book.ofRecord(collection, key).find(({ kind }) => kind === 'delete');
    if (open !== undefined && open.state !== 'attention') return [open];
    const record = await keptRecord(journal, collection, key);
    const maker = isLocalKey(key) ? journal.book.makerOf(key) : undefined;
    if (maker !== undefined && isCertainlyUnsent(maker)) {
      // The service knows nothing of it, so there is nothing to delete there.
      return [maker, ...journal.book.dependentsOf(maker.id)].map((entry) =>
        advance(entry, { kind: 'discard' }, at),
      );
    }
    return [
      newEntry(this.#tools, {
        kind: 'delete',
        subject: subjectOf(collection, key, record.fields),
        state: 'held',
        notBefore: at + UNDO_TIME,
        snapshot: await takeSnapshot(journal, record, whole),
      }),
      // It is confirmed again, of the record as it looks now.
      ...(open === undefined ? [] : [advance(open, { kind: 'discard' }, at)]),
    ];
  }

  /** What was deleted here and can be made again, the newest first. */
  async deleted(): Promise<DeletedRecord[]> {
    return (await this.#tools.journal.store.deletions()).map(toDeletedRecord);
  }

  /** Queues a create of a deleted record, and of what it was associated with. */
  recreate(deletedId: string, password?: string): Promise<Saved> {
    const { journal, profile } = this.#tools;
    return journal.exclusively(async () => {
      const deletion = (await journal.store.deletions()).find(({ id }) => id === deletedId);
      if (deletion === undefined) throw notKept(deletedId);
      const { collection } = deletion.subject;
      const again = await this.#madeAgain(deletion);
      if (again !== null) return again;
      changeOperationOf({ kind: 'create', subject: { collection }, side: null }, profile);
      if (collection === 'users' && password === undefined) throw passwordNeeded();
      return this.#recreate(deletion, password ?? null);
    });
  }

  /** What was made again of a deleted record already; null where nothing was, or is no more. */
  async #madeAgain({ subject, recreatedAs }: StoredDeletion): Promise<Saved | null> {
    const { journal } = this.#tools;
    if (recreatedAs === null) return null;
    const key = await journal.currentKey(recreatedAs);
    const record = await journal.record(subject.collection, key);
    if (record === null || record.goneAt !== null) return null;
    return { entryId: journal.book.makerOf(key)?.id ?? '', key };
  }

  async #recreate(deletion: StoredDeletion, password: string | null): Promise<Saved> {
    const { journal, random } = this.#tools;
    const { collection, label } = deletion.subject;
    const key = newLocalKey(random);
    const fields = fieldsToRecreate(deletion);
    const subject = { collection, key, label };
    const create = newEntry(this.#tools, {
      kind: 'create',
      subject,
      fields,
      password: collection === 'users' ? password : null,
      after: neededBefore(journal.book, subject, fields),
    });
    const associations = await this.#associationsAgain(deletion, create);
    await journal.write({
      entries: [create, ...associations.map(({ entry }) => entry)],
      associations: associations.map(({ association }) => association),
      after: [{ kind: 'deletion', deletion: { ...deletion, recreatedAs: key } }],
    });
    return { entryId: create.id, key };
  }

  /** Associations of a deleted record with what is still there. */
  async #associationsAgain(
    { subject: { collection }, snapshot }: StoredDeletion,
    create: StoredEntry,
  ): Promise<{ entry: StoredEntry; association: StoredAssociation }[]> {
    const { journal, random } = this.#tools;
    const again: { entry: StoredEntry; association: StoredAssociation }[] = [];
    for (const { side, vehicleKey, otherKey, label, isMain } of snapshot.associations) {
      const isVehicle = collection === 'vehicles';
      const there = isVehicle
        ? { collection: side, key: otherKey, label }
        : { collection: 'vehicles' as const, key: vehicleKey, label };
      const record = await journal.record(there.collection, there.key);
      if (record === null || record.goneAt !== null) continue;
      const key = newLocalKey(random);
      const entry = newEntry(this.#tools, {
        kind: 'associate',
        subject: isVehicle ? create.subject : there,
        other: isVehicle ? there : create.subject,
        side,
        associationKey: key,
        fields: isMain ? { isMain: 1 } : {},
        after: [create.id],
        // Made in one moment with the record: an undo doesn't take them back without it.
        ...{ createdAt: create.createdAt, changedAt: create.changedAt },
      });
      const association: StoredAssociation = {
        ...{ key, side, vehicleKey: entry.subject.key },
        otherKey: isVehicle ? otherKey : create.subject.key,
        ...{ isMain: false, createdAt: null, mark: 'waiting', pendingMain: null },
      };
      again.push({ entry, association });
    }
    return again;
  }
}

function notKept(id: string): FleetdeskError {
  const message = `The deleted record ${id} is not kept any more.`;
  return new FleetdeskError({ code: 'not-found', reason: 'not-kept', message });
}

function passwordNeeded(): FleetdeskError {
  return new FleetdeskError({
    code: 'invalid-request',
    message: 'A user that is made again needs a password.',
    fields: [{ path: 'password', message: 'is required' }],
  });
}
