import type { Vehicle } from '@contract/vehicles';

/**
 * The vehicles Fleetdesk knows, and what each pass over the service's list found of them. The
 * sync writes through this shape alone, so that it need not know where the records lie.
 */
export interface VehicleRecords {
  all(): Vehicle[];
  get(id: string): Vehicle | null;
  /** A new pass over the list begins; an unfinished one before it counts for nothing. */
  beginPass(): void;
  /** Takes what a page held; answers the new and the changed ones. */
  receive(vehicles: readonly Vehicle[]): Vehicle[];
  /** The pass reached the end of the list; answers what is gone since. */
  completePass(): string[];
  /** The service says that it has no such vehicle. */
  remove(id: string): boolean;
}

/** Absence from so many complete passes means that a record is gone. */
const ABSENCES_UNTIL_GONE = 2;

interface Entry {
  vehicle: Vehicle;
  text: string;
  absences: number;
}

/** Vehicles kept in memory for as long as the session lasts. */
export class MemoryVehicleRecords implements VehicleRecords {
  readonly #entries = new Map<string, Entry>();
  #seen = new Set<string>();

  all(): Vehicle[] {
    return Array.from(this.#entries.values(), ({ vehicle }) => vehicle);
  }

  get(id: string): Vehicle | null {
    return this.#entries.get(id)?.vehicle ?? null;
  }

  beginPass(): void {
    this.#seen = new Set();
  }

  receive(vehicles: readonly Vehicle[]): Vehicle[] {
    return vehicles.filter((vehicle) => {
      this.#seen.add(vehicle.id);
      const text = JSON.stringify(vehicle);
      const entry = this.#entries.get(vehicle.id);
      if (entry?.text === text) return false;
      this.#entries.set(vehicle.id, { vehicle, text, absences: entry?.absences ?? 0 });
      return true;
    });
  }

  completePass(): string[] {
    const gone: string[] = [];
    for (const [id, entry] of this.#entries) {
      entry.absences = this.#seen.has(id) ? 0 : entry.absences + 1;
      if (entry.absences >= ABSENCES_UNTIL_GONE) gone.push(id);
    }
    for (const id of gone) this.#entries.delete(id);
    return gone;
  }

  remove(id: string): boolean {
    return this.#entries.delete(id);
  }
}
