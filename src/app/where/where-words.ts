import { geocoderAddress, geocoderAttribution } from '@contract/geocoder';
import type { Where } from '@contract/where';
import { compassPoint } from '@/app/compass';
import { kilometresPerMile, useFormat } from '@/app/format';
import { useSettingsStore } from '@/app/stores/settings-store';
import { useI18n } from '@/i18n/i18n';

/** Farther from a street something is not in it but near it, meters. */
const inStreet = 60;

const kilometer = 1000;
const mile = kilometresPerMile * kilometer;

/** Puts into words where something is: the same everywhere, on screens and in what is copied. */
export function useWhereWords() {
  const { t } = useI18n();
  const format = useFormat();
  const settings = useSettingsStore();

  /** From ten of its units on a distance is given in whole ones. */
  function distance(meters: number): string {
    const unit = format.isImperial.value ? mile : kilometer;
    const isFar = meters >= 10 * unit;
    return format.distance(isFar ? Math.round(meters / unit) * unit : meters);
  }

  function partsOf({ street, district, town }: Where): string[] {
    const road =
      street &&
      (street.away <= inStreet ? street.name : t('app.where.near', { street: street.name }));
    const place =
      town &&
      (town.isIn
        ? town.name
        : t(`app.where.from.${compassPoint(town.bearing)}`, {
            distance: distance(town.away),
            place: town.name,
          }));
    const parts = [road, district, place].filter((part) => part !== null && part !== '');
    return [...new Set(parts as string[])];
  }

  return {
    /** `Rua das Flores, Centro, Campinas`, or `7 km northeast of Campinas`. */
    full: (where: Where): string => partsOf(where).join(', '),
    /** Whose answer it is, where that has to be said: the address server's, and whose data it has. */
    source(where: Where | null): string {
      const { geocoder } = settings.state;
      if (where?.source !== 'geocoder' || geocoder === null) return '';
      const { host } = new URL(geocoderAddress(geocoder, 'q'));
      return t('app.places.address.from', { host, attribution: geocoderAttribution });
    },
    /** The two parts that say most: `Rua das Flores, Centro`. */
    brief: (where: Where): string => partsOf(where).slice(0, 2).join(', '),
  };
}
