import type { RecordQuery } from '@contract/records';
import type { Records } from '../fleet/records';
import type { NamedVehicle } from './label-file';

/** Vehicles read from the store at once. */
const CHUNK = 500;

/** The vehicles of the fleet as files name them; gone ones only where they are wanted, too. */
export async function namedVehicles(
  records: Pick<Records, 'find' | 'rows'>,
  { withGone }: Pick<RecordQuery, 'withGone'>,
): Promise<NamedVehicle[]> {
  const all = { collection: 'vehicles', search: '', filters: [], sort: [], withGone };
  const { keys } = await records.find(all);
  const vehicles: NamedVehicle[] = [];
  for (let start = 0; start < keys.length; start += CHUNK) {
    for (const { key, fields } of await records.rows(
      'vehicles',
      keys.slice(start, start + CHUNK),
    )) {
      vehicles.push({ key, plate: textOf(fields['plate']), vin: textOf(fields['vin']) });
    }
  }
  return vehicles;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}
