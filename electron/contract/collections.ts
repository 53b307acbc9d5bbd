import { z } from 'zod';

/**
 * The collections that are kept in the store: every one that the service lists (behaviour,
 * "Reading"). What is known of each is its declaration in `resources/`.
 */
export const collectionNames = [
  'vehicles',
  'devices',
  'chips',
  'users',
  'roles',
  'enterprises',
] as const;

/** One collection, by the service's word. */
export type CollectionName = (typeof collectionNames)[number];

/** A collection's name as input. */
export const collectionNameSchema = z.enum(collectionNames);
