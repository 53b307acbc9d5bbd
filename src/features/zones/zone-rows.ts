import { fold } from '@contract/folding';
import type { Zone } from '@contract/zones';

/** A row of the list of zones. */
export type ZoneRow =
  | { kind: 'group'; key: string; /** Empty for none. */ name: string; zones: readonly Zone[] }
  | { kind: 'zone'; key: string; zone: Zone };

/**
 * The zones that words find, by name within their groups. Where there is one group without a name,
 * it has no heading.
 */
export function zoneRows(zones: Iterable<Zone>, words: string, order: Intl.Collator): ZoneRow[] {
  const sought = fold(words.trim());
  const groups = new Map<string, Zone[]>();
  for (const zone of zones) {
    const group = zone.group ?? '';
    if (!fold(`${zone.name} ${group}`).includes(sought)) continue;
    const others = groups.get(group);
    if (others) others.push(zone);
    else groups.set(group, [zone]);
  }
  const names = [...groups.keys()].sort(order.compare);
  return names.flatMap((name): ZoneRow[] => {
    const found = groups.get(name) ?? [];
    found.sort((one, other) => order.compare(one.name, other.name));
    const rows = found.map((zone): ZoneRow => ({ kind: 'zone', key: zone.id, zone }));
    if (name === '' && names.length === 1) return rows;
    return [{ kind: 'group', key: `group ${name}`, name, zones: found }, ...rows];
  });
}
