import type { Vehicle } from '@contract/vehicles';
import { foldAccents } from '@/ui/fold-accents';

/** What a search found: the best so many, and how many there are in all. */
export type Found = { vehicles: Vehicle[]; total: number };

/** As it is searched: `Caminhão ABC-1D23` → `caminhaoabc1d23`. */
function fold(text: string): string {
  return foldAccents(text).replace(/[\s-]/g, '');
}

/**
 * Vehicles whose plate, code, make, model or description holds the query; plates that begin with
 * it come first, the others by plate.
 */
export function searchVehicles(vehicles: Iterable<Vehicle>, query: string, limit: number): Found {
  const wanted = fold(query);
  const found: { vehicle: Vehicle; rank: number }[] = [];
  for (const vehicle of vehicles) {
    const plate = fold(vehicle.plate);
    const rank = plate.startsWith(wanted) ? 0 : plate.includes(wanted) ? 1 : 2;
    if (rank < 2 || describes(vehicle, wanted)) found.push({ vehicle, rank });
  }
  const { compare } = new Intl.Collator(undefined, { numeric: true });
  found.sort(
    (one, other) => one.rank - other.rank || compare(one.vehicle.plate, other.vehicle.plate),
  );
  return { vehicles: found.slice(0, limit).map(({ vehicle }) => vehicle), total: found.length };
}

function describes(vehicle: Vehicle, wanted: string): boolean {
  const { code, brandName, modelName, description } = vehicle;
  return fold([code, brandName, modelName, description].join(' ')).includes(wanted);
}
