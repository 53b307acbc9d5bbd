import type { AssociationSide } from '@contract/associations';
import { FleetdeskError } from '@contract/errors';
import type { Saved } from '@contract/outbox';
import { isLocalKey, type RecordKey } from '@contract/records';
import type { StoredAssociation, StoredEntry } from '../../ports/store';
import { keptRecord, newEntry, newLocalKey, subjectOf, type Desk } from './new-entry';
import { carrierOf } from '../sending/carriers';
import { advance, isCertainlyUnsent } from '../entries/state-machine';

/** A device or person to put on a vehicle. */
export interface NewAssociation {
  readonly vehicleKey: RecordKey;
  readonly side: AssociationSide;
  readonly otherKey: RecordKey;
  readonly isMain: boolean;
}

/** An association of a vehicle, by its key. */
export interface AssociationName {
  readonly vehicleKey: RecordKey;
  readonly side: AssociationSide;
  readonly key: RecordKey;
}

/** Queues which devices and people are on which vehicles. */
export class Associating {
  readonly #desk: Desk;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /** Queues a device or person for a vehicle. */
  associate({ vehicleKey, side, otherKey, isMain }: NewAssociation): Promise<Saved> {
    const { journal } = this.#desk;
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

  async #associate(
    vehicleKey: RecordKey,
    side: AssociationSide,
    otherKey: RecordKey,
    isMain: boolean,
  ): Promise<Saved> {
    const { journal, chance } = this.#desk;
    const { book } = journal;
    const vehicle = await keptRecord(journal, 'vehicles', vehicleKey);
    const other = await keptRecord(journal, side, otherKey);
    const key = newLocalKey(chance);
    const makers = [vehicleKey, otherKey].flatMap((name) => book.makerOf(name)?.id ?? []);
    const entry = newEntry(this.#desk, {
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
    await journal.write({ entries: [entry], associations: [association] });
    return { entryId: entry.id, key };
  }

  /** Whether an association is on its way off, and that can't be taken back any more. */
  #isLeaving({ key }: StoredAssociation): boolean {
    return this.#desk.journal.book
      .ofAssociation(key)
      .some((entry) => entry.kind === 'dissociate' && !isCertainlyUnsent(entry));
  }

  /** It is associated already, or waits to be, or waits to come off: nothing of that any more. */
  async #keep(association: StoredAssociation, isMain: boolean): Promise<Saved> {
    const { journal, clock } = this.#desk;
    const { key } = association;
    const open = journal.book.ofAssociation(key);
    const leaving = open.find(({ kind }) => kind === 'dissociate');
    if (leaving !== undefined) {
      const kept = advance(leaving, { kind: 'discard' }, clock.now());
      const main =
        isMain && !association.isMain
          ? [await this.#entryFor('makeMain', { ...association }, association)]
          : [];
      await journal.write({ entries: [kept, ...main] });
      const maker = open.find(({ kind }) => kind === 'associate');
      return { entryId: main[0]?.id ?? maker?.id ?? '', key };
    }
    if (isMain && !(association.pendingMain ?? association.isMain)) return this.#main(association);
    return { entryId: open[0]?.id ?? '', key };
  }

  /** Queues that a device becomes the main one of its vehicle. */
  makeMain(name: AssociationName): Promise<Saved> {
    return this.#desk.journal.exclusively(async () => this.#main(await this.#find(name)));
  }

  async #main(association: StoredAssociation): Promise<Saved> {
    const { journal, profile, clock } = this.#desk;
    const { key, side } = association;
    carrierOf({ kind: 'makeMain', subject: { collection: 'vehicles' }, side }, profile);
    // The last word counts: what was to make another one the main device before is pointless.
    const mains = journal.book.touching(association.vehicleKey).filter(makesMain);
    const last = mains.at(-1);
    if (last?.associationKey === key && last.state !== 'attention') {
      return { entryId: last.id, key };
    }
    const at = clock.now();
    const pointless = mains.filter((each) => each.kind === 'makeMain' && isCertainlyUnsent(each));
    const dropped = pointless.map((each) => advance(each, { kind: 'discard' }, at));
    const isAlone = mains.length === pointless.length;
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

  /** Queues that a device or person leaves a vehicle. */
  dissociate(name: AssociationName): Promise<Saved> {
    const { journal, clock } = this.#desk;
    return journal.exclusively(async () => {
      const association = await this.#find(name);
      const { key } = association;
      const open = journal.book.ofAssociation(key);
      const leaving = open.find(({ kind }) => kind === 'dissociate');
      if (leaving !== undefined) return { entryId: leaving.id, key };
      const at = clock.now();
      const withdrawn = open.filter(isCertainlyUnsent);
      const dropped = withdrawn.map((entry) => advance(entry, { kind: 'discard' }, at));
      const maker = withdrawn.find(({ kind }) => kind === 'associate');
      if (maker !== undefined) {
        await journal.write({ entries: dropped });
        return { entryId: maker.id, key };
      }
      const entry = await this.#entryFor('dissociate', association, association);
      await journal.write({ entries: [...dropped, entry] });
      return { entryId: entry.id, key };
    });
  }

  async #entryFor(
    kind: 'makeMain' | 'dissociate',
    { vehicleKey, side, otherKey }: StoredAssociation,
    { key }: StoredAssociation,
  ): Promise<StoredEntry> {
    const { journal } = this.#desk;
    const vehicle = await journal.record('vehicles', vehicleKey);
    const other = await journal.record(side, otherKey);
    const maker = isLocalKey(key) ? journal.book.makerOf(key) : undefined;
    return newEntry(this.#desk, {
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
    const { journal } = this.#desk;
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

/** Whether a queued change makes a device the main one of its vehicle. */
function makesMain({ kind, side, fields }: StoredEntry): boolean {
  if (side !== 'devices') return false;
  return kind === 'makeMain' || (kind === 'associate' && fields['isMain'] === 1);
}
