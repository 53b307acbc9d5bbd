import { typeKeyOf, type Vehicle } from '@contract/vehicles';
import { hasMessage, keysWithin, useI18n } from '@/i18n/i18n';

const { t } = useI18n();

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

/**
 * A type of vehicle in the language in use: `Truck`. Types form an open set: one without words is
 * shown as it came. Reactive where it is read in templates and computed values.
 */
export function nameOfType(typeName: string): string {
  const key = `fields.types.${typeKeyOf(typeName)}`;
  return hasMessage(key) ? t(key) : typeName;
}

/** The types that have words in the language in use, by `typeKeyOf`: for what main finds and sorts. */
export function readTypeWords(): Record<string, string> {
  return Object.fromEntries(keysWithin('fields.types').map((key) => [key, nameOfType(key)]));
}
