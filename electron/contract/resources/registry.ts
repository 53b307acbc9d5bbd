import {
  builtInCollections,
  isBuiltIn,
  type BuiltInCollection,
  type CollectionName,
} from '../collections';
import { chips } from './chips';
import { devices } from './devices';
import { enterprises } from './enterprises';
import { declarationOf, type ResourceDescription, type ResourceDescriptions } from './description';
import type { Resource } from './resource';
import { roles } from './roles';
import { users } from './users';
import { vehicles } from './vehicles';

const builtIn: Readonly<Record<BuiltInCollection, Resource>> = {
  vehicles,
  devices,
  chips,
  users,
  roles,
  enterprises,
};

interface Described {
  readonly description: ResourceDescription;
  readonly resource: Resource;
}

let described: ReadonlyMap<CollectionName, Described> = new Map();

/**
 * Declares what the service profile describes beside the built-in resources, in place of what an
 * earlier one described. Each thread of each process has a registry of its own: main, the thread
 * of the store, the page.
 */
export function declareResources(descriptions: ResourceDescriptions): void {
  described = new Map(
    Object.entries(descriptions).map(([name, description]) => [
      name,
      { description, resource: declarationOf(name, description) },
    ]),
  );
}

/** What the service profile says of a resource; null for a built-in one. */
export function descriptionOf(name: CollectionName): ResourceDescription | null {
  return described.get(name)?.description ?? null;
}

/** Every declared collection, the built-in ones first. */
export function collectionNames(): readonly CollectionName[] {
  return [...builtInCollections, ...described.keys()];
}

/** The declaration of a resource; an empty one for what is declared no more. */
export function resourceOf(name: CollectionName): Resource {
  return isBuiltIn(name) ? builtIn[name] : (described.get(name)?.resource ?? undeclared(name));
}

/** Records of a profile that was changed since: they are kept, and nothing is known of them. */
function undeclared(name: CollectionName): Resource {
  return {
    name,
    fields: {},
    title: [],
    mainField: 'id',
    subtitle: [],
    detail: [],
    identity: [],
    sections: [],
    filters: [],
  };
}
