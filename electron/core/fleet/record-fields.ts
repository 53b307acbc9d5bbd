import type { CollectionName } from '@contract/collections';
import type { Fields, FieldValue, RecordRow } from '@contract/records';
import { textOf } from '@contract/resources';
import type { Vehicle } from '@contract/vehicles';
import type { ToldRecord } from '../ports/store';
import type { ChipRecord } from '../service/decoders/chips';
import type { DeviceRecord } from '../service/decoders/devices';
import type { EnterpriseRecord } from '../service/decoders/optional';
import { toMoment } from '../service/decoders/object-reader';
import { relationOf, type RecordBase } from '../service/decoders/records';
import type { RoleRecord, UserRecord } from '../service/decoders/users';
import type { VehicleRecord } from '../service/decoders/vehicles';
import { isJsonObject, own, type JsonObject } from '../service/json';
import { vehicleNames } from '../service/vehicle-names';

/** The decoded record of each collection. */
export interface DecodedRecords {
  vehicles: VehicleRecord;
  devices: DeviceRecord;
  chips: ChipRecord;
  users: UserRecord;
  roles: RoleRecord;
  enterprises: EnterpriseRecord;
}

/**
 * Where a record came from: a list or a read of one record tells all of it, the answer to a write
 * may tell a part.
 */
export type Telling = 'read' | 'write';

/** A field that stands among the attributes: its wire names, and what the decoder made of it. */
interface AttributeSource<R> {
  readonly names: readonly string[];
  readonly value: (record: R) => FieldValue;
}

/** A field that stands among the relations, by any of the names. */
interface RelationSource {
  readonly relations: readonly string[];
  /** A read that names relations but not this one says that there is none. */
  readonly isAbsenceTold: boolean;
}

type Source<R> = AttributeSource<R> | RelationSource;
type Sources<C extends CollectionName> = Partial<Record<string, Source<DecodedRecords[C]>>>;
type SourceMap<C extends CollectionName> = Readonly<Record<string, Source<DecodedRecords[C]>>>;

/** An attribute whose wire name differs from the app's. */
function attribute<R>(name: string, value: (record: R) => FieldValue): AttributeSource<R> {
  return { names: [name], value };
}

/** The names of a vehicle's attributes differ between reading and writing; answers use both. */
function vehicleAttribute(
  field: keyof typeof vehicleNames,
  value: (record: VehicleRecord) => FieldValue,
): AttributeSource<VehicleRecord> {
  const { read, write } = vehicleNames[field];
  return { names: [read, write], value };
}

function relation(...relations: string[]): RelationSource {
  return { relations, isAbsenceTold: false };
}

const enterprise = relation('enterprises', 'enterprise');
const created = attribute('created_at', (record: { createdAt: number | null }) => record.createdAt);
const updated = attribute('updated_at', (record: { updatedAt: number | null }) => record.updatedAt);
const deactivated = attribute(
  'deactivated_at',
  (record: { deactivatedAt: number | null }) => record.deactivatedAt,
);
const named = attribute('name', (record: { name: string | null }) => record.name);
const coded = attribute('code', (record: { code: string | null }) => record.code);
const batch = attribute('batch', (record: { batch: string | null }) => record.batch);

const sources: { readonly [C in CollectionName]: SourceMap<C> } = {
  vehicles: {
    plate: vehicleAttribute('plate', ({ vehicle }) => vehicle.plate || null),
    typeName: vehicleAttribute('typeName', ({ vehicle }) => vehicle.typeName),
    brandName: vehicleAttribute('brandName', ({ vehicle }) => vehicle.brandName),
    modelName: vehicleAttribute('modelName', ({ vehicle }) => vehicle.modelName),
    year: vehicleAttribute('year', ({ vehicle }) => vehicle.year),
    color: vehicleAttribute('color', ({ vehicle }) => vehicle.color),
    code: vehicleAttribute('code', ({ vehicle }) => vehicle.code),
    vin: vehicleAttribute('vin', ({ vehicle }) => vehicle.vin),
    registrationNumber: vehicleAttribute(
      'registrationNumber',
      ({ registrationNumber }) => registrationNumber,
    ),
    batch: vehicleAttribute('batch', ({ vehicle }) => vehicle.batch),
    description: vehicleAttribute('description', ({ vehicle }) => vehicle.description),
    trimName: attribute('trim_name', ({ trimName }) => trimName),
    userNames: attribute('user_names', ({ userNames }) =>
      userNames.length > 0 ? [...userNames] : null,
    ),
    enterpriseId: enterprise,
    createdAt: created,
    updatedAt: updated,
    deactivatedAt: deactivated,
  },
  devices: {
    name: named,
    imei: attribute('imei', ({ imei }) => imei),
    code: coded,
    batch,
    typeId: relation('type', 'types'),
    // Told when a chip is attached (public API, "Device"): its absence says that there is none.
    chipId: { relations: ['chip', 'chips'], isAbsenceTold: true },
    vehicleId: relation('vehicle', 'vehicles'),
    enterpriseId: enterprise,
    createdAt: created,
    updatedAt: updated,
  },
  chips: {
    serial: attribute('serial', ({ serial }) => serial),
    number: attribute('number', ({ number }) => number),
    carrier: attribute('carrier', ({ carrier }) => carrier),
    serviceProvider: attribute('service_provider', ({ serviceProvider }) => serviceProvider),
    batch,
    apn: attribute('apn', ({ apn }) => apn),
    apnUsername: attribute('apn_username', ({ apnUsername }) => apnUsername),
    apnPassword: attribute('apn_password', ({ apnPassword }) => apnPassword),
    enterpriseId: enterprise,
    archivedAt: attribute('archived_at', ({ archivedAt }) => archivedAt),
    createdAt: created,
    updatedAt: updated,
  },
  users: {
    username: attribute('username', ({ username }) => username),
    name: named,
    email: attribute('email', ({ email }) => email),
    phone1: attribute('phone1', ({ phone1 }) => phone1),
    phone2: attribute('phone2', ({ phone2 }) => phone2),
    emergencyContact: attribute('emergency_contact', ({ emergencyContact }) => emergencyContact),
    emergencyPhone: attribute('emergency_phone', ({ emergencyPhone }) => emergencyPhone),
    documentNumber: attribute('document_number', ({ documentNumber }) => documentNumber),
    cpf: attribute('cpf', ({ cpf }) => cpf),
    birthdate: attribute('birthdate', ({ birthdate }) => birthdate),
    locale: attribute('locale', ({ locale }) => locale),
    roleId: relation('roles', 'role'),
    enterpriseId: enterprise,
    createdAt: created,
    updatedAt: updated,
    deactivatedAt: deactivated,
  },
  roles: { name: named },
  enterprises: { name: named },
} satisfies { readonly [C in CollectionName]: Sources<C> };

/**
 * A decoded record as the store keeps it. A field that the service left out, or that could not be
 * read, is missing; an empty one is null.
 */
export function toTold<C extends CollectionName>(
  collection: C,
  record: DecodedRecords[C],
  telling: Telling = 'read',
): ToldRecord {
  const attributes = objectAt(record.raw, 'attributes');
  const relations = objectAt(record.raw, 'relationships');
  const entries = Object.entries(sources[collection]).flatMap(
    ([field, source]): [string, FieldValue][] => {
      const value =
        'names' in source
          ? readAttribute(source, record, attributes)
          : readRelation(source, record, relations, telling);
      return value === undefined ? [] : [[field, value]];
    },
  );
  const { id, raw, unread } = record;
  return { id, fields: Object.fromEntries(entries), raw, unread: [...unread] };
}

function readAttribute<R>(
  { names, value }: AttributeSource<R>,
  record: R,
  attributes: JsonObject,
): FieldValue | undefined {
  const told = names.map((name) => own(attributes, name)).find((found) => found !== undefined);
  if (told === undefined) return undefined;
  const decoded = value(record);
  const isEmpty = told === null || told === '' || (Array.isArray(told) && told.length === 0);
  return decoded === null && !isEmpty ? undefined : decoded;
}

function readRelation(
  { relations: names, isAbsenceTold }: RelationSource,
  record: RecordBase,
  relations: JsonObject,
  telling: Telling,
): FieldValue | undefined {
  const found = relationOf(record, ...names);
  if (found !== null) return found.id;
  const told = names.map((name) => own(relations, name)).find((value) => value !== undefined);
  if (told !== undefined) return isNothing(told) ? null : undefined;
  const isWhole = telling === 'read' && Object.keys(relations).length > 0;
  return isAbsenceTold && isWhole ? null : undefined;
}

/** The ways in which services write that a relation leads nowhere. */
function isNothing(relation: unknown): boolean {
  if (relation === null) return true;
  if (Array.isArray(relation)) return relation.length === 0;
  if (!isJsonObject(relation)) return false;
  const data = own(relation, 'data');
  return Object.keys(relation).length === 0 || (data !== undefined && isNothing(data));
}

function objectAt(record: JsonObject, key: string): JsonObject {
  const value = own(record, key);
  return isJsonObject(value) ? value : {};
}

/**
 * The moment of a record's last change but one, epoch milliseconds, where the last was made from
 * here and the answer to it did not tell its moment: that is a later one. Null where none is missing.
 */
export function momentBefore({
  told,
  raw,
}: {
  readonly told: Fields | null;
  readonly raw: JsonObject | null;
}): number | null {
  if (told === null || raw === null || Object.hasOwn(told, 'updatedAt')) return null;
  return toMoment(own(objectAt(raw, 'attributes'), 'updated_at'));
}

/** A kept vehicle as the live map shows it. Its key must be one that the service gave. */
export function vehicleOf({ key, fields }: Pick<RecordRow, 'key' | 'fields'>): Vehicle {
  return {
    id: key,
    plate: textOf(fields, 'plate') ?? '',
    typeName: textOf(fields, 'typeName'),
    brandName: textOf(fields, 'brandName'),
    modelName: textOf(fields, 'modelName'),
    year: textOf(fields, 'year'),
    color: textOf(fields, 'color'),
    code: textOf(fields, 'code'),
    description: textOf(fields, 'description'),
    vin: textOf(fields, 'vin'),
    batch: textOf(fields, 'batch'),
    enterpriseId: textOf(fields, 'enterpriseId'),
    // What could not be read stands in the record's detail, which the map does not show.
    unread: [],
  };
}
