import { resource } from './resource';
import type { Handlers, Service } from './service';

export function roleHandlers(service: Service): Handlers {
  const roles = resource(service, {
    type: 'roles',
    title: 'Role',
    records: () => service.world.roles,
    told: ['name'],
    selectable: ['name'],
    listRefusesAttributes: true,
    searchables: ['name'],
    relationships: () => ({}),
  });
  return { 'roles.list': roles.list, 'roles.get': roles.get };
}
