import {
  isCounted,
  type Association,
  type AssociationSide,
  type FormerAssociation,
  type PlaceOfOther,
  type VehicleAssociations,
} from '@contract/associations';
import { isLocalKey, type RecordKey } from '@contract/records';
import type { Clock } from '../ports/clock';
import type { Store, StoredAssociation, StoredEntry } from '../ports/store';
import type { AssociationLabels } from './association-labels';

/** How long a device or user that was created here counts as new, milliseconds. */
const NEW_FOR = 60 * 60_000;

/** Former associations that a person reads through; the newest are kept. */
const MOST_FORMER = 100;

/** Whose former associations: of one side of a vehicle, or of a device or user. */
export type FormerOf =
  | { readonly side: AssociationSide; readonly vehicleKey: RecordKey }
  | { readonly side: AssociationSide; readonly otherKey: RecordKey };

/** Which devices and people are, and were, on which vehicle, as the store knows it. */
export class AssociationViews {
  readonly #store: Store;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #labels: AssociationLabels;

  constructor(options: { store: Store; clock: Pick<Clock, 'now'>; labels: AssociationLabels }) {
    this.#store = options.store;
    this.#clock = options.clock;
    this.#labels = options.labels;
  }

  /** One side of a vehicle's associations. */
  async ofVehicle(of: {
    vehicleKey: RecordKey;
    side: AssociationSide;
  }): Promise<VehicleAssociations> {
    const { side } = of;
    const { items, readAt } = await this.#store.associationsOf(of.vehicleKey, side);
    return { items: await this.#labels.describe(side, items), readAt };
  }

  /** The vehicles of a device or user, as far as they were listed. */
  async ofOther(of: { side: AssociationSide; otherKey: RecordKey }): Promise<Association[]> {
    const { side } = of;
    const own = await this.#onPresentVehicles(await this.#store.vehiclesOf(side, of.otherKey));
    if (side === 'users') return this.#labels.describe(side, own);
    // Whether a device is the main one is told by the vehicle's others, too: one may replace it.
    const vehicleKeys = [...new Set(own.map(({ vehicleKey }) => vehicleKey))];
    const lists = await Promise.all(
      vehicleKeys.map((key) => this.#store.associationsOf(key, side)),
    );
    const all = lists.flatMap(({ items }) => items);
    const keys = new Set(own.map(({ key }) => key));
    return this.#labels.describe(side, own, [...own, ...all.filter(({ key }) => !keys.has(key))]);
  }

  /** Which vehicles these devices or users are on, as far as the vehicles were listed. */
  async places(of: {
    side: AssociationSide;
    otherKeys: readonly RecordKey[];
  }): Promise<PlaceOfOther[]> {
    const { side } = of;
    const kept = await Promise.all(of.otherKeys.map((key) => this.#store.vehiclesOf(side, key)));
    const here = (await this.#onPresentVehicles(kept.flat())).filter(isCounted);
    return (await this.#labels.describe(side, here)).map(
      ({ otherKey, vehicleKey, vehicleLabel, isMain }) => ({
        otherKey,
        vehicleKey,
        vehicleLabel,
        isMain,
      }),
    );
  }

  /**
   * Associations that are no more, the newest first: those that this office removed, and those of
   * devices that the service tells as removed. At most 100.
   */
  async former(of: FormerOf): Promise<FormerAssociation[]> {
    const { side } = of;
    const isOfVehicle = 'vehicleKey' in of;
    const key = await this.#store.currentKey(isOfVehicle ? of.vehicleKey : of.otherKey);
    const [history, ended, present] = await Promise.all([
      this.#store.history(isOfVehicle ? 'vehicles' : side, key),
      side === 'devices' ? this.#store.endedTerms(isOfVehicle ? 'vehicles' : side, key) : [],
      isOfVehicle
        ? this.#store.associationsOf(key, side).then(({ items }) => items)
        : this.#store.vehiclesOf(side, key),
    ]);
    const isPresent = new Set(present.map((each) => each.key));
    const found = new Map<RecordKey, Former>();
    for (const { vehicleKey, term } of ended) {
      const { key: name, deviceKey, createdAt, endedAt } = term;
      found.set(name, { key: name, vehicleKey, otherKey: deviceKey, createdAt, endedAt });
    }
    for (const entry of history) {
      const removed = entry.side === side ? removedBy(entry) : null;
      if (removed === null) continue;
      const known = found.get(removed.key);
      found.set(removed.key, {
        ...removed,
        createdAt: known?.createdAt ?? null,
        endedAt: entry.sentAt,
        entry,
      });
    }
    const over = [...found.values()]
      .filter((each) => !isPresent.has(each.key))
      .sort((one, other) => (other.endedAt ?? 0) - (one.endedAt ?? 0))
      .slice(0, MOST_FORMER);
    return this.#describeFormer(side, over);
  }

  /** Whether it was created here so recently that no other office has put it on a vehicle yet. */
  async isNew(side: AssociationSide, otherKey: RecordKey): Promise<boolean> {
    const key = await this.#store.currentKey(otherKey);
    if (isLocalKey(key)) return true;
    const history = await this.#store.history(side, key);
    return history.some(({ kind, sentAt }) => {
      const age = sentAt === null ? Infinity : this.#clock.now() - sentAt;
      return kind === 'create' && age >= 0 && age < NEW_FOR;
    });
  }

  async #describeFormer(
    side: AssociationSide,
    over: readonly Former[],
  ): Promise<FormerAssociation[]> {
    const plain = over.map(({ key, vehicleKey, otherKey, createdAt }) => ({
      ...{ key, side, vehicleKey, otherKey, createdAt },
      ...{ isMain: false, mark: 'none' as const, pendingMain: null },
    }));
    const described = await this.#labels.describe(side, plain);
    return described.map(({ isMain: _main, mark: _mark, ...each }, index) => {
      const { endedAt = null, entry } = over[index] ?? {};
      return {
        ...each,
        // A record that is gone is called as it was when it was taken off.
        vehicleLabel: each.vehicleLabel ?? (entry?.subject.label || null),
        otherLabel: each.otherLabel ?? (entry?.other?.label || null),
        endedAt,
        isRemovedHere: entry !== undefined,
      };
    });
  }

  /** Nobody lists the associations of a vehicle that is gone any more, so that they stay behind. */
  async #onPresentVehicles(kept: readonly StoredAssociation[]): Promise<StoredAssociation[]> {
    const keys = [...new Set(kept.map(({ vehicleKey }) => vehicleKey))];
    const vehicles = await this.#store.records('vehicles', keys);
    const gone = new Set(vehicles.flatMap(({ key, goneAt }) => (goneAt === null ? [] : [key])));
    return kept.filter(({ vehicleKey }) => !gone.has(vehicleKey));
  }
}

/** An association that is over. */
interface Former {
  readonly key: RecordKey;
  readonly vehicleKey: RecordKey;
  readonly otherKey: RecordKey;
  readonly createdAt: number | null;
  readonly endedAt: number | null;
  /** What removed it, where that was done here. */
  readonly entry?: StoredEntry;
}

/** What a change took off a vehicle; null where it took nothing off, or has not yet. */
function removedBy(entry: StoredEntry): Pick<Former, 'key' | 'vehicleKey' | 'otherKey'> | null {
  const { kind, state, associationKey, subject, other } = entry;
  if (kind !== 'dissociate' || state !== 'sent' || associationKey === null || other === null)
    return null;
  return { key: associationKey, vehicleKey: subject.key, otherKey: other.key };
}
