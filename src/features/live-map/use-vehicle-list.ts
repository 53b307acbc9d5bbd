import { timeNow } from '@/app/clock';
import { useFleetStore } from '@/app/stores/fleet-store';
import { useVehicleLabelsStore } from '@/app/stores/vehicle-labels-store';
import { createNameOrder } from '@/app/name-order';
import { useVehicleSearch } from '@/app/vehicle-search';
import { hasLabel } from '@contract/vehicle-labels';
import { computed, onScopeDispose, shallowRef, watch } from 'vue';
import { useLiveMapStore } from './live-map-store';
import { useLiveStore } from './live-store';
import { stillness } from '@/map/core/motion-preference';
import { placeOfFix } from '@/map/layers/pack-vehicles';
import { chooseVehicles } from './order-vehicles';

/** Live changes move rows at most this often, milliseconds: nobody reads rows that dance. */
const reorderEvery = 1000;
/** While the pointer moves over the rows they stay, so that a click hits what it was meant for. */
const holdFor = 1500;

/** The identifiers of the vehicles that the list shows, in order. */
export function useVehicleList() {
  const fleet = useFleetStore();
  const live = useLiveStore();
  const choice = useLiveMapStore();
  const given = useVehicleLabelsStore();
  const inOrder = createNameOrder(fleet.vehicles.values());
  const byPlate = shallowRef(inOrder.all);
  const found = useVehicleSearch(() => choice.words);
  const foundIds = computed(() => found.value && new Set(found.value.ids));
  const ids = shallowRef<readonly string[]>([]);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let heldUntil = 0;

  /** Of each kind that is chosen from a vehicle has one; deleted tags and groups ask for nothing. */
  const isLabeled = computed(() => {
    const chosen = choice.labels.flatMap((id) => given.label(id) ?? []);
    const { pinnedOnly } = choice;
    if (chosen.length === 0 && !pinnedOnly) return null;
    const [tags, groups] = (['tag', 'group'] as const).map((kind) =>
      chosen.filter((label) => label.kind === kind).map(({ id }) => id),
    );
    return (vehicleId: string): boolean => {
      const labeled = given.labeled(vehicleId);
      const has = (ids: readonly string[] = []) =>
        ids.length === 0 || ids.some((id) => hasLabel(labeled, id));
      return (!pinnedOnly || labeled.isPinned) && has(tags) && has(groups);
    };
  });

  /** Few are: each vehicle that was asked about would cost a call of the store. */
  const pinnedIds = computed(() => {
    const labeled = Object.entries(given.state.vehicles);
    return new Set(labeled.flatMap(([id, { isPinned }]) => (isPinned ? [id] : [])));
  });

  /** A vehicle that others are sought around may have moved on since. */
  function from() {
    const { origin } = choice;
    const vehicle = origin?.vehicleId ? live.vehicles.get(origin.vehicleId) : undefined;
    return placeOfFix(vehicle?.fix ?? null) ?? origin?.place ?? null;
  }

  function choose() {
    clearTimeout(timer);
    timer = undefined;
    const { status, sort } = choice;
    const found = foundIds.value;
    const pinned = pinnedIds.value;
    const chosen = {
      ...{ found, status, sort, from: from(), isLabeled: isLabeled.value },
      ...(pinned.size > 0 && { isPinned: (id: string) => pinned.has(id) }),
    };
    ids.value = chooseVehicles(byPlate.value, live.vehicles, chosen, timeNow());
    const isAll = found === null && status === null && isLabeled.value === null;
    choice.shown = isAll ? null : ids.value;
  }

  function chooseLater() {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (timeNow() < heldUntil) chooseLater();
      else choose();
    }, reorderEvery);
  }

  watch(
    [
      ...[byPlate, foundIds, isLabeled, () => given.state.vehicles],
      ...[() => choice.status, () => choice.sort, () => choice.origin],
    ],
    choose,
    { immediate: true },
  );
  const stops = [
    fleet.onChange((changes) => {
      inOrder.change(changes);
      byPlate.value = inOrder.all;
    }),
    live.onChange(() => {
      if (choice.sort === 'name' && choice.status === null) return;
      // While nobody is at work rows move in the picture that shows the change.
      if (stillness().isAtRest) choose();
      else chooseLater();
    }),
  ];
  onScopeDispose(() => {
    for (const stop of stops) stop();
    clearTimeout(timer);
  });

  return {
    ids,
    /** The list is that of what is typed now: a search takes a moment. */
    isFound: computed(() => choice.words.trim() === '' || found.value?.words === choice.words),
    /** What vehicles were found by that is not their own. */
    foundBy: computed(() => found.value?.by ?? {}),
    /** Tags, groups or pins leave vehicles out. */
    isLabeled: computed(() => isLabeled.value !== null),
    /** From where distances are measured; null while the list is not sorted by them. */
    from: computed(() => (ids.value && choice.sort === 'distance' ? from() : null)),
    total: computed(() => byPlate.value.length),
    /** The pointer moves over the rows. */
    hold: () => {
      heldUntil = timeNow() + holdFor;
    },
  };
}
