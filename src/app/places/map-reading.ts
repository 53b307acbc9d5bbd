import { computed, onMounted, watch } from 'vue';
import { useFormat } from '@/app/format';
import { useMapNamesStore } from '@/app/stores/map-names-store';
import { useMapSourcesStore } from '@/app/stores/map-sources-store';
import { useI18n } from '@/i18n/i18n';

/**
 * Says which map's names are still being read for the search.
 * @param onMore more can be found now than before: names were read, or all of a map (`isOver`)
 */
export function useMapReading(onMore: (isOver: boolean) => void) {
  const { t } = useI18n();
  const format = useFormat();
  const names = useMapNamesStore();
  const sources = useMapSourcesStore();
  const reading = computed(() => names.state.maps.find((map) => map.reading !== null));

  onMounted(() => {
    void names.start();
    void sources.start();
  });

  watch(
    () => reading.value?.id,
    () => {
      onMore(true);
    },
  );
  watch(
    () => names.state.maps.reduce((sum, map) => sum + map.names, 0),
    () => {
      onMore(false);
    },
  );

  return {
    note: computed(() => {
      if (!reading.value) return '';
      const { id, reading: share } = reading.value;
      const map = sources.state.sources.find((source) => source.id === id)?.name ?? '';
      return t('app.places.reading', {
        map,
        percent: format.number(share ?? 0, { style: 'percent' }),
      });
    }),
  };
}
