import type { FoundPlace } from '@contract/place-search';
import { Building2, House, MapPin, Route } from '@lucide/vue';
import type { Component } from 'vue';
import { useI18n } from '@/i18n/i18n';

const icons: Record<FoundPlace['kind'], Component> = {
  town: Building2,
  district: MapPin,
  village: House,
  street: Route,
  address: MapPin,
};

/** The sign of a kind of place. */
export function iconOfPlace({ kind }: FoundPlace): Component {
  return icons[kind];
}

/** Says in words what a place is and where. */
export function usePlaceWords(): { noteOn(place: FoundPlace): string } {
  const { t, locale } = useI18n();
  return {
    noteOn({ kind, area, country }) {
      const names = country && new Intl.DisplayNames(locale.value, { type: 'region' });
      const where = [area, names && names.of(country)].filter(Boolean).join(', ');
      return [t(`app.places.kinds.${kind}`), where].filter(Boolean).join(' · ');
    },
  };
}
