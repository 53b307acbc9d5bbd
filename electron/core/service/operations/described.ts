import { declarationOf, type ResourceDescriptions } from '@contract/resources';
import { wireOfDescription } from '../resources/described';
import { operationsOf } from './of-resources';
import type { Operation } from './operation';

const made = new WeakMap<ResourceDescriptions, Readonly<Record<string, Operation>>>();

/** The operations of the resources that a profile describes, by their names. */
export function describedOperations(
  descriptions: ResourceDescriptions,
): Readonly<Record<string, Operation>> {
  const known = made.get(descriptions);
  if (known !== undefined) return known;
  const all = Object.entries(descriptions).map(([name, description]) =>
    operationsOf(name, declarationOf(name, description).fields, wireOfDescription(description)),
  );
  const operations: Record<string, Operation> = Object.assign({}, ...all);
  made.set(descriptions, operations);
  return operations;
}
