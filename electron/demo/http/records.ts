import type { Association, Associations } from '../world/fleet/associations';
import type { Collection } from '../world/fleet/collection';
import type { World } from '../world/world';
import { readDeleteList, type Complaints, type Found } from './checks';
import { notFound } from './errors';

/** @throws Refusal 404, in which the record is called `name` */
export function findRecord<T extends { readonly id: string }>(
  records: Collection<T>,
  name: string,
  id: string,
): T {
  const record = records.get(id);
  if (!record) throw notFound(`${name} not found`);
  return record;
}

/**
 * Complains about values that belong to one record alone and that another one has, in the
 * collection or earlier in the list. A row that says nothing of a field, or null, claims nothing.
 * The collection must have learned the fields.
 */
export function refuseTaken<T extends { readonly id: string }>(
  records: Collection<T>,
  fields: readonly (keyof T & string)[],
  rows: readonly { readonly item: Found; readonly changes: Partial<NoInfer<T>> }[],
  complaints: Complaints,
  except?: string,
): void {
  const claimed = new Map(fields.map((field) => [field, new Set<unknown>()]));
  for (const { item, changes } of rows) {
    for (const [field, earlier] of claimed) {
      const value = changes[field] ?? null;
      if (value === null) continue;
      const holder = records.holderOf(field, value);
      if (earlier.has(value) || (holder && holder.id !== except)) {
        complaints.add(`${item.path}.attributes.${field}`, 'is already in use');
      }
      earlier.add(value);
    }
  }
}

/**
 * The associations in force that a delete list names, each with its path.
 * @throws Refusal 404 for one that is not in force, or whose vehicle is gone
 */
export function readEnding<T extends Association>(
  world: World,
  associations: Associations<T>,
  body: unknown,
  type: string,
): { path: string; association: T }[] {
  return readDeleteList(body, type).map(({ path, id }) => {
    const association = associations.get(id);
    if (
      !association ||
      association.deletedAt !== null ||
      !world.vehicles.get(association.vehicleId)
    ) {
      throw notFound(`${path}.id was not found`);
    }
    return { path, association };
  });
}
