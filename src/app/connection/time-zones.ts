import { rawTimeZones } from '@vvo/tzdb';
import { locales } from '@contract/settings';
import { timeNow } from '../clock';

/** A zone as a list offers it; `also` holds words by which it is found and that are not shown. */
export type ZoneOption = { value: string; label: string; note: string; also: string };

type KnownZone = (typeof rawTimeZones)[number];

/** The name that this machine uses for a zone, which may be one that is old by now. */
function machineName(zone: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

let known: ReadonlyMap<string, KnownZone> | null = null;

/** Zones by the name that this machine uses for them: `Asia/Calcutta` is `Asia/Kolkata`. */
function knownZones(): ReadonlyMap<string, KnownZone> {
  known ??= new Map(
    rawTimeZones.flatMap((zone) => [
      [zone.name, zone] as const,
      [machineName(zone.name) ?? zone.name, zone] as const,
    ]),
  );
  return known;
}

/** What a zone is called today, for a person to read. */
export function zoneName(zone: string): string {
  return (knownZones().get(zone)?.name ?? zone).replaceAll('_', ' ');
}

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
  const shown = new Intl.DisplayNames(locale, { type: 'region' });
  const others = locales.map((each) => new Intl.DisplayNames(each, { type: 'region' }));
  const countries = new Map(
    rawTimeZones.flatMap((zone) => zone.group.map((name) => [name, zone.countryCode] as const)),
  );
  const zones = new Set([...first, ...Intl.supportedValuesOf('timeZone'), 'UTC']);
  const byName = new Map<string, ZoneOption>();
  for (const value of zones) {
    const zone = knownZones().get(value);
    const code = countries.get(value);
    const country = code === undefined ? '' : (shown.of(code) ?? '');
    const names = code === undefined ? [] : others.map((each) => each.of(code) ?? '');
    const own = zone ? [zone.alternativeName, ...zone.mainCities, ...zone.group] : [];
    const label = zoneName(value);
    if (byName.has(label)) continue;
    byName.set(label, {
      value,
      label,
      note: [country, offsetOf(value, locale, at)].filter(Boolean).join(' · '),
      also: [...names, ...own, value].join(' ').replaceAll('_', ' '),
    });
  }
  return [...byName.values()];
}
