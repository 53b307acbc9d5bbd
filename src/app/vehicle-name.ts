import { typeKeyOf } from '@contract/vehicles';
import { hasMessage, keysWithin, useI18n } from '@/i18n/i18n';

// Main names vehicles in notifications, by the same rule.
export { makeOf, nameOfVehicle } from '@contract/vehicles';

const { t } = useI18n();

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
