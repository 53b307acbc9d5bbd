import type { CollectionName } from '@contract/collections';
import { FleetdeskError } from '@contract/errors';
import { isLocalKey, type Fields, type FieldValue } from '@contract/records';
import type { StoredEntry } from '../../ports/store';
import { checkInput } from '../../service/check-input';
import type { CallableName } from '../../service/operations';
import { formOf } from '../../service/optional-features';
import type { Profile } from '../../service/profile';
import type { Choice } from '../../service/service';
import { referenceFields } from '../../fleet/field-values';

/** Relation on the wire → field (public API, "accepted on create and update"). */
export const relationFields: Readonly<Record<string, string>> = {
  enterprise: 'enterpriseId',
  chip: 'chipId',
  vehicle: 'vehicleId',
  type: 'typeId',
  roles: 'roleId',
};

const relationOfField = new Map(
  Object.entries(relationFields).map(([relation, field]) => [field, relation]),
);

/** Fields as a create or update sends them: attributes and relationships apart. */
export interface WrittenRecord {
  readonly attributes: Readonly<Record<string, FieldValue>>;
  readonly relationships?: Readonly<Record<string, FieldValue>>;
}

/** The operation that carries a change; several can travel in one list where `isList`. */
export interface Carrier {
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
export function carrierOf(
  {
    kind,
    subject,
    side,
  }: Pick<StoredEntry, 'kind' | 'side'> & {
    subject: { collection: CollectionName };
  },
  profile: Profile,
): Carrier {
  const carrier = findCarrier(kind, subject.collection, side);
  if (carrier === null) throw refuse(`The service offers no ${kind} of ${subject.collection}.`);
  formOf(carrier.operation, profile);
  return carrier;
}

function findCarrier(
  kind: StoredEntry['kind'],
  collection: CollectionName,
  side: StoredEntry['side'],
): Carrier | null {
  switch (kind) {
    case 'create':
    case 'delete':
      if (collection === 'roles' || collection === 'enterprises') return null;
      return { operation: `${collection}.${kind}`, isList: collection !== 'users' };
    case 'update':
      if (collection === 'roles' || collection === 'enterprises') return null;
      return { operation: `${collection}.update`, isList: false };
    case 'activate':
    case 'deactivate':
      if (collection !== 'users' && collection !== 'devices' && collection !== 'vehicles') {
        return null;
      }
      return { operation: `${collection}.setStatus`, isList: false };
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

/** Fields as they travel. */
function writeFields(fields: Fields): WrittenRecord {
  const attributes: Record<string, FieldValue> = {};
  const relationships: Record<string, FieldValue> = {};
  for (const [field, value] of Object.entries(fields)) {
    const relation = relationOfField.get(field);
    if (relation === undefined) attributes[field] = value;
    else relationships[relation] = value;
  }
  return { attributes, ...(Object.keys(relationships).length > 0 && { relationships }) };
}

/** Fields of a new record: empty ones need not be said. */
function writeNew(entry: StoredEntry): WrittenRecord {
  const filled = Object.fromEntries(
    Object.entries(entry.fields).filter(([, value]) => value !== null && value !== ''),
  );
  const written = writeFields(filled);
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
  const { operation } = carrierOf(first, profile);
  for (const entry of entries) checkContent(entry, fields);
  const input = inputFor(entries, fields);
  try {
    checkInput(operation, input);
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
      return first.subject.collection === 'users'
        ? { data: writeNew(first) }
        : { data: entries.map(writeNew) };
    case 'update':
      return { id, data: writeFields(fields) };
    case 'delete':
      return first.subject.collection === 'users'
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
