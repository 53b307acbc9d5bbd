import type { LiveVehicle } from '@contract/fixes';
import { classOf, vehicleClasses, type VehicleClass } from './vehicle-class';

/** How many vehicles there are of each class; together they are the whole fleet. */
export type StatusCounts = Readonly<Record<VehicleClass, number>>;

/** Keeps counts by what changes, so that a large fleet is never counted as a whole. */
export function createStatusCounts() {
  const counts = Object.fromEntries(vehicleClasses.map((each) => [each, 0])) as Record<
    VehicleClass,
    number
  >;
  const count = (vehicle: LiveVehicle | undefined, change: 1 | -1): void => {
    if (vehicle) counts[classOf(vehicle)] += change;
  };
  return {
    /** One vehicle's state became another; undefined where it had none, or has none any more. */
    change(before: LiveVehicle | undefined, after: LiveVehicle | undefined): void {
      count(before, -1);
      count(after, 1);
    },
    read: (): StatusCounts => ({ ...counts }),
  };
}
