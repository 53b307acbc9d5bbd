import { indexOf, type Kind } from './ids';

export interface Association {
  readonly id: string;
  readonly vehicleId: string;
  readonly createdAt: string;
  readonly deletedAt: string | null;
}

/**
 * Associations of one kind, kept per vehicle. As with all records, what nobody touched is derived
 * from its index; a removed association stays, with the moment of its removal.
 */
export class Associations<T extends Association> {
  readonly #changed = new Map<string, T>();
  readonly #created = new Map<string, T[]>();
  readonly #createdById = new Map<string, T>();

  constructor(
    readonly seed: number,
    readonly kind: Kind,
    readonly slots: number,
    /** The original associations of the vehicle at an index. */
    readonly derive: (vehicle: number) => T[],
    /** The index of an original vehicle, or -1. */
    readonly vehicleIndex: (vehicleId: string) => number,
  ) {}

  /** All associations that a vehicle has or had, the oldest first. */
  ofVehicle(vehicleId: string): T[] {
    const index = this.vehicleIndex(vehicleId);
    const original = index < 0 ? [] : this.derive(index);
    const now = original.map((association) => this.#changed.get(association.id) ?? association);
    return [...now, ...(this.#created.get(vehicleId) ?? [])];
  }

  /** Those of a vehicle that are in force. */
  currentOf(vehicleId: string): T[] {
    return this.ofVehicle(vehicleId).filter(({ deletedAt }) => deletedAt === null);
  }

  get(id: string): T | undefined {
    const known = this.#createdById.get(id) ?? this.#changed.get(id);
    if (known) return known;
    const index = indexOf(this.seed, this.kind, id);
    if (index < 0) return undefined;
    return this.derive(Math.floor(index / this.slots)).find((association) => association.id === id);
  }

  *created(): Generator<T> {
    yield* this.#createdById.values();
  }

  add(association: T): void {
    this.#createdById.set(association.id, association);
    const list = this.#created.get(association.vehicleId);
    if (list) list.push(association);
    else this.#created.set(association.vehicleId, [association]);
  }

  put(association: T): void {
    if (!this.#createdById.has(association.id)) {
      this.#changed.set(association.id, association);
      return;
    }
    this.#createdById.set(association.id, association);
    const list = this.#created.get(association.vehicleId) ?? [];
    const position = list.findIndex(({ id }) => id === association.id);
    if (position >= 0) list[position] = association;
  }
}
