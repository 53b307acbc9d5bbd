import type { Vehicle } from '@contract/vehicles';

/** `Volvo FH 540`; empty where the service tells neither make nor model. */
export function makeOf(vehicle: Vehicle | undefined): string {
  return [vehicle?.brandName, vehicle?.modelName].filter(Boolean).join(' ');
}

/**
 * What a vehicle is called wherever one is named: by its plate, or else by what tells it apart as
 * well as possible, so that it never goes without a name.
 */
export function nameOfVehicle(vehicle: Vehicle | undefined, id: string): string {
  return vehicle?.plate.trim() || vehicle?.code?.trim() || makeOf(vehicle) || id;
}
