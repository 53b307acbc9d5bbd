import type { CollectionName } from '@contract/collections';
import type { CallableName } from '../operation-names';
import { chips } from './chips';
import { devices } from './devices';
import { enterprises } from './enterprises';
import { roles } from './roles';
import { users } from './users';
import { vehicles } from './vehicles';
import type { Verb, WireResource } from './wire-resource';

export type { Verb, WireResource } from './wire-resource';

const resources: Readonly<Record<CollectionName, WireResource>> = {
  vehicles,
  devices,
  chips,
  users,
  roles,
  enterprises,
};

/** How a resource travels. */
export function wireOf(name: CollectionName): WireResource {
  return resources[name];
}

/** The operation for a verb; null where no service offers one. */
export function operationFor(name: CollectionName, verb: Verb): CallableName | null {
  return resources[name].operations[verb] ?? null;
}
