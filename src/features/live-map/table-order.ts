import type { LiveVehicle } from '@contract/fixes';
import { fixAge } from './live-age';
import { classOf, speedNow, vehicleClasses } from './vehicle-class';

/** The columns of the map's table that it can be sorted by. */
export const tableColumns = ['plate', 'state', 'speed', 'age'] as const;

/** By which column the table is sorted, and whether downward. */
export type TableOrder = { by: (typeof tableColumns)[number]; isDown: boolean };

/**
 * The vehicles of the table in order; those of which a column knows nothing come last.
 * @param nameKeyOf what a vehicle's name is sorted by
 */
export function orderForTable(
  ids: readonly string[],
  { by, isDown }: TableOrder,
  nameKeyOf: (id: string) => string,
  liveOf: (id: string) => LiveVehicle | undefined,
  now: number,
): string[] {
  const keyed = ids.map((id) => ({ id, name: nameKeyOf(id), key: keyOf(liveOf(id)) }));
  const way = isDown ? -1 : 1;
  return keyed
    .sort((a, b) => {
      if (a.key === null || b.key === null) {
        const known = Number(a.key === null) - Number(b.key === null);
        if (known !== 0) return known;
      } else if (a.key !== b.key) return (a.key - b.key) * way;
      return (a.name < b.name ? -1 : Number(a.name > b.name)) * (by === 'plate' ? way : 1);
    })
    .map(({ id }) => id);

  function keyOf(vehicle: LiveVehicle | undefined): number | null {
    if (by === 'plate') return 0;
    if (by === 'state') return vehicleClasses.indexOf(classOf(vehicle));
    if (vehicle === undefined) return null;
    if (by === 'age') return fixAge(vehicle, now);
    return speedNow(vehicle);
  }
}
