import { timeNow } from '@/app/clock';
import { useFleetOrderStore } from '@/app/stores/fleet-order-store';
import { useFleetStore } from '@/app/stores/fleet-store';
import { useVehicleLabelsStore } from '@/app/stores/vehicle-labels-store';
import { useVehicleSearch } from '@/app/vehicle-search';
import type { Place } from '@contract/rules/longitudes';
import { hasLabel } from '@contract/vehicle-labels';
import { computed, onScopeDispose, shallowRef, watch } from 'vue';
import { useLiveMapStore } from './live-map-store';
import { useLiveStore } from './live-store';
import { stillness } from '@/map/core/motion-preference';
import { placeOfFix } from '@/map/layers/pack-vehicles';
import { createVehicleOrder } from './order-vehicles';

/** Live changes move rows at most this often, milliseconds: nobody reads rows that dance. */
const reorderEvery = 1000;
/** Vehicles that come or leave at once up to which the list follows at once. */
const few = 200;
/** A large fleet comes in parts: rows wait for the next one so long, milliseconds. */
const nextPartWithin = 150;
/** While the pointer moves over the rows they stay, so that a click hits what it was meant for. */
const holdFor = 1500;

/** The identifiers of the vehicles that the list shows, in order. */
export function useVehicleList() {
  const fleet = useFleetStore();
  const live = useLiveStore();
  const choice = useLiveMapStore();
  const given = useVehicleLabelsStore();
  const inOrder = useFleetOrderStore();
  const order = createVehicleOrder({
    byName: () => inOrder.byName,
    vehicle: (id) => fleet.vehicles.get(id),
    live: (id) => live.vehicles.get(id),
  });
  const found = useVehicleSearch(() => choice.words);
  const foundIds = computed(() => found.value && new Set(found.value.ids));
  const ids = shallowRef<readonly string[]>([]);
  /** They came or went on their own, in an order that is not that of what vehicles do. */
  const keepsPlace = shallowRef(false);
  /** Vehicles whose rows may be elsewhere by now. */
  const outdated = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** By then the list has caught up, unless it is held. */
  let latest = Infinity;
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

  /** From where the list measures distances; null while it is not sorted by them. */
  const measuredFrom = shallowRef<Place | null>(null);

  /** A vehicle that others are sought around may have moved on since. */
  function from(): Place | null {
    const { origin } = choice;
    const vehicle = origin?.vehicleId ? live.vehicles.get(origin.vehicleId) : undefined;
    return placeOfFix(vehicle?.fix ?? null) ?? origin?.place ?? null;
  }

  /** Search or filter let through what the list shows; the map dims or hides all others. */
  function tellShown() {
    const isAll = foundIds.value === null && choice.status === null && isLabeled.value === null;
    choice.shown = isAll ? null : ids.value;
  }

  function rest() {
    clearTimeout(timer);
    timer = undefined;
    latest = Infinity;
    outdated.clear();
  }

  function choose() {
    rest();
    const { status, sort } = choice;
    const pinned = pinnedIds.value;
    measuredFrom.value = sort === 'distance' ? from() : null;
    order.choose({
      ...{ found: foundIds.value, status, sort, isLabeled: isLabeled.value },
      ...(pinned.size > 0 && { isPinned: (id: string) => pinned.has(id) }),
      from: measuredFrom.value,
    });
    keepsPlace.value = false;
    ids.value = order.ids;
    tellShown();
  }

  /** Whether distances are to be measured from another place than they are. */
  function isElsewhere(): boolean {
    if (choice.sort !== 'distance') return false;
    const [was, is] = [measuredFrom.value, from()];
    return was?.latitude !== is?.latitude || was?.longitude !== is?.longitude;
  }

  function catchUp() {
    if (isElsewhere()) {
      choose();
      return;
    }
    const areOthers = order.change(outdated);
    rest();
    keepsPlace.value = choice.sort === 'name';
    ids.value = order.ids;
    if (areOthers) tellShown();
  }

  /** @param most by then it is caught up with, however often something else puts it off */
  function catchUpIn(delay: number, most = delay) {
    const now = timeNow();
    latest = Math.min(latest, now + most);
    clearTimeout(timer);
    timer = setTimeout(
      () => {
        latest = Infinity;
        if (timeNow() < heldUntil) catchUpIn(reorderEvery);
        else catchUp();
      },
      Math.max(0, Math.min(delay, latest - now)),
    );
  }

  watch(
    [
      ...[foundIds, isLabeled, () => given.state.vehicles],
      ...[() => choice.status, () => choice.sort, () => choice.origin],
    ],
    choose,
    { immediate: true },
  );
  const stops = [
    fleet.onChange(({ come, gone }) => {
      for (const { id } of [...come, ...gone]) outdated.add(id);
      if (come.length + gone.length <= few) catchUp();
      else catchUpIn(nextPartWithin, reorderEvery);
    }),
    live.onChange(({ changed, removed }) => {
      if (choice.sort === 'name' && choice.status === null) return;
      for (const { vehicleId } of changed) outdated.add(vehicleId);
      for (const vehicleId of removed) outdated.add(vehicleId);
      // While nobody is at work rows move in the picture that shows the change.
      if (stillness().isAtRest) catchUp();
      else if (timer === undefined) catchUpIn(reorderEvery);
    }),
  ];
  onScopeDispose(() => {
    for (const stop of stops) stop();
    clearTimeout(timer);
  });

  return {
    ids,
    keepsPlace,
    /** The list is that of what is typed now: a search takes a moment. */
    isFound: computed(() => choice.words.trim() === '' || found.value?.words === choice.words),
    /** What vehicles were found by that is not their own. */
    foundBy: computed(() => found.value?.by ?? {}),
    /** Tags, groups or pins leave vehicles out. */
    isLabeled: computed(() => isLabeled.value !== null),
    from: measuredFrom,
    total: computed(() => inOrder.byName.length),
    /** The pointer moves over the rows. */
    hold: () => {
      heldUntil = timeNow() + holdFor;
    },
  };
}
