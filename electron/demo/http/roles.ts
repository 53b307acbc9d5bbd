import type { Role } from '../world/fleet/records';
import { pickAttributes, type Answer } from './envelope';
import { checkIdentifier, readListQuery, readRecordQuery } from './query';
import { findRecord } from './records';
import { selectPage } from './selection';
import { answer, type Handlers, type Service } from './service';

export function roleHandlers(service: Service): Handlers {
  const { world } = service;
  return {
    'roles.list': async ({ query }) => {
      // This list refuses `attributes`, as several live servers do.
      const rules = { attributes: null, includes: null, fields: ['name'], searchables: ['name'] };
      const asked = readListQuery(query, rules, service.dialect.firstPage);
      const page = await selectPage(world.roles, asked, (role) => [role.name]);
      return answer(page.map((role) => toAnswer(role, null)));
    },
    'roles.get': ({ params, query }) => {
      const wanted = readRecordQuery(query, ['name']);
      const role = findRecord(world.roles, 'Role', checkIdentifier('id', params.id));
      return answer(toAnswer(role, wanted));
    },
  };
}

function toAnswer(role: Role, wanted: readonly string[] | null): Answer {
  return {
    id: role.id,
    uuid: role.uuid,
    type: 'roles',
    attributes: pickAttributes({ name: role.name }, wanted),
    relationships: {},
  };
}
