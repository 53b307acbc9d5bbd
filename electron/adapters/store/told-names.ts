import type { FieldValue } from '@contract/records';
import { relatedName } from '@core/fleet/related-name';
import type { Connection } from './connection';
import { countValues } from './find';
import type { Listing } from './listing';
import { parseObject } from './stored-values';

/** So many records of a value are asked for its name: mostly the first has it, or none. */
const RECORDS_FOR_NAME = 20;

/** How records name the values of a field in their relations: the first name that is there. */
export function toldNames(
  connection: Connection,
  listing: Listing,
  field: string,
): Map<string, string> {
  const named = new Map<string, string>();
  const idsOf = new Map<FieldValue, number[]>();
  const { values } = listing.column(field);
  for (const [id, { isGone }] of listing.rows()) {
    const value = values.get(id);
    if (isGone || value === undefined) continue;
    const ids = idsOf.get(value) ?? [];
    if (ids.length < RECORDS_FOR_NAME) ids.push(id);
    idsOf.set(value, ids);
  }
  for (const { value } of countValues(listing, field)) {
    if (value === null) continue;
    for (const id of idsOf.get(value) ?? []) {
      const row = connection.first('SELECT raw FROM records WHERE id = ?', id);
      const name = relatedName({ raw: parseObject(row?.['raw']) }, value);
      if (name === null) continue;
      named.set(value, name);
      break;
    }
  }
  return named;
}
