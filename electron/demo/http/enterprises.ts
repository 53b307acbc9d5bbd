import { answer, type Call, type Reply, type Service } from './service';
import { readListQuery } from './query';
import { selectPage } from './selection';

/**
 * An operation outside of the document that deployments are known to offer; a profile may name it
 * (GET /v2/enterprises/).
 */
export async function listEnterprises(service: Service, { query }: Call): Promise<Reply> {
  const rules = { attributes: null, includes: null, fields: ['name', 'id'], searchables: ['name'] };
  const asked = readListQuery(query, rules, service.dialect.firstPage);
  const page = await selectPage(service.world.enterprises, asked, (enterprise, field) => [
    field === 'id' ? enterprise.id : enterprise.name,
  ]);
  return answer(
    page.map(({ id, uuid, name }) => ({
      id,
      uuid,
      type: 'enterprises',
      attributes: { name },
      relationships: {},
    })),
  );
}
