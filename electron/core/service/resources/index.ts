import { isBuiltIn, type BuiltInCollection, type CollectionName } from '@contract/collections';
import { declareResources, type ResourceDescriptions } from '@contract/resources';
import { chips } from './chips';
import { wireOfDescription } from './described';
import { devices } from './devices';
import { enterprises } from './enterprises';
import { roles } from './roles';
import { users } from './users';
import { vehicles } from './vehicles';
import type { WireAction, WireResource } from './wire-resource';

export { takesOneACall, type WireAction, type WireResource } from './wire-resource';

/** How the built-in resources travel. */
export const builtInResources = {
  vehicles,
  devices,
  chips,
  users,
  roles,
  enterprises,
} as const satisfies Readonly<Record<BuiltInCollection, WireResource>>;

type BuiltIn = typeof builtInResources;

let described: ReadonlyMap<CollectionName, WireResource> = new Map();

/**
 * Declares the resources that a profile describes, in place of those of an earlier one: at the
 * sign-in under it, before anything of them is read.
 */
export function declareDescribed(descriptions: ResourceDescriptions): void {
  declareResources(descriptions);
  described = new Map(
    Object.entries(descriptions).map(([name, description]) => [
      name,
      wireOfDescription(description),
    ]),
  );
}

/** Records of a profile that was changed since: nothing can be asked of the service any more. */
const undeclared: WireResource = {
  relations: {},
  operations: { list: {} },
  isPaged: true,
  isSearchable: false,
  readsBeforeDelete: 1,
};

/** How a resource travels. */
export function wireOf(name: CollectionName): WireResource {
  return isBuiltIn(name) ? builtInResources[name] : (described.get(name) ?? undeclared);
}

/**
 * An operation of a resource. Those of one that a profile describes take and answer the same as
 * those of the built-in ones.
 */
type OperationOf<Action extends WireAction> = {
  [Name in BuiltInCollection]: Action extends keyof BuiltIn[Name]['operations']
    ? `${Name}.${Action}`
    : never;
}[BuiltInCollection];

/** The operation that lists a resource. */
export function listOf(name: CollectionName): OperationOf<'list'> {
  return `${name}.list` as OperationOf<'list'>;
}

/** The operation for an action; null where no service offers one. */
export function operationFor<Action extends WireAction>(
  name: CollectionName,
  action: Action,
): OperationOf<Action> | null {
  if (wireOf(name).operations[action] === undefined) return null;
  return `${name}.${action}` as OperationOf<Action>;
}
