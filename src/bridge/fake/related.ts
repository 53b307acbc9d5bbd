import type { BridgeCalls } from '@contract/bridge';
import type { FoundBy, RecordKey } from '@contract/records';
import { labelOf, resourceOf } from '@contract/resources';

type Records = BridgeCalls<number>['records'];

/** Vehicles by the people and devices on them, as the store of main finds them. */
export function findRelated({ find, rows, places }: Pick<Records, 'find' | 'rows' | 'places'>) {
  const related: Records['find'] = async (query, terms) => {
    const own = await find(query, terms);
    const isMeant = query.related === true && query.search.trim().length > 1;
    if (!own.ok || !isMeant) return own;
    const by: Record<RecordKey, FoundBy> = {};
    for (const collection of ['users', 'devices'] as const) {
      const others = await find({ ...query, collection, sort: [] }, terms);
      const keys = others.ok ? others.data.keys.slice(0, 500) : [];
      const named = await rows({ collection, keys }, terms);
      const on = await places({ side: collection, otherKeys: keys }, terms);
      for (const { otherKey, vehicleKey } of on.ok ? on.data : []) {
        const row = named.ok ? named.data.find(({ key }) => key === otherKey) : undefined;
        const label = row ? labelOf(collection, row.fields) : null;
        const field = resourceOf(collection).title[0] ?? '';
        if (own.data.keys.includes(vehicleKey) || by[vehicleKey]) continue;
        const nature = collection === 'users' ? { nature: 'DRIVER' } : {};
        by[vehicleKey] = { collection, key: otherKey, label, field, value: label ?? '', ...nature };
      }
    }
    return { ok: true, data: { keys: [...own.data.keys, ...Object.keys(by)], by } };
  };
  return related;
}
