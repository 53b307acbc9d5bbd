import { resource, type Relation } from './resource';
import type { Handler, Service } from './service';

/**
 * An operation outside of the document that deployments are known to offer; a profile may name it
 * (GET /v2/enterprises/).
 */
export function enterpriseLister(service: Service): Handler {
  return resource(service, {
    type: 'enterprises',
    title: 'Enterprise',
    records: () => service.world.enterprises,
    told: ['name'],
    selectable: ['name'],
    listRefusesAttributes: true,
    searchables: ['name'],
    relationships: () => ({}),
  }).list;
}

/** The enterprise of a record, as a write names it. */
export function enterpriseRelation({ world }: Service): Relation {
  return {
    type: 'enterprise',
    field: 'enterpriseId',
    exists: (id) => world.enterprises.get(id) !== undefined,
  };
}
