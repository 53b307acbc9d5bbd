import { z } from 'zod';
import { FleetdeskError } from '@contract/errors';
import { collectionNames, fieldsOf } from '@contract/resources';
import {
  isSameNamed,
  VALUE_NAMES_AT_MOST,
  valueNamesSchema,
  type ValueName,
  type ValueNaming,
} from '@contract/value-names';
import type { Store } from '../ports/store';
import { readStored } from '../stored-json';

/** The note that holds the names. */
export const VALUE_NAMES_NOTE = 'names.values';

const notes = z.array(z.unknown());

/** What of a store tells how values are called. */
type NamingStore = Pick<Store, 'note' | 'toldNames'>;

/**
 * Names of values of which the service lists the identifiers nowhere, such as types of devices.
 * People give them on this computer, which a note of the store keeps; where nobody did, the name
 * counts that the service tells along with a record.
 */
export class ValueNameKeeper {
  /** One change after the other: each is made to what the one before left. */
  #last: Promise<unknown> = Promise.resolve();

  /** All names, those that were given here first. @throws FleetdeskError where the store can't be read */
  async read(store: NamingStore): Promise<ValueName[]> {
    return withTold(await this.#readGiven(store), store);
  }

  async #readGiven(store: Pick<Store, 'note'>): Promise<ValueName[]> {
    const note = await store.note(VALUE_NAMES_NOTE);
    if (note === null) return [];
    const whole = readStored(notes, note) ?? [];
    return whole.flatMap((each) => valueNamesSchema.safeParse([each]).data ?? []);
  }

  /**
   * Gives a value a name, or takes it back, and answers all names.
   * @throws FleetdeskError `invalid-request`/`feature-absent` for a field that is no identifier, and
   * where too many have a name; where the store can't be read or written
   */
  change(store: NamingStore & Pick<Store, 'commit'>, naming: ValueNaming): Promise<ValueName[]> {
    const { collection, field, value, name } = naming;
    const done = this.#last.then(async () => {
      if (fieldsOf(collection)[field]?.kind !== 'identifier') {
        const message = `Values of ${collection}.${field} have no names.`;
        throw new FleetdeskError({ code: 'invalid-request', reason: 'feature-absent', message });
      }
      const others = (await this.#readGiven(store)).filter((each) => !isSameNamed(each, naming));
      const after = name === null ? others : [...others, { collection, field, value, name }];
      if (after.length > VALUE_NAMES_AT_MOST) {
        const message = `At most ${String(VALUE_NAMES_AT_MOST)} values can have a name.`;
        throw new FleetdeskError({ code: 'invalid-request', message });
      }
      const note = after.length === 0 ? null : JSON.stringify(after);
      await store.commit([{ kind: 'note', name: VALUE_NAMES_NOTE, value: note }]);
      return withTold(after, store);
    });
    this.#last = done.catch(() => undefined);
    return done;
  }
}

/** Names that were given, and of the other values those that records tell. */
async function withTold(
  given: readonly ValueName[],
  store: Omit<NamingStore, 'note'>,
): Promise<ValueName[]> {
  const names = [...given];
  for (const collection of collectionNames()) {
    for (const [field, { kind }] of Object.entries(fieldsOf(collection))) {
      if (kind !== 'identifier') continue;
      for (const [value, name] of await store.toldNames(collection, field)) {
        const each = { collection, field, value };
        if (given.some((other) => isSameNamed(other, each))) continue;
        names.push({ ...each, name, isTold: true });
      }
    }
  }
  return names;
}
