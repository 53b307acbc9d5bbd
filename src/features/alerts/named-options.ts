import { compareKeys, sortKeyOf } from '@contract/folding';
import type { Vehicle } from '@contract/vehicles';
import { nameOfVehicle } from '@/app/vehicle-name';

/** What a person chooses from, by its id and what it is called. */
export type NamedOption = { value: string; label: string };

/** Choices in the order of their names, as every list has them: Truck 1, Truck 2, Truck 10. */
export function inNameOrder(options: readonly NamedOption[]): NamedOption[] {
  return options
    .map((option) => ({ option, key: sortKeyOf(option.label) }))
    .sort((one, other) => compareKeys(one.key, other.key))
    .map(({ option }) => option);
}

/** Vehicles to choose from, each once. */
export function vehicleOptions(
  ids: Iterable<string>,
  vehicles: ReadonlyMap<string, Vehicle>,
): NamedOption[] {
  return inNameOrder(
    Array.from(new Set(ids), (value) => ({
      value,
      label: nameOfVehicle(vehicles.get(value), value),
    })),
  );
}
