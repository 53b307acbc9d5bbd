import { z } from 'zod';

/** The collections that the app knows without being told: every one of the public API that lists. */
export const builtInCollections = [
  'vehicles',
  'devices',
  'chips',
  'users',
  'roles',
  'enterprises',
] as const;

/** One of the collections that the app knows without being told. */
export type BuiltInCollection = (typeof builtInCollections)[number];

/**
 * One collection, by the service's word in camel case: a built-in one or one that the service
 * profile describes. What is known of it is its declaration (`resources/`); one that is declared no
 * more may still be kept in the store.
 */
export type CollectionName = string;

/** A collection's name as input. */
export const collectionNameSchema = z.string().regex(/^[a-z][A-Za-z0-9]{0,63}$/);

/** Whether a collection is one that the app knows without being told. */
export function isBuiltIn(name: CollectionName): name is BuiltInCollection {
  return builtInCollections.some((builtIn) => builtIn === name);
}
