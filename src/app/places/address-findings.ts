import { geocoderAttribution } from '@contract/geocoder';
import type { FoundPlace } from '@contract/place-search';
import { CircleAlert, Globe } from '@lucide/vue';
import { computed } from 'vue';
import { useErrorText } from '@/i18n/errors';
import { useI18n } from '@/i18n/i18n';
import type { Finding, FindingGroup } from '../palette/findings';
import { iconOfPlace, usePlaceWords } from './place-words';
import { idOfPlace } from './search-places';
import { useAddressSearch } from './use-address-search';

/**
 * Lines of the palette for addresses: one that asks the server of the settings, since it is never
 * asked while somebody types, and then what it found.
 * @param show what to do with an address that is taken
 */
export function useAddressFindings(words: () => string, show: (place: FoundPlace) => void) {
  const { t } = useI18n();
  const { host, asked, ask } = useAddressSearch();
  const { noteOn } = usePlaceWords();
  const error = useErrorText(() => asked.value?.error ?? null);
  const label = 'app.search.addresses';

  /** A line that says something and can't be taken. */
  const told = (title: string, note = ''): Finding => ({
    ...{ id: 'address answer', title, note, icon: note === '' ? Globe : CircleAlert },
    isRefused: true,
    run: () => undefined,
  });

  return computed((): FindingGroup | null => {
    const sought = words();
    if (host.value === null || sought === '') return null;
    const values = { host: host.value, words: sought };
    if (asked.value?.words !== sought) {
      const title = t('app.places.address.ask', values);
      const run = () => void ask(sought);
      return { label, findings: [{ id: 'ask', title, icon: Globe, keepsOpen: true, run }] };
    }
    const { state, places } = asked.value;
    if (state === 'asking')
      return { label, findings: [told(t('app.places.address.asking', values))] };
    if (state === 'failed') {
      return { label, findings: [told(error.value?.title ?? '', error.value?.action)] };
    }
    if (places.length === 0)
      return { label, findings: [told(t('app.places.address.none', values))] };
    const findings = places.map((place) => ({
      ...{ id: `address ${idOfPlace(place)}`, title: place.name, note: noteOn(place) },
      icon: iconOfPlace(place),
      run: () => {
        show(place);
      },
    }));
    const from = { host: host.value, attribution: geocoderAttribution };
    return { label, source: t('app.places.address.from', from), findings };
  });
}
