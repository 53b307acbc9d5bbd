import { timeNow } from '@/app/clock';
import { useI18n } from '@/app/i18n';
import { useFleetStore } from '@/app/stores/fleet-store';
import { orderByName } from '@/app/vehicle-search';
import { computed, onScopeDispose, shallowRef, watch } from 'vue';
import { useLiveMapStore } from './live-map-store';
import { useLiveStore } from './live-store';
import { chooseVehicles } from './order-vehicles';

/** Live changes move rows at most this often, milliseconds: nobody reads rows that dance. */
const reorderEvery = 1000;
/** While the pointer moves over the rows they stay, so that a click hits what it was meant for. */
const holdFor = 1500;

/** The identifiers of the vehicles that the list shows, in order. */
export function useVehicleList() {
  const { locale } = useI18n();
  const fleet = useFleetStore();
  const live = useLiveStore();
  const choice = useLiveMapStore();
  const byPlate = computed(() => orderByName(fleet.vehicles.values()));
  const ids = shallowRef<readonly string[]>([]);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let heldUntil = 0;

  function choose() {
    clearTimeout(timer);
    timer = undefined;
    const { words, status, sort } = choice;
    ids.value = chooseVehicles(byPlate.value, live.vehicles, { words, status, sort }, timeNow());
  }

  function chooseLater() {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (timeNow() < heldUntil) chooseLater();
      else choose();
    }, reorderEvery);
  }

  // What vehicles are sought by is in part in words of the language.
  watch([byPlate, () => choice.words, () => choice.status, () => choice.sort, locale], choose, {
    immediate: true,
  });
  const stop = live.onChange(() => {
    if (choice.sort !== 'name' || choice.status !== null) chooseLater();
  });
  onScopeDispose(() => {
    stop();
    clearTimeout(timer);
  });

  return {
    ids,
    total: computed(() => byPlate.value.length),
    /** The pointer moves over the rows. */
    hold: () => {
      heldUntil = timeNow() + holdFor;
    },
  };
}
