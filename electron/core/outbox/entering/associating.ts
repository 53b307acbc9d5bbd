import type { AssociationSide } from '@contract/associations';
import { FleetdeskError } from '@contract/errors';
import type { Saved } from '@contract/outbox';
import { isLocalKey, type RecordKey } from '@contract/records';
import type { StoredAssociation, StoredEntry } from '../../ports/store';
import { keptRecord, newEntry, newLocalKey, subjectOf, type EntryTools } from './new-entry';
import { changeOperationOf } from '../sending/change-operations';
import { UNDO_TIME } from '../entries/deletions';
import { overlayAssociation } from '../entries/overlay';
import { advance, isCertainlyUnsent } from '../entries/state-machine';

/** A device or person to put on a vehicle. */
export interface NewAssociation {
  readonly vehicleKey: RecordKey;
  readonly side: AssociationSide;
  readonly otherKey: RecordKey;
  readonly isMain: boolean;
}

/** Every one of some devices or people, to put on every one of some vehicles. */
export interface NewAssociations {
  readonly side: AssociationSide;
  readonly vehicleKeys: readonly RecordKey[];
  readonly otherKeys: readonly RecordKey[];
}

/** An association of a vehicle, by its key. */
export interface AssociationName {
  readonly vehicleKey: RecordKey;
  readonly side: AssociationSide;
  readonly key: RecordKey;
}

/** A device that takes the place of another one, by the association of that one. */
export interface DeviceReplacement {
  readonly vehicleKey: RecordKey;
  /** The association of the device that leaves. */
  readonly key: RecordKey;
  /** The device that comes. */
  readonly otherKey: RecordKey;
}

/** A queued association, and how it looks until it is sent. */
interface Addition {
  readonly entry: StoredEntry;
  readonly association: StoredAssociation;
}

/** Queues which devices and people are on which vehicles. */
export class Associating {
  readonly #tools: EntryTools;

  constructor(tools: EntryTools) {
    this.#tools = tools;
  }

  /** Queues a device or person for a vehicle. */
  associate({ vehicleKey, side, otherKey, isMain }: NewAssociation): Promise<Saved> {
    const { journal } = this.#tools;
    return journal.exclusively(async () => {
      const vehicle = await journal.currentKey(vehicleKey);
      const other = await journal.currentKey(otherKey);
      const { items } = await journal.store.associationsOf(vehicle, side);
      const known = items.find(
        (association) => association.otherKey === other && !this.#isLeaving(association),
      );
      if (known !== undefined) return this.#keep(known, isMain && side === 'devices');
      return this.#associate(vehicle, side, other, isMain && side === 'devices');
    });
  }

  /**
   * Queues several at once, as one action: held while that can be undone, which takes all of them
   * back. Each goes out, and fails, for itself. What is on its vehicle already stays; a removal
   * that waits is dropped. Answers the entries of those that are new.
   */
  associateSeveral(given: NewAssociations): Promise<{ entryIds: string[] }> {
    const { journal, random, clock } = this.#tools;
    const { side } = given;
    return journal.exclusively(async () => {
      const current = async (keys: readonly RecordKey[]): Promise<RecordKey[]> => [
        ...new Set(await Promise.all(keys.map((key) => journal.currentKey(key)))),
      ];
      const others = await current(given.otherKeys);
      const leaving: StoredEntry[] = [];
      const additions: Addition[] = [];
      for (const vehicleKey of await current(given.vehicleKeys)) {
        const { items } = await journal.store.associationsOf(vehicleKey, side);
        for (const otherKey of others) {
          const known = items.find((item) => item.otherKey === otherKey && !this.#isLeaving(item));
          if (known !== undefined) leaving.push(...[this.#removalOf(known) ?? []].flat());
          else additions.push(await this.#addition({ vehicleKey, side, otherKey, isMain: false }));
        }
      }
      const held = {
        action: random.id(),
        state: 'held',
      } as const;
      const at = clock.now();
      const made = { createdAt: at, changedAt: at, notBefore: at + UNDO_TIME };
      const entries = additions.map(({ entry }) => ({ ...entry, ...held, ...made }));
      await journal.write({
        entries: [...this.#dropped(leaving), ...entries],
        associations: additions.map(({ association }) => association),
      });
      return { entryIds: entries.map(({ id }) => id) };
    });
  }

  async #associate(
    vehicleKey: RecordKey,
    side: AssociationSide,
    otherKey: RecordKey,
    isMain: boolean,
  ): Promise<Saved> {
    const { entry, association } = await this.#addition({ vehicleKey, side, otherKey, isMain });
    await this.#tools.journal.write({ entries: [entry], associations: [association] });
    return { entryId: entry.id, key: association.key };
  }

  async #addition({ vehicleKey, side, otherKey, isMain }: NewAssociation): Promise<Addition> {
    const { journal, random } = this.#tools;
    const { book } = journal;
    const vehicle = await keptRecord(journal, 'vehicles', vehicleKey);
    const other = await keptRecord(journal, side, otherKey);
    const key = newLocalKey(random);
    const makers = [vehicleKey, otherKey].flatMap((name) => book.makerOf(name)?.id ?? []);
    const entry = newEntry(this.#tools, {
      kind: 'associate',
      subject: subjectOf('vehicles', vehicleKey, vehicle.fields),
      other: subjectOf(side, otherKey, other.fields),
      side,
      associationKey: key,
      fields: isMain ? { isMain: 1 } : {},
      after: makers,
    });
    const association: StoredAssociation = {
      ...{ key, side, vehicleKey, otherKey },
      ...{ isMain: false, createdAt: null, mark: 'waiting', pendingMain: null },
    };
    return { entry, association };
  }

  /**
   * Queues that a device takes the place of another one. The new one comes first, so that the
   * vehicle is never without, and becomes the main one where the old one was that. One that is on
   * the vehicle already stays, and its removal that waits is dropped. All parts are held together
   * while that can be undone.
   * @throws FleetdeskError `conflict`/`is-leaving` where the old one is to leave already
   */
  replaceDevice({ vehicleKey: vehicleName, key, otherKey }: DeviceReplacement): Promise<Saved> {
    const { journal, random, clock } = this.#tools;
    const side = 'devices';
    return journal.exclusively(async () => {
      const old = await this.#find({ vehicleKey: vehicleName, side, key });
      if (this.#removalOf(old) !== undefined) throw leavesAlready(old);
      const { vehicleKey } = old;
      const other = await journal.currentKey(otherKey);
      if (other === old.otherKey) return { entryId: '', key: old.key };
      const { items } = await journal.store.associationsOf(vehicleKey, side);
      const known = items.find((item) => item.otherKey === other && !this.#isLeaving(item));
      const removal = known && this.#removalOf(known);
      const dropped = removal === undefined ? [] : this.#dropped([removal]);
      if (known !== undefined && dropped.some((entry) => makes(entry, old.key))) {
        // The old one was to come in the place of this one, and does not.
        await journal.write({ entries: dropped });
        return { entryId: '', key: known.key };
      }
      // Services refuse a second main device, so it becomes that in a step of its own.
      const addition =
        known === undefined
          ? await this.#addition({ vehicleKey, side, otherKey: other, isMain: false })
          : null;
      const association = addition?.association ?? known ?? old;
      const held = {
        action: random.id(),
        state: 'held',
        notBefore: clock.now() + UNDO_TIME,
      } as const;
      const parts: StoredEntry[] = addition === null ? [] : [{ ...addition.entry, ...held }];
      const add = (part: StoredEntry): void => {
        parts.push({ ...part, ...held, after: [...part.after, ...parts.map(({ id }) => id)] });
      };
      if (isMainWithout(old, journal.book.ofAssociation(old.key), dropped)) {
        add(await this.#entryFor('makeMain', association, association));
      }
      add(await this.#entryFor('dissociate', old, old));
      const associations = addition === null ? [] : [addition.association];
      await journal.write({ entries: [...dropped, ...parts], associations });
      return { entryId: parts[0]?.id ?? '', key: association.key };
    });
  }

  /** Entries as dropped, with all that depends on them or belongs to the same actions. */
  #dropped(entries: readonly StoredEntry[]): StoredEntry[] {
    const { journal, clock } = this.#tools;
    const all = new Set(
      entries.flatMap((entry) => [entry, ...journal.book.dependentsOf(entry.id)]),
    );
    return [...all]
      .filter(isCertainlyUnsent)
      .map((entry) => advance(entry, { kind: 'discard' }, clock.now()));
  }

  /** Whether an association is on its way off, and that can't be taken back any more. */
  #isLeaving(association: StoredAssociation): boolean {
    const removal = this.#removalOf(association);
    return removal !== undefined && !isCertainlyUnsent(removal);
  }

  /** What is to take an association off, where that is queued. */
  #removalOf({ key }: StoredAssociation): StoredEntry | undefined {
    const open = this.#tools.journal.book.ofAssociation(key);
    return open.find(({ kind }) => kind === 'dissociate');
  }

  /**
   * Whether a later change can drop a queued one as pointless. A part of an ordered action can't
   * be: the other parts would fall with it, though nobody took them back.
   */
  #isOnItsOwn(entry: StoredEntry): boolean {
    return isCertainlyUnsent(entry) && !this.#tools.journal.book.isOrdered(entry);
  }

  /** It is associated already, or waits to be, or waits to come off: nothing of that any more. */
  async #keep(association: StoredAssociation, isMain: boolean): Promise<Saved> {
    const { journal } = this.#tools;
    const { key } = association;
    const open = journal.book.ofAssociation(key);
    const leaving = this.#removalOf(association);
    if (leaving !== undefined) {
      const main =
        isMain && !association.isMain
          ? [await this.#entryFor('makeMain', { ...association }, association)]
          : [];
      await journal.write({ entries: [...this.#dropped([leaving]), ...main] });
      const maker = open.find(({ kind }) => kind === 'associate');
      return { entryId: main[0]?.id ?? maker?.id ?? '', key };
    }
    if (isMain && !(association.pendingMain ?? association.isMain)) return this.#main(association);
    return { entryId: open[0]?.id ?? '', key };
  }

  /** Queues that a device becomes the main one of its vehicle; one that is to leave stays. */
  makeMain(name: AssociationName): Promise<Saved> {
    return this.#tools.journal.exclusively(async () => {
      const association = await this.#find(name);
      const leaving = this.#removalOf(association);
      const isBack = leaving !== undefined && isCertainlyUnsent(leaving);
      return isBack ? this.#keep(association, true) : this.#main(association);
    });
  }

  async #main(association: StoredAssociation): Promise<Saved> {
    const { journal, profile } = this.#tools;
    const { key, side } = association;
    changeOperationOf({ kind: 'makeMain', subject: { collection: 'vehicles' }, side }, profile);
    // The last word counts: what was to make another one the main device before is pointless.
    const mains = journal.book.touching(association.vehicleKey).filter(makesMain);
    const last = mains.at(-1);
    if (last?.associationKey === key && last.state !== 'attention') {
      return { entryId: last.id, key };
    }
    const pointless = mains.filter((each) => each.kind === 'makeMain' && this.#isOnItsOwn(each));
    const dropped = this.#dropped(pointless);
    const left = mains.filter((each) => !pointless.includes(each)).at(-1);
    if (left?.associationKey === key && left.state !== 'attention') {
      await journal.write({ entries: dropped });
      return { entryId: left.id, key };
    }
    const isAlone = left === undefined;
    const maker = journal.book.ofAssociation(key).find(({ kind }) => kind === 'associate');
    if (isAlone && maker === undefined && association.isMain) {
      if (dropped.length > 0) await journal.write({ entries: dropped });
      return { entryId: '', key };
    }
    const entry =
      isAlone && maker?.state === 'waiting'
        ? { ...maker, fields: { isMain: 1 } }
        : await this.#entryFor('makeMain', association, association);
    await journal.write({ entries: [entry, ...dropped] });
    return { entryId: entry.id, key };
  }

  /** Queues that a device or person leaves a vehicle, held while that can be undone. */
  dissociate(name: AssociationName): Promise<Saved> {
    const { journal, clock } = this.#tools;
    return journal.exclusively(async () => {
      const association = await this.#find(name);
      const { key } = association;
      const open = journal.book.ofAssociation(key);
      const leaving = open.find(({ kind }) => kind === 'dissociate');
      if (leaving !== undefined) return { entryId: leaving.id, key };
      const withdrawn = open.filter((each) => this.#isOnItsOwn(each));
      const dropped = this.#dropped(withdrawn);
      const maker = withdrawn.find(({ kind }) => kind === 'associate');
      if (maker !== undefined) {
        await journal.write({ entries: dropped });
        return { entryId: maker.id, key };
      }
      const removal = await this.#entryFor('dissociate', association, association);
      const notBefore = clock.now() + UNDO_TIME;
      const entry: StoredEntry = { ...removal, state: 'held', notBefore };
      await journal.write({ entries: [...dropped, entry] });
      return { entryId: entry.id, key };
    });
  }

  async #entryFor(
    kind: 'makeMain' | 'dissociate',
    { vehicleKey, side, otherKey }: StoredAssociation,
    { key }: StoredAssociation,
  ): Promise<StoredEntry> {
    const { journal } = this.#tools;
    const vehicle = await journal.record('vehicles', vehicleKey);
    const other = await journal.record(side, otherKey);
    const maker = isLocalKey(key) ? journal.book.makerOf(key) : undefined;
    return newEntry(this.#tools, {
      kind,
      subject: subjectOf('vehicles', vehicleKey, vehicle?.fields ?? {}),
      other: subjectOf(side, otherKey, other?.fields ?? {}),
      side,
      associationKey: key,
      after: maker === undefined ? [] : [maker.id],
    });
  }

  /** @throws FleetdeskError `not-found`/`not-kept` */
  async #find({ vehicleKey, side, key: name }: AssociationName): Promise<StoredAssociation> {
    const { journal } = this.#tools;
    const vehicle = await journal.currentKey(vehicleKey);
    const key = await journal.currentKey(name);
    const { items } = await journal.store.associationsOf(vehicle, side);
    const association = items.find((item) => item.key === key);
    if (association !== undefined) return association;
    throw new FleetdeskError({
      code: 'not-found',
      reason: 'not-kept',
      message: `The association ${key} is not kept here.`,
    });
  }
}

function leavesAlready({ key }: StoredAssociation): FleetdeskError {
  return new FleetdeskError({
    code: 'conflict',
    reason: 'is-leaving',
    message: `The removal of the association ${key} is queued already.`,
  });
}

/** Whether a queued change makes a device the main one of its vehicle. */
function makesMain({ kind, side, fields }: StoredEntry): boolean {
  if (side !== 'devices') return false;
  return kind === 'makeMain' || (kind === 'associate' && fields['isMain'] === 1);
}

/** Whether a queued change puts the device of an association on its vehicle. */
function makes({ kind, associationKey }: StoredEntry, key: RecordKey): boolean {
  return kind === 'associate' && associationKey === key;
}

/** Whether a device is, or is to be, the main one once some of its queued changes are dropped. */
function isMainWithout(
  association: StoredAssociation,
  open: readonly StoredEntry[],
  dropped: readonly StoredEntry[],
): boolean {
  const left = open.filter(({ id }) => dropped.every((each) => each.id !== id));
  const { isMain, pendingMain } = overlayAssociation(association, left);
  return pendingMain ?? isMain;
}
