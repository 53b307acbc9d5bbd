import { timeNow } from '@/app/clock';
/** A zone as a list offers it. */
export type ZoneOption = { value: string; label: string; note: string };

function offsetOf(zone: string, locale: string, at: number): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'shortOffset' });
  return parts.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** Every zone this machine knows, `first` ones on top, each with its offset at a moment. */
export function listTimeZones(
  locale: string,
  first: readonly string[],
  at: number = timeNow(),
): ZoneOption[] {
  const zones = new Set([...first, ...Intl.supportedValuesOf('timeZone'), 'UTC']);
  return [...zones].map((value) => ({
    value,
    label: value.replaceAll('_', ' '),
    note: offsetOf(value, locale, at),
  }));
}
