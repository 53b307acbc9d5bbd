import { lettersOf, wordsOf } from '@contract/folding';
import type { FieldValue, FoundBy, RecordKey } from '@contract/records';
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
}

/** What is sought, and the fields that are looked at for it. */
interface Sought {
  /** Its letters and digits, in one piece. */
  readonly whole: string;
  readonly words: readonly string[];
  readonly namesIn: ReadonlyMap<Relative, readonly string[]>;
}

/** What the service calls who drives. */
const DRIVER = 'DRIVER';

/** One letter is in everybody's name: nobody seeks a person by it. */
const SHORTEST = 2;

/**
 * Vehicles by the people and devices on them, and by the chips of these devices, as the columns of
 * their lists have it.
 */
export class RelatedVehicles {
  readonly #connection: Connection;
  readonly #vehicles: Listing;
  readonly #listings: Readonly<Record<Relative, Listing>>;

  constructor(connection: Connection, listingOf: (collection: Relative | 'vehicles') => Listing) {
    this.#connection = connection;
    this.#vehicles = listingOf('vehicles');
    const [users, devices, chips] = relatives.map(listingOf) as [Listing, Listing, Listing];
    this.#listings = { users, devices, chips };
  }

  /**
   * Rows of vehicles that have one of these rows of other collections, by the row of the vehicle.
   * What is found first stays: a person is what most people seek.
   */
  of(ids: readonly number[], search: string): Map<number, Relation> {
    const found = new Map<number, Relation>();
    if (lettersOf(search).length < SHORTEST) return found;
    for (const collection of relatives) {
      const listing = this.#listings[collection];
      const rows = listing.rows();
      const own = ids.filter((id) => rows.get(id)?.isGone === false);
      if (own.length === 0) continue;
      const { values } = listing.column('vehicles');
      for (const id of own) {
        const keys = values.get(id);
        if (!Array.isArray(keys)) continue;
        for (const key of keys) {
          const vehicle = this.#vehicles.idOf(key);
          if (vehicle !== undefined && !found.has(vehicle)) found.set(vehicle, { collection, id });
        }
      }
    }
    return found;
  }

  /** By which field of what is on them vehicles fit what is sought, by their keys. */
  describe(
    found: readonly (readonly [vehicle: number, relation: Relation])[],
    search: string,
  ): Record<RecordKey, FoundBy> {
    const sought: Sought = {
      ...{ whole: lettersOf(search), words: wordsOf(search) },
      namesIn: new Map(relatives.map((each) => [each, searchedIn(each)])),
    };
    const natureOf = this.#naturesIn(found);
    // A driver of many vehicles is described once.
    const described = new Map<string, FoundBy>();
    const rows = this.#vehicles.rows();
    return Object.fromEntries(
      found.map(([vehicle, relation]) => {
        const nature = natureOf(vehicle, relation);
        const name = `${relation.id} ${nature ?? ''}`;
        const known = described.get(name);
        const by = known ?? {
          ...this.#describe(relation, sought),
          ...(nature !== undefined && { nature }),
        };
        if (known === undefined) described.set(name, by);
        return [rows.get(vehicle)?.key ?? '', by];
      }),
    );
  }

  /**
   * What people are to vehicles, where the service says so. Most drive, which the list of vehicles
   * has in memory; only the others are read.
   */
  #naturesIn(
    found: readonly (readonly [vehicle: number, relation: Relation])[],
  ): (vehicle: number, relation: Relation) => string | undefined {
    const drivers = this.#vehicles.column('drivers').values;
    if (!this.#vehicles.tellsDrivers) return () => undefined;
    const people = this.#listings.users.rows();
    const drives = (vehicle: number, key: RecordKey): boolean => {
      const keys = drivers.get(vehicle);
      return Array.isArray(keys) && keys.includes(key);
    };
    const others = new Map<string, readonly [RecordKey | undefined, RecordKey]>();
    for (const [vehicle, { collection, id }] of found) {
      const key = people.get(id)?.key;
      if (collection !== 'users' || key === undefined || drives(vehicle, key)) continue;
      others.set(`${vehicle} ${id}`, [this.#vehicles.rows().get(vehicle)?.key, key]);
    }
    const natures = this.#readNatures([...others.values()]);
    return (vehicle, { collection, id }) => {
      if (collection !== 'users') return undefined;
      const pair = others.get(`${vehicle} ${id}`);
      return pair === undefined ? DRIVER : natures.get(pair.join(' '));
    };
  }

  #readNatures(pairs: readonly (readonly [RecordKey | undefined, RecordKey])[]) {
    if (pairs.length === 0) return new Map<string, string>();
    const [text] = this.#connection.texts(
      `SELECT CAST(json_group_array(json_array(one.vehicle_key, one.other_key, one.nature)) AS BLOB)
       FROM json_each(?) AS pair
       CROSS JOIN associations AS one ON one.vehicle_key = pair.value ->> 0
         AND one.side = 'users' AND one.other_key = pair.value ->> 1
       WHERE one.nature IS NOT NULL AND ${countedIn('one')}`,
      JSON.stringify(pairs),
    );
    const natures = parseList(text) as readonly [string, string, string][];
    return new Map(natures.map(([vehicle, user, nature]) => [`${vehicle} ${user}`, nature]));
  }

  #describe({ collection, id }: Relation, { whole, words, namesIn }: Sought): FoundBy {
    const listing = this.#listings[collection];
    const names = namesIn.get(collection) ?? [];
    // Letters are remembered; the words of a text are only looked at where they can begin so.
    const holds = (field: string, text: string): boolean =>
      listing.letters(field, id).includes(text);
    const begins = (field: string, word: string): boolean =>
      holds(field, word) &&
      wordsOf(textOf(listing.column(field).values.get(id))).some((each) => each.startsWith(word));
    const fits = [
      (field: string) => holds(field, whole),
      (field: string) => words.every((word) => begins(field, word)),
      (field: string) => words.some((word) => holds(field, word)),
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
}

/** Fields that are searched; those that name a record come first, since they say most. */
function searchedIn(collection: Relative): readonly string[] {
  const searched = Object.entries(fieldsOf(collection)).flatMap(([field, { searchable }]) =>
    searchable === undefined ? [] : [field],
  );
  const { title } = resourceOf(collection);
  return [...title, ...searched.filter((field) => !title.includes(field))];
}

function textOf(value: FieldValue | undefined): string {
  if (value === null || value === undefined) return '';
  return Array.isArray(value) ? value.join(' ') : String(value);
}
