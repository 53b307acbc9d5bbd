import { isCpf } from '../world/fleet/documents';
import type { User } from '../world/fleet/records';
import {
  Complaints,
  dataObject,
  optionalText,
  readAttributes,
  readRelationships,
  text,
  type Found,
} from './checks';
import { pickAttributes, related, type Answer } from './envelope';
import { badRequest } from './errors';
import { checkIdentifier, readListQuery, readRecordQuery } from './query';
import { findRecord, refuseTaken } from './records';
import { ownFields, selectPage } from './selection';
import { answer, created, DELETED, DONE, type Handlers, type Service } from './service';

const SELECTABLE = [
  'username',
  'email',
  'name',
  'phone1',
  'phone2',
  'emergency_contact',
  'emergency_phone',
  'document_number',
  'cpf',
  'birthdate',
  'created_at',
  'updated_at',
  'deactivated_at',
  'locale',
];
const SEARCHABLE = ['username', 'name', 'email', 'phone1', 'document_number', 'cpf'];

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** What belongs to one user alone. */
const UNIQUE = ['username'] as const;

const CHECKS = {
  username: text({ most: 255, pattern: /^\S+$/, form: 'without spaces' }),
  password: text({ most: 255 }),
  email: optionalText({ pattern: EMAIL, form: 'an e-mail address' }),
  name: text(),
  phone1: optionalText({ most: 30 }),
  phone2: optionalText({ most: 30 }),
  emergency_contact: optionalText(),
  emergency_phone: optionalText({ most: 30 }),
  document_number: optionalText({ most: 40 }),
  cpf: (found: Found, complaints: Complaints): string | null | undefined => {
    const value = optionalText({ most: 20 })(found, complaints);
    if (typeof value !== 'string' || isCpf(value)) return value;
    complaints.add(found.path, 'is not a valid CPF');
    return undefined;
  },
  birthdate: optionalText({ pattern: DATE, form: 'a date of the form YYYY-MM-DD' }),
  locale: text({ most: 20 }),
};

export function userHandlers(service: Service): Handlers {
  const { world } = service;

  const find = (params: Readonly<Record<string, unknown>>): User =>
    findRecord(world.users, 'User', checkIdentifier('id', params.id));

  const readBody = (
    body: unknown,
    needed: readonly ('username' | 'password' | 'name')[],
    except?: string,
  ): Partial<User> => {
    const data = dataObject(body);
    const complaints = new Complaints();
    const attributes = readAttributes(data, CHECKS, needed, complaints);
    if (needed.length === 0 && attributes.password !== undefined) {
      // The document accepts a password on create only.
      complaints.add('body.data.attributes.password', 'is not allowed');
    }
    const { enterprise, roles } = readRelationships(
      data,
      { enterprise: 'enterprise', roles: 'roles' },
      (name, id) => (name === 'roles' ? world.roles : world.enterprises).get(id) !== undefined,
      complaints,
    );
    complaints.settle();
    const changes = {
      ...fromWritten(attributes),
      ...(enterprise ? { enterpriseId: enterprise } : {}),
      ...(roles ? { roleId: roles } : {}),
    };
    refuseTaken(world.users, UNIQUE, [{ item: data, changes }], complaints, except);
    complaints.settle();
    return changes;
  };

  return {
    'users.list': async ({ query }) => {
      const rules = {
        attributes: SELECTABLE,
        includes: null,
        fields: [...SELECTABLE, 'id', 'enterprise.id'],
        searchables: SEARCHABLE,
      };
      const asked = readListQuery(query, rules, service.dialect.firstPage);
      const page = await selectPage(world.users, asked, readField);
      return answer(page.map((user) => toAnswer(user, asked.attributes)));
    },
    'users.get': ({ params, query }) => {
      const wanted = readRecordQuery(query, SELECTABLE);
      return answer(toAnswer(find(params), wanted));
    },
    'users.create': async ({ body }) => {
      await world.users.learn(UNIQUE);
      const changes = readBody(body, ['username', 'password', 'name']);
      const now = world.timestamp();
      const user: User = {
        ...world.newIdentity(),
        enterpriseId: world.enterprises.derive(0).id,
        roleId: world.roles.derive(4).id,
        username: '',
        name: '',
        email: null,
        phone1: null,
        phone2: null,
        emergencyContact: null,
        emergencyPhone: null,
        documentNumber: null,
        cpf: null,
        birthdate: null,
        locale: 'pt_BR',
        createdAt: now,
        updatedAt: now,
        deactivatedAt: null,
        ...changes,
      };
      world.users.add(user);
      return created([toAnswer(user, null)]);
    },
    'users.update': async ({ params, body }) => {
      await world.users.learn(UNIQUE);
      const user = find(params);
      const updated = { ...user, ...readBody(body, [], user.id), updatedAt: world.timestamp() };
      world.users.put(updated);
      return answer(toAnswer(updated, null));
    },
    'users.delete': ({ params, username }) => {
      const user = find(params);
      if (user.username === username) throw badRequest('You can not delete yourself');
      world.users.remove(user.id);
      return DELETED;
    },
    'users.setStatus': ({ params, username }) => {
      const situation = readSituation(params.situation);
      const user = find(params);
      const isActive = situation === 'activation';
      if (!isActive && user.username === username) {
        throw badRequest('You can not deactivate yourself');
      }
      const now = world.timestamp();
      world.users.put({ ...user, deactivatedAt: isActive ? null : now, updatedAt: now });
      return DONE;
    },
  };
}

/** @throws Refusal 400 for anything but the two documented situations */
export function readSituation(value: unknown): 'activation' | 'deactivation' {
  if (value === 'activation' || value === 'deactivation') return value;
  throw badRequest('params.situation must be one of activation, deactivation');
}

function fromWritten(written: {
  [K in keyof typeof CHECKS]?: Exclude<ReturnType<(typeof CHECKS)[K]>, undefined>;
}): Partial<User> {
  const { emergency_contact, emergency_phone, document_number, ...rest } = written;
  // A password is accepted and kept nowhere: nobody but the demo's own user signs in.
  delete rest.password;
  return {
    ...rest,
    ...(emergency_contact === undefined ? {} : { emergencyContact: emergency_contact }),
    ...(emergency_phone === undefined ? {} : { emergencyPhone: emergency_phone }),
    ...(document_number === undefined ? {} : { documentNumber: document_number }),
  };
}

function attributesOf(user: User): Record<string, unknown> {
  return {
    username: user.username,
    email: user.email,
    name: user.name,
    phone1: user.phone1,
    phone2: user.phone2,
    emergency_contact: user.emergencyContact,
    emergency_phone: user.emergencyPhone,
    document_number: user.documentNumber,
    cpf: user.cpf,
    birthdate: user.birthdate,
    created_at: user.createdAt,
    updated_at: user.updatedAt,
    deactivated_at: user.deactivatedAt,
    locale: user.locale,
  };
}

const readField = ownFields(attributesOf);

function toAnswer(user: User, wanted: readonly string[] | null): Answer {
  return {
    id: user.id,
    uuid: user.uuid,
    type: 'users',
    attributes: pickAttributes(attributesOf(user), wanted),
    relationships: { enterprise: related('enterprise', user.enterpriseId) },
  };
}
