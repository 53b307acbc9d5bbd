import type { CollectionName } from '@contract/collections';
import type { CallableName } from '../operation-names';
import { chips } from './chips';
import { devices } from './devices';
import { enterprises } from './enterprises';
import { roles } from './roles';
import { users } from './users';
import { vehicles } from './vehicles';
import type { WireAction, WireResource } from './wire-resource';

export type { WireAction, WireResource } from './wire-resource';

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

/** The operation for an action; null where no service offers one. */
export function operationFor(name: CollectionName, action: WireAction): CallableName | null {
  return resources[name].operations[action] ?? null;
}
