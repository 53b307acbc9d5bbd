import type { CollectionName } from '@contract/collections';
import { FleetdeskError } from '@contract/errors';
import { isLocalKey, type Fields } from '@contract/records';
import type { StoredEntry } from '../../ports/store';
import { checkInput } from '../../service/check-input';
import type { CallableName } from '../../service/operations';
import { formOf } from '../../service/operation-forms';
import type { Profile } from '../../service/profile';
import { operationFor, takesOneACall, wireOf } from '../../service/resources';
import { writeFields, type WrittenRecord } from '../../service/resources/codec';
import type { Choice } from '../../service/service';
import { referenceFields } from '../../fleet/field-values';

/** The operation that carries a change; several can travel in one list where `isList`. */
export interface ChangeOperation {
  readonly operation: CallableName;
  readonly isList: boolean;
}

function refuse(message: string): FleetdeskError {
  return new FleetdeskError({ code: 'invalid-request', reason: 'feature-absent', message });
}

/**
 * The operation that carries a kind of change.
 * @throws FleetdeskError `invalid-request`/`feature-absent` where the service offers none
 */
export function changeOperationOf(
  {
    kind,
    subject,
    side,
  }: Pick<StoredEntry, 'kind' | 'side'> & {
    subject: { collection: CollectionName };
  },
  profile: Profile,
): ChangeOperation {
  const found = findChangeOperation(kind, subject.collection, side);
  if (found === null) throw refuse(`The service offers no ${kind} of ${subject.collection}.`);
  formOf(found.operation, profile);
  return found;
}

function findChangeOperation(
  kind: StoredEntry['kind'],
  collection: CollectionName,
  side: StoredEntry['side'],
): ChangeOperation | null {
  switch (kind) {
    case 'create':
    case 'delete': {
      const operation = operationFor(collection, kind);
      return operation && { operation, isList: !takesOneACall(wireOf(collection), kind) };
    }
    case 'update':
    case 'activate':
    case 'deactivate': {
      const operation = operationFor(collection, kind === 'update' ? kind : 'setStatus');
      return operation && { operation, isList: false };
    }
    case 'associate':
    case 'dissociate': {
      const verb = kind === 'associate' ? 'create' : 'delete';
      return side === 'users'
        ? { operation: `userAssociations.${verb}`, isList: true }
        : { operation: `deviceAssociations.${verb}`, isList: true };
    }
    case 'makeMain':
      return side === 'devices' ? { operation: 'deviceAssociations.update', isList: false } : null;
  }
}

/** Fields of a new record: empty ones need not be said. */
function writeNew(entry: StoredEntry): WrittenRecord {
  const filled = Object.fromEntries(
    Object.entries(entry.fields).filter(([, value]) => value !== null && value !== ''),
  );
  const written = writeFields(entry.subject.collection, filled);
  if (entry.password === null) return written;
  return { ...written, attributes: { ...written.attributes, password: entry.password } };
}

/**
 * The call that carries changes of one kind, checked against what the operation takes. `fields`
 * are those of an update that are really to be sent.
 * @throws FleetdeskError `invalid-request` for what can't be sent at all
 */
export function callFor(
  entries: readonly [StoredEntry, ...StoredEntry[]],
  profile: Profile,
  fields: Fields = entries[0].fields,
): Choice {
  const [first] = entries;
  const { operation } = changeOperationOf(first, profile);
  for (const entry of entries) checkContent(entry, fields);
  const input = inputFor(entries, fields);
  try {
    checkInput(operation, input, profile);
  } catch (fault) {
    throw fault instanceof FleetdeskError ? withoutRow(fault) : fault;
  }
  // The operation's own schema has just taken the input.
  return { operation, input } as Choice;
}

/** The same refusal with its fields named as in a single record: rows of a list look alike. */
function withoutRow({ error }: FleetdeskError): FleetdeskError {
  const fields = error.fields?.map(({ path, message }) => ({
    path: path.replace(/^data\.(\d+)\./, 'data.'),
    message,
  }));
  return new FleetdeskError({ ...error, ...(fields && { fields }) });
}

/**
 * What the operation's schema can't know: names of ours mean nothing to the service, and a user
 * whose password was wiped needs another one.
 */
function checkContent(entry: StoredEntry, fields: Fields): void {
  const { kind, subject, other, associationKey } = entry;
  const faults = referenceFields(
    subject.collection,
    entry.kind === 'update' ? fields : entry.fields,
  )
    .filter(([, key]) => isLocalKey(key))
    .map(([path]) => ({ path, message: 'was not created at the service' }));
  if (kind === 'create' && subject.collection === 'users' && entry.password === null) {
    faults.push({ path: 'password', message: 'is required' });
  }
  const named = [
    ...(kind === 'create' ? [] : [subject.key]),
    ...(other === null ? [] : [other.key]),
    ...(kind === 'associate' || associationKey === null ? [] : [associationKey]),
  ];
  if (faults.length === 0 && !named.some(isLocalKey)) return;
  throw new FleetdeskError({
    code: 'invalid-request',
    message: `The change ${entry.id} names what is not at the service, or lacks a password.`,
    ...(faults.length > 0 && { fields: faults }),
  });
}

function inputFor(
  entries: readonly [StoredEntry, ...StoredEntry[]],
  fields: Fields,
): Record<string, unknown> {
  const [first] = entries;
  const id = first.subject.key;
  switch (first.kind) {
    case 'create':
      return takesOneACall(wireOf(first.subject.collection), first.kind)
        ? { data: writeNew(first) }
        : { data: entries.map(writeNew) };
    case 'update':
      return { id, data: writeFields(first.subject.collection, fields) };
    case 'delete':
      return takesOneACall(wireOf(first.subject.collection), first.kind)
        ? { id }
        : { ids: entries.map(({ subject }) => subject.key) };
    case 'activate':
      return { id, situation: 'activation' };
    case 'deactivate':
      return { id, situation: 'deactivation' };
    case 'associate':
      return { data: entries.map(writeAssociation) };
    case 'makeMain':
      return { vehicleId: id, associationId: first.associationKey, isMainDevice: true };
    case 'dissociate':
      return { ids: entries.map(({ associationKey }) => associationKey) };
  }
}

function writeAssociation({ subject, other, side, fields }: StoredEntry): Record<string, unknown> {
  const vehicleId = subject.key;
  if (side === 'users') return { vehicleId, userId: other?.key };
  return { vehicleId, deviceId: other?.key, isMainDevice: fields['isMain'] === 1 };
}
