import type { Label, VehicleLabels } from '@contract/vehicle-labels';

/** Tells our own JSON files from all others. */
export const FILE_MARK = 'fleetdesk-vehicle-labels';

/** What a file says of one vehicle; how it names the vehicle, and what the vehicle has. */
export interface LabelRow {
  /** Its line in a table, from 1; null in other files. */
  readonly line: number | null;
  /** The service's identifier. */
  readonly id: string | null;
  readonly plate: string | null;
  readonly vin: string | null;
  readonly group: string | null;
  readonly tags: readonly string[];
  readonly isPinned: boolean;
}

/** What a file with tags, groups and pins says, with names instead of identifiers. */
export interface LabelFile {
  readonly labels: readonly Omit<Label, 'id'>[];
  readonly rows: readonly LabelRow[];
  /** Rows of which nothing could be read: their names, where they have any. */
  readonly unreadable: readonly { name: string; line: number | null }[];
}

/** A vehicle as files name it. */
export interface NamedVehicle {
  readonly key: string;
  readonly plate: string | null;
  readonly vin: string | null;
}

/** What a file is held against. */
export interface LabelFileOptions {
  /** What is kept now. */
  readonly labels: VehicleLabels;
  /** The vehicles of the fleet. */
  readonly vehicles: readonly NamedVehicle[];
  /** Names each new tag and group. */
  readonly newId: () => string;
}
