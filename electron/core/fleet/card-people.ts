import { isCounted } from '@contract/associations';
import { isLocalKey, type Fields, type RecordKey } from '@contract/records';
import { labelOf, textOf } from '@contract/resources';
import { isDriver, type CardDriver } from '@contract/vehicles';
import type { Store, StoredRecord } from '../ports/store';

/** Records asked of the store at once. */
const CHUNK = 500;
const phoneFields = ['phone1', 'phone2'] as const;

/**
 * The people on a vehicle, its drivers first, with name, role and phones as far as the store knows
 * them. `namesOf` knows names that came with associations alone.
 */
export async function peopleOf(
  vehicleId: string,
  store: Store,
  namesOf: (ids: readonly RecordKey[]) => Promise<ReadonlyMap<RecordKey, { label: string | null }>>,
): Promise<CardDriver[]> {
  const { items } = await store.associationsOf(vehicleId, 'users');
  // A person who is not at the service yet, or about to leave the vehicle, is no driver now.
  const present = items.filter((item) => isCounted(item) && !isLocalKey(item.otherKey));
  const natures = new Map<RecordKey, string | undefined>();
  for (const { otherKey, nature } of present) natures.set(otherKey, nature);
  const ids = [...natures.keys()];
  const [users, names] = await Promise.all([readAll(store, 'users', ids), namesOf(ids)]);
  const roles = await readAll(store, 'roles', [...users.values()].flatMap(roleOf));
  const people = ids.map((id): CardDriver => {
    const user = users.get(id);
    const nature = natures.get(id);
    const role = user && roleOf(user).map((key) => nameOf('roles', roles.get(key)?.fields))[0];
    const phones = user ? phonesOf(user.fields) : [];
    return {
      id,
      name: names.get(id)?.label ?? null,
      ...(nature !== undefined && { nature }),
      ...(role && { role }),
      ...(phones.length > 0 && { phones }),
    };
  });
  return [...people.filter(isDriver), ...people.filter((person) => !isDriver(person))];
}

function nameOf(collection: 'roles', fields: Fields | undefined): string | null {
  return fields === undefined ? null : labelOf(collection, fields);
}

/** The service may not return roles: then the one that was given here last. */
function roleOf({ fields, setHere }: StoredRecord): string[] {
  const role = textOf(fields, 'roleId') ?? setHere['roleId']?.value ?? null;
  return typeof role === 'string' && role !== '' ? [role] : [];
}

function phonesOf(fields: Fields): string[] {
  const phones = phoneFields.map((field) => textOf(fields, field)?.trim() ?? '');
  return [...new Set(phones.filter((phone) => phone !== ''))];
}

async function readAll(
  store: Store,
  collection: 'users' | 'roles',
  keys: readonly RecordKey[],
): Promise<Map<RecordKey, StoredRecord>> {
  const wanted = [...new Set(keys)];
  const found = new Map<RecordKey, StoredRecord>();
  for (let from = 0; from < wanted.length; from += CHUNK) {
    const records = await store.records(collection, wanted.slice(from, from + CHUNK));
    for (const record of records) found.set(record.key, record);
  }
  return found;
}
