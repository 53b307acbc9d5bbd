import type { AppError } from '@contract/errors';
import { geocoderAddress } from '@contract/geocoder';
import type { FoundPlace } from '@contract/place-search';
import { computed, shallowRef } from 'vue';
import { useBridge } from '@/bridge';
import { useSettingsStore } from '@/app/stores/settings-store';

/** What the server was asked, and what it said. */
export type AskedAddress = {
  words: string;
  state: 'asking' | 'found' | 'failed';
  places: FoundPlace[];
  error: AppError | null;
};

/** Asks the address server of the settings, one question at a time. */
export function useAddressSearch() {
  const bridge = useBridge();
  const settings = useSettingsStore();
  const asked = shallowRef<AskedAddress | null>(null);

  async function ask(words: string): Promise<void> {
    const question: AskedAddress = { words, state: 'asking', places: [], error: null };
    asked.value = question;
    const answer = await bridge.search.address(words);
    // An answer to earlier words is no news.
    if (asked.value !== question) return;
    asked.value = answer.ok
      ? { ...question, state: 'found', places: answer.data.places }
      : { ...question, state: 'failed', error: answer.error };
  }

  return {
    asked,
    ask,
    /** Name of the server; null where none is chosen. */
    host: computed(() => {
      const { geocoder } = settings.state;
      return geocoder && new URL(geocoderAddress(geocoder, 'q')).host;
    }),
  };
}
