import { lettersOf, wordsOf } from '@contract/folding';
import type { FieldValue, FoundBy } from '@contract/records';
import { fieldsOf, resourceOf } from '@contract/resources';
import type { Connection } from './connection';
import { countedIn } from './derived-columns';
import type { Listing } from './listing';
import { parseList } from './stored-values';

/** What a vehicle is found by besides its own record. */
const relatives = ['users', 'devices', 'chips'] as const;

type Relative = (typeof relatives)[number];

/** The record of somebody or something on a vehicle. */
export interface Relation {
  readonly collection: Relative;
  readonly id: number;
  /** Of a person: what they are to the vehicle. */
  readonly nature: string | null;
}

/** One letter is in everybody's name: nobody seeks a person by it. */
const SHORTEST = 2;

/** Whether a text is long enough to find vehicles by what is on them. */
export function isSought(search: string): boolean {
  return lettersOf(search).length >= SHORTEST;
}

/**
 * Vehicles by the people and devices on them, and by the chips of these devices. The associations
 * are indexed by what is on the vehicle, so that no other vehicle is looked at.
 */
export class RelatedVehicles {
  readonly #connection: Connection;
  readonly #vehicles: Listing;
  readonly #listings: Readonly<Record<Relative, Listing>>;
  readonly #described = new Map<string, FoundBy>();

  constructor(connection: Connection, listingOf: (collection: Relative | 'vehicles') => Listing) {
    this.#connection = connection;
    this.#vehicles = listingOf('vehicles');
    const [users, devices, chips] = relatives.map(listingOf) as [Listing, Listing, Listing];
    this.#listings = { users, devices, chips };
  }

  /** Rows of vehicles that have one of these rows of other collections, by the row of the vehicle. */
  of(ids: Iterable<number>, search: string): Map<number, Relation> {
    const found = new Map<number, Relation>();
    if (!isSought(search)) return found;
    const hits: Record<Relative, Map<string, number>> = {
      users: new Map(),
      devices: new Map(),
      chips: new Map(),
    };
    for (const id of ids) {
      for (const collection of relatives) {
        const row = this.#listings[collection].rows().get(id);
        if (row !== undefined && !row.isGone) hits[collection].set(row.key, id);
      }
    }
    this.#add(found, 'users', 'users', hits.users);
    this.#add(found, 'devices', 'devices', hits.devices);
    this.#add(found, 'devices', 'chips', this.#devicesWith(hits.chips));
    return found;
  }

  /** Whether one of these rows is of something that can be on a vehicle. */
  isAnyOf(ids: Iterable<number>): boolean {
    for (const id of ids) {
      if (relatives.some((collection) => this.#listings[collection].rows().has(id))) return true;
    }
    return false;
  }

  /** What is on some vehicles, by their rows: people first, as most people seek these. */
  on(vehicles: readonly number[]): Map<number, Relation[]> {
    const found = new Map<number, Relation[]>();
    if (vehicles.length === 0) return found;
    const { users, devices, chips } = this.#listings;
    const chipOf = devices.column('chipId').values;
    const [text] = this.#connection.texts(
      `SELECT CAST(json_group_array(json_array(sought.value, one.side, one.other_key, one.nature)) AS BLOB)
       FROM json_each(?) AS sought
       CROSS JOIN associations AS one ON one.vehicle_key = sought.value
       WHERE ${countedIn('one')}`,
      JSON.stringify(vehicles.map((id) => this.#vehicles.rows().get(id)?.key)),
    );
    const add = (
      vehicle: number,
      listing: Listing,
      relation: Omit<Relation, 'id'>,
      key: string,
    ) => {
      const id = listing.idOf(key);
      if (id === undefined || listing.rows().get(id)?.isGone !== false) return;
      const others = found.get(vehicle);
      if (others) others.push({ ...relation, id });
      else found.set(vehicle, [{ ...relation, id }]);
    };
    const rows = (parseList(text) as [string, string, string, string | null][]).map(
      ([key, ...rest]) => [this.#vehicles.idOf(key) ?? -1, ...rest] as const,
    );
    for (const [vehicle, side, other, nature] of rows) {
      if (side === 'users') add(vehicle, users, { collection: 'users', nature }, other);
    }
    for (const [vehicle, side, other] of rows) {
      if (side !== 'devices') continue;
      add(vehicle, devices, { collection: 'devices', nature: null }, other);
      const chip = chipOf.get(devices.idOf(other) ?? -1);
      if (typeof chip === 'string')
        add(vehicle, chips, { collection: 'chips', nature: null }, chip);
    }
    return found;
  }

  /** In which field, and by which value of it, a row fits what is sought. */
  describe({ collection, id, nature }: Relation, search: string): FoundBy {
    // A driver of many vehicles is described once.
    const key = `${String(id)} ${search}`;
    const known = this.#described.get(key) ?? this.#describe(collection, id, search);
    this.#described.set(key, known);
    return { ...known, ...(nature !== null && { nature }) };
  }

  #describe(collection: Relative, id: number, search: string): FoundBy {
    const listing = this.#listings[collection];
    const whole = lettersOf(search);
    const words = wordsOf(search);
    const searched = Object.entries(fieldsOf(collection)).flatMap(([field, { searchable }]) =>
      searchable === undefined ? [] : [field],
    );
    const { title } = resourceOf(collection);
    // What names it says most.
    const names = [...title, ...searched.filter((field) => !title.includes(field))];
    const holds = (field: string, sought: string): boolean =>
      listing.letters(field, id).includes(sought);
    const begins = (field: string, word: string): boolean =>
      wordsOf(textOf(listing.column(field).values.get(id))).some((each) => each.startsWith(word));
    const fits = [
      (field: string) => holds(field, whole),
      (field: string) => words.every((word) => begins(field, word)),
      (field: string) => words.some((word) => begins(field, word) || holds(field, word)),
    ];
    const field = fits.map((test) => names.find(test)).find(Boolean) ?? names[0] ?? '';
    return {
      ...{ collection, key: listing.rows().get(id)?.key ?? '', field },
      value: textOf(listing.column(field).values.get(id)),
      label: this.#label(collection, id),
    };
  }

  #label(collection: Relative, id: number): string | null {
    const listing = this.#listings[collection];
    const texts = resourceOf(collection).title.map((field) =>
      textOf(listing.column(field).values.get(id)).trim(),
    );
    return texts.find((text) => text !== '') ?? null;
  }

  /** Keys of devices that have one of these chips, with the row of the chip. */
  #devicesWith(chips: ReadonlyMap<string, number>): Map<string, number> {
    const devices = new Map<string, number>();
    if (chips.size === 0) return devices;
    const rows = this.#listings.devices.rows();
    for (const [id, chip] of this.#listings.devices.column('chipId').values) {
      const row = rows.get(id);
      const chipId = typeof chip === 'string' ? chips.get(chip) : undefined;
      if (chipId !== undefined && row !== undefined && !row.isGone) devices.set(row.key, chipId);
    }
    return devices;
  }

  /** What was found first stays: a person is what most people seek. */
  #add(
    found: Map<number, Relation>,
    side: 'users' | 'devices',
    collection: Relative,
    others: ReadonlyMap<string, number>,
  ): void {
    if (others.size === 0) return;
    // In this order, or the planner looks through all vehicles for each one that is sought.
    const [text] = this.#connection.texts(
      `SELECT CAST(json_group_array(json_array(one.vehicle_key, one.other_key, one.nature)) AS BLOB)
       FROM json_each(?) AS sought
       CROSS JOIN associations AS one ON one.other_key = sought.value AND one.side = ?
       WHERE ${countedIn('one')}`,
      ...[JSON.stringify([...others.keys()]), side],
    );
    for (const [key, other, nature] of parseList(text) as [string, string, string | null][]) {
      const id = others.get(other);
      const vehicle = this.#vehicles.idOf(key);
      if (id !== undefined && vehicle !== undefined && !found.has(vehicle))
        found.set(vehicle, { collection, id, nature });
    }
  }
}

function textOf(value: FieldValue | undefined): string {
  if (value === null || value === undefined) return '';
  return Array.isArray(value) ? value.join(' ') : String(value);
}
