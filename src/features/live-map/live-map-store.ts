import type { Place } from '@contract/rules/longitudes';
import { nothingSelected, type Selection } from '@/features/records/selection';
import { defineStore } from 'pinia';
import { ref, shallowRef } from 'vue';
import type { Sort } from './order-vehicles';
import type { VehicleClass } from './vehicle-class';

/** From where the nearest vehicles are sought. */
export type Origin = {
  place: Place;
  /** The vehicle that is there, which may move; null for a place on the map. */
  vehicleId: string | null;
  /** What the place is called, where a person searched for it. */
  name?: string;
};

/** What a person has chosen on the live map; kept while other screens are open. */
export const useLiveMapStore = defineStore('live-map', () => {
  const selected = ref<string | null>(null);
  /** Rows of the list that commands are for together. */
  const marked = shallowRef<Selection>(nothingSelected);
  /** The vehicle under the pointer, in the list or on the map. */
  const hovered = ref<string | null>(null);
  /** The map keeps the selected vehicle in its middle. */
  const follows = ref(false);
  const words = ref('');
  const status = ref<VehicleClass | null>(null);
  /** Tags and groups of which a vehicle has one of each kind, where any are chosen. */
  const labels = ref<readonly string[]>([]);
  const pinnedOnly = ref(false);
  /** Vehicles that are being given tags and a group; null while none are. */
  const labeling = shallowRef<readonly string[] | null>(null);
  /** All tags and groups are being changed. */
  const managesLabels = ref(false);
  const sort = ref<Sort>('name');
  /** From where the list measures distances; null while nobody asked for that. */
  const origin = shallowRef<Origin | null>(null);
  /** What search and filter let through; null while nothing is left out. */
  const shown = shallowRef<readonly string[] | null>(null);
  /** How far the list was scrolled when its screen was left, pixels. */
  const scrolled = ref(0);
  /** Below the width that has room for both, the list is a drawer. */
  const isListOpen = ref(false);
  /** What the map shows is read as a table. */
  const isTable = ref(false);

  function select(vehicleId: string | null): void {
    if (vehicleId !== selected.value) follows.value = false;
    selected.value = vehicleId;
  }

  /** Ends what was filtered before where it leaves out a vehicle that a person was brought to. */
  function showAround(vehicleId: string): void {
    if (shown.value?.includes(vehicleId) === true) return;
    showAll();
  }

  /** Ends search and filters. */
  function showAll(): void {
    words.value = '';
    status.value = null;
    labels.value = [];
    pinnedOnly.value = false;
  }

  /** Sorts the list by the distance from a place. */
  function seekNearest(from: Origin): void {
    origin.value = from;
    sort.value = 'distance';
  }

  /** Back to the list by plate. */
  function endNearest(): void {
    origin.value = null;
    if (sort.value === 'distance') sort.value = 'name';
  }

  return {
    selected,
    marked,
    hovered,
    follows,
    words,
    status,
    labels,
    pinnedOnly,
    labeling,
    managesLabels,
    sort,
    origin,
    shown,
    scrolled,
    isListOpen,
    isTable,
    select,
    showAround,
    showAll,
    seekNearest,
    endNearest,
  };
});
