import {
  declarationOf,
  type ResourceDescription,
  type ResourceDescriptions,
} from '@contract/resources';
import { decodeRecord } from '../decoders/records';
import { typeOf, wireOfDescription } from '../resources/described';
import type { Operation } from './operation';
import {
  createOne,
  createRecords,
  deleteOne,
  deleteRecords,
  getRecord,
  listRecords,
  updateRecord,
} from './record-operations';
import { writtenBy } from './written-input';

const made = new WeakMap<ResourceDescriptions, Readonly<Record<string, Operation>>>();

/** The operations of the resources that a profile describes, by their names. */
export function describedOperations(
  descriptions: ResourceDescriptions,
): Readonly<Record<string, Operation>> {
  const known = made.get(descriptions);
  if (known !== undefined) return known;
  const entries = Object.entries(descriptions).flatMap(([name, description]) =>
    Object.entries(operationsOf(name, description)).map(
      ([action, entry]) => [`${name}.${action}`, entry] as const,
    ),
  );
  const operations = Object.fromEntries(entries);
  made.set(descriptions, operations);
  return operations;
}

function operationsOf(name: string, description: ResourceDescription): Record<string, Operation> {
  const { fields } = declarationOf(name, description);
  const wire = wireOfDescription(description);
  const created = writtenBy(fields, wire, 'create', decodeRecord);
  const isOne = (kind: 'create' | 'delete'): boolean => wire.oneACall?.includes(kind) === true;
  const all: Record<string, Operation> = {
    list: listRecords(decodeRecord),
    get: getRecord(decodeRecord),
    create: isOne('create') ? createOne(created) : createRecords(created),
    update: updateRecord(writtenBy(fields, wire, 'update', decodeRecord)),
    delete: isOne('delete') ? deleteOne() : deleteRecords(typeOf(name, description)),
  };
  return Object.fromEntries(
    Object.entries(all).filter(([action]) => wire.actions.some((offered) => offered === action)),
  );
}
