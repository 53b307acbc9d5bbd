import { z } from 'zod';

/** The collections that are kept in the store: every one that the service lists (behaviour, "Reading"). */
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

/**
 * How a field is shown, checked and searched. `reference` holds the key of a record of
 * `collection`; `identifier` the id of something that has no list; `moment` epoch milliseconds;
 * `date` `YYYY-MM-DD`; `color` `#RRGGBB`; `texts` a list of texts; `secret` is shown on demand alone.
 */
export type FieldKind =
  | 'text'
  | 'longText'
  | 'plate'
  | 'vin'
  | 'year'
  | 'vehicleType'
  | 'color'
  | 'imei'
  | 'iccid'
  | 'phone'
  | 'email'
  | 'username'
  | 'cpf'
  | 'date'
  | 'locale'
  | 'password'
  | 'secret'
  | 'texts'
  | 'moment'
  | 'reference'
  | 'identifier';

/** What is known of one field of a collection's records. */
export interface FieldInfo {
  readonly kind: FieldKind;
  /** When the service takes it from a person: in `updates` too, in `creates` alone, or `never`. */
  readonly written: 'updates' | 'creates' | 'never';
  /** Whether the service ever returns it; what it does not is sent only where it was touched. */
  readonly isTold: boolean;
  /** Whether a record can't be without it; a person has to give it. */
  readonly isNeeded?: boolean;
  /** No two records should share it: a second one with the same value is most likely a mistake. */
  readonly isDistinct?: boolean;
  /** Where a reference points. */
  readonly collection?: CollectionName;
  /** How the search of the store finds it: by any part of it, or by the beginnings of its words. */
  readonly search?: 'anyPart' | 'words';
}

const told = { isTold: true } as const;
const text = { kind: 'text', written: 'updates', ...told } as const;
const moment = { kind: 'moment', written: 'never', ...told } as const;
const enterprise = {
  kind: 'reference',
  written: 'updates',
  ...told,
  collection: 'enterprises',
} as const;

/**
 * The fields of every collection by the app's names, in the order in which screens show them
 * (public API, "Resources and their fields").
 */
export const recordFields = {
  vehicles: {
    plate: { ...text, kind: 'plate', isNeeded: true, isDistinct: true, search: 'anyPart' },
    typeName: { ...text, kind: 'vehicleType' },
    brandName: { ...text, search: 'words' },
    modelName: { ...text, search: 'words' },
    year: { ...text, kind: 'year' },
    color: { ...text, kind: 'color' },
    code: { ...text, search: 'anyPart' },
    vin: { ...text, kind: 'vin', isDistinct: true, search: 'anyPart' },
    registrationNumber: { ...text, isTold: false, search: 'anyPart' },
    batch: text,
    description: { ...text, kind: 'longText', search: 'words' },
    trimName: { ...text, written: 'never' },
    userNames: { kind: 'texts', written: 'never', isTold: false, search: 'words' },
    enterpriseId: enterprise,
    createdAt: moment,
    updatedAt: moment,
    deactivatedAt: moment,
  },
  devices: {
    name: { ...text, isNeeded: true, search: 'words' },
    imei: { ...text, kind: 'imei', isNeeded: true, isDistinct: true, search: 'anyPart' },
    code: { ...text, search: 'anyPart' },
    batch: text,
    typeId: { kind: 'identifier', written: 'updates', ...told },
    chipId: { kind: 'reference', written: 'updates', ...told, collection: 'chips' },
    vehicleId: { kind: 'reference', written: 'updates', isTold: false, collection: 'vehicles' },
    enterpriseId: enterprise,
    createdAt: moment,
    updatedAt: moment,
  },
  chips: {
    serial: { ...text, kind: 'iccid', isNeeded: true, isDistinct: true, search: 'anyPart' },
    number: { ...text, kind: 'phone', search: 'anyPart' },
    carrier: { ...text, search: 'words' },
    serviceProvider: { ...text, search: 'words' },
    batch: text,
    apn: { ...text, written: 'never' },
    apnUsername: { ...text, written: 'never' },
    apnPassword: { kind: 'secret', written: 'never', ...told },
    enterpriseId: enterprise,
    archivedAt: moment,
    createdAt: moment,
    updatedAt: moment,
  },
  users: {
    username: { ...text, kind: 'username', isNeeded: true, isDistinct: true, search: 'anyPart' },
    password: { kind: 'password', written: 'creates', isTold: false, isNeeded: true },
    name: { ...text, isNeeded: true, search: 'words' },
    email: { ...text, kind: 'email', search: 'anyPart' },
    phone1: { ...text, kind: 'phone', search: 'anyPart' },
    phone2: { ...text, kind: 'phone', search: 'anyPart' },
    emergencyContact: { ...text, search: 'words' },
    emergencyPhone: { ...text, kind: 'phone', search: 'anyPart' },
    documentNumber: { ...text, search: 'anyPart' },
    cpf: { ...text, kind: 'cpf', isDistinct: true, search: 'anyPart' },
    birthdate: { ...text, kind: 'date' },
    locale: { ...text, kind: 'locale' },
    roleId: { kind: 'reference', written: 'updates', isTold: false, collection: 'roles' },
    enterpriseId: enterprise,
    createdAt: moment,
    updatedAt: moment,
    deactivatedAt: moment,
  },
  roles: { name: { ...text, written: 'never', search: 'words' } },
  enterprises: { name: { ...text, written: 'never', search: 'words' } },
} as const satisfies Record<CollectionName, Record<string, FieldInfo>>;

/** The names of a collection's fields. */
export type FieldName<C extends CollectionName> = keyof (typeof recordFields)[C] & string;

/** The fields of a collection as a plain map, for code that handles every collection alike. */
export function fieldsOf(collection: CollectionName): Readonly<Record<string, FieldInfo>> {
  return recordFields[collection];
}
