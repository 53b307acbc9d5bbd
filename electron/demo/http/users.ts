import { isCpf } from '../world/fleet/documents';
import { optionalText, text } from './attributes';
import { related } from './envelope';
import { enterpriseRelation } from './enterprises';
import { badRequest } from './errors';
import { resource } from './resource';
import type { Call, Handler, Handlers, Service } from './service';

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

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

export function userHandlers(service: Service): Handlers {
  const { world } = service;
  const users = resource(service, {
    type: 'users',
    title: 'User',
    records: () => world.users,
    told: SELECTABLE,
    selectable: SELECTABLE,
    filtered: ['enterprise.id'],
    searchables: ['username', 'name', 'email', 'phone1', 'document_number', 'cpf'],
    relationships: ({ enterpriseId }) => ({ enterprise: related('enterprise', enterpriseId) }),
    writing: {
      attributes: {
        username: text({ pattern: /^\S+$/, form: 'without spaces' }),
        email: optionalText({ pattern: EMAIL, form: 'an e-mail address' }),
        name: text(),
        phone1: optionalText({ most: 30 }),
        phone2: optionalText({ most: 30 }),
        emergency_contact: optionalText(),
        emergency_phone: optionalText({ most: 30 }),
        document_number: optionalText({ most: 40 }),
        cpf: optionalText({ most: 20 }).refine(
          (value) => value === null || isCpf(value),
          'is not a valid CPF',
        ),
        birthdate: optionalText({ pattern: DATE, form: 'a date of the form YYYY-MM-DD' }),
        locale: text({ most: 20 }),
      },
      // Kept nowhere: nobody but the demo's own user signs in.
      onCreate: { password: text().transform(() => undefined) },
      required: ['username', 'password', 'name'],
      unique: ['username'],
      relations: {
        enterprise: enterpriseRelation(service),
        roles: {
          type: 'roles',
          field: 'roleId',
          exists: (id) => world.roles.get(id) !== undefined,
        },
      },
      blank: (now) => ({
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
      }),
    },
  });

  /** Nobody does this to the user under whose name it is asked. */
  const exceptSelf =
    (handler: Handler, what: string): Handler =>
    (call) => {
      if (users.find(call.params).username === call.username) {
        throw badRequest(`You can not ${what} yourself`);
      }
      return handler(call);
    };
  const deactivate = exceptSelf(users.setStatus, 'deactivate');
  return {
    'users.list': users.list,
    'users.get': users.get,
    'users.create': users.createOne,
    'users.update': users.update,
    'users.delete': exceptSelf(users.deleteOne, 'delete'),
    'users.setStatus': (call: Call) =>
      call.params.situation === 'deactivation' ? deactivate(call) : users.setStatus(call),
  };
}
