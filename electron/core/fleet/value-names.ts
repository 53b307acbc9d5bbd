import { z } from 'zod';
import { FleetdeskError } from '@contract/errors';
import { fieldsOf } from '@contract/resources';
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

/**
 * Names that people give values on this computer, such as types of devices, of which the service
 * shares the identifier alone. They are kept in a note of the store.
 */
export class ValueNameKeeper {
  /** One change after the other: each is made to what the one before left. */
  #last: Promise<unknown> = Promise.resolve();

  /** @throws FleetdeskError where the store can't be read */
  async read(store: Pick<Store, 'note'>): Promise<ValueName[]> {
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
  change(store: Pick<Store, 'note' | 'commit'>, naming: ValueNaming): Promise<ValueName[]> {
    const { collection, field, value, name } = naming;
    const done = this.#last.then(async () => {
      if (fieldsOf(collection)[field]?.kind !== 'identifier') {
        const message = `Values of ${collection}.${field} have no names.`;
        throw new FleetdeskError({ code: 'invalid-request', reason: 'feature-absent', message });
      }
      const others = (await this.read(store)).filter((each) => !isSameNamed(each, naming));
      const after = name === null ? others : [...others, { collection, field, value, name }];
      if (after.length > VALUE_NAMES_AT_MOST) {
        const message = `At most ${String(VALUE_NAMES_AT_MOST)} values can have a name.`;
        throw new FleetdeskError({ code: 'invalid-request', message });
      }
      const note = after.length === 0 ? null : JSON.stringify(after);
      await store.commit([{ kind: 'note', name: VALUE_NAMES_NOTE, value: note }]);
      return after;
    });
    this.#last = done.catch(() => undefined);
    return done;
  }
}
