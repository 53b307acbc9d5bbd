import {
  builtInCollections,
  isBuiltIn,
  type BuiltInCollection,
  type CollectionName,
} from '@contract/collections';
import type { Fields, FieldValue, RecordDetail, RecordKey } from '@contract/records';
import type { Vehicle } from '@contract/vehicles';
import { deviceOf, idOf, people } from './fleet';

/** A record of the fake office: what the service told, without what waits to be sent. */
export type KeptRecord = Pick<
  RecordDetail,
  'collection' | 'key' | 'told' | 'setHere' | 'raw' | 'readAt' | 'goneAt' | 'unread'
>;

/** The records of the fake office by collection and key. */
export type Kept = Record<BuiltInCollection, Map<RecordKey, KeptRecord>>;

/** The records of a collection; none of one that the office does not have. */
export function keptOf(kept: Kept, collection: CollectionName): Map<RecordKey, KeptRecord> {
  return isBuiltIn(collection) ? kept[collection] : new Map();
}

const enterpriseNames = ['Transportes Vila Clara', 'Vila Clara Frotas', 'Expresso Antunes'];
const roleNames = ['ADMIN', 'CALLCENTER', 'ENTERPRISE', 'OWNER', 'REGULAR', 'VISITOR', 'PROVIDER'];
const carriers = ['Vivo', 'Claro', 'TIM'];
const day = 86_400_000;

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The record as the service would have sent it. */
function rawOf(type: string, id: string, fields: Fields): Record<string, unknown> {
  const attributes = Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => !name.endsWith('Id'))
      .map(([name, value]) => [
        snake(name),
        name.endsWith('At') && typeof value === 'number' ? new Date(value).toISOString() : value,
      ]),
  );
  const enterprise = fields['enterpriseId'];
  const relationships =
    typeof enterprise === 'string'
      ? { enterprise: { id: enterprise, type: 'enterprise', attributes: {} } }
      : {};
  return { id, type, attributes, relationships };
}

/** CPF number `index` with its two check digits. */
function cpfOf(index: number): string {
  const digits = Array.from({ length: 9 }, (_, at) => (index * 7 + at * 3 + 1) % 10);
  for (const length of [9, 10]) {
    const sum = digits
      .slice(0, length)
      .reduce((all, each, at) => all + each * (length + 1 - at), 0);
    digits.push(((sum * 10) % 11) % 10);
  }
  return digits.join('').replace(/(\d{3})(\d{3})(\d{3})(\d{2})/, '$1.$2.$3-$4');
}

function usernameOf(name: string, index: number): string {
  const [first = '', ...others] = name
    .normalize('NFD')
    .replace(/[^\p{L} ]/gu, '')
    .toLowerCase()
    .split(' ');
  const round = Math.floor(index / people.length);
  return `${first}.${others.at(-1) ?? ''}${round === 0 ? '' : round + 1}`;
}

function userFields(index: number, now: number): Fields {
  const name = people[index % people.length] ?? '';
  const username = usernameOf(name, index);
  return {
    username,
    name,
    email: index % 5 === 3 ? null : `${username}@vilaclara.example`,
    phone1: `+55 19 9${String(81_000_000 + index * 7919).slice(0, 4)}-${String(1000 + ((index * 37) % 9000))}`,
    phone2: null,
    emergencyContact: index % 3 === 0 ? 'Helena Moraes' : null,
    emergencyPhone: null,
    documentNumber: null,
    cpf: cpfOf(index),
    birthdate: `${1968 + (index % 30)}-0${1 + (index % 9)}-1${index % 9}`,
    locale: 'pt-BR',
    enterpriseId: idOf('ent', index % 5 === 4 ? 1 : 0),
    createdAt: now - (900 - index) * day,
    updatedAt: now - (index % 40) * day,
    deactivatedAt: index % 8 === 7 ? now - 12 * day : null,
  };
}

function vehicleFields(vehicle: Vehicle, index: number, now: number): Fields {
  const { plate, typeName, brandName, modelName, year, color, code, vin, batch } = vehicle;
  return {
    plate,
    typeName,
    brandName,
    modelName,
    year,
    color,
    code,
    vin,
    batch,
    description: index % 9 === 4 ? 'Reserve, parked at the depot in Sumaré' : null,
    enterpriseId: idOf('ent', index % 7 === 3 ? 1 : index % 11 === 10 ? 2 : 0),
    createdAt: now - (800 - (index % 700)) * day,
    updatedAt: now - (index % 60) * day,
    deactivatedAt: index % 19 === 18 ? now - 20 * day : null,
  };
}

/** Everything that the invented office keeps. */
export function fakeKept(vehicles: readonly Vehicle[], now: number): Kept {
  const kept = Object.fromEntries(builtInCollections.map((name) => [name, new Map()])) as Kept;
  const readAt = now - 95_000;

  function keep(collection: CollectionName, key: string, told: Fields): void {
    keptOf(kept, collection).set(key, {
      collection,
      key,
      told,
      setHere: {},
      raw: rawOf(collection, key, told),
      readAt,
      goneAt: null,
      unread: [],
    });
  }

  enterpriseNames.forEach((name, index) => {
    keep('enterprises', idOf('ent', index), { name });
  });
  roleNames.forEach((name, index) => {
    keep('roles', idOf('rol', index), { name });
  });
  vehicles.forEach((vehicle, index) => {
    keep('vehicles', vehicle.id, vehicleFields(vehicle, index, now));
    const { id, name, imei } = deviceOf(index);
    keep('devices', id, { name, imei, code: null, batch: null, chipId: idOf('chi', index) });
    const carrier: FieldValue = carriers[index % carriers.length] ?? null;
    keep('chips', idOf('chi', index), {
      serial: String(8_955_010_000_000_000_000n + BigInt(index) * 7919n),
      number: `+55 19 9${String(70_000_000 + index * 7919)}`,
      carrier,
      serviceProvider: null,
      batch: null,
      apn: 'zap.vivo.com.br',
      apnUsername: 'vivo',
      apnPassword: `apn-secret-${index}`,
    });
  });
  const users = Math.max(24, Math.min(400, vehicles.length));
  for (let index = 0; index < users; index += 1) {
    keep('users', idOf('usr', index), userFields(index, now));
  }

  const [, odd] = kept.vehicles.values();
  if (odd?.raw) {
    odd.raw = {
      ...odd.raw,
      attributes: { ...(odd.raw['attributes'] as object), year: { from: 2019 } },
    };
    odd.told = { ...odd.told, year: null };
    odd.unread = [{ path: 'attributes.year', problem: 'an object where a text was expected' }];
  }
  const gone = [...kept.vehicles.values()][12];
  if (gone) gone.goneAt = now - 2 * day;
  return kept;
}
