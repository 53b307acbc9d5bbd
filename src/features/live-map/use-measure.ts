import type { Place } from '@contract/rules/longitudes';
import { metersBetween } from '@contract/rules/sphere';
import type { FleetMap } from '@/map/core/create-map';
import { MeasureLine } from '@/map/layers/measure-line';
import type { LeafletMouseEvent } from 'leaflet';
import { computed, shallowRef, watch } from 'vue';

/** Measures a distance over points that a person sets on a map, one after the other. */
export function useMeasure(map: () => FleetMap | null) {
  /** Null while nothing is measured. */
  const points = shallowRef<readonly Place[] | null>(null);
  const isOn = computed(() => points.value !== null);
  const meters = computed(() =>
    (points.value ?? []).reduce((sum, point, index, all) => {
      const before = all[index - 1];
      return before ? sum + metersBetween(before, point) : sum;
    }, 0),
  );
  const line = new MeasureLine();
  let removeLine: (() => void) | null = null;

  function add(point: Place): void {
    if (points.value) points.value = [...points.value, point];
  }

  function click({ latlng }: LeafletMouseEvent): void {
    const { lat, lng } = latlng.wrap();
    add({ latitude: lat, longitude: lng });
  }

  watch(isOn, (on) => {
    const made = map();
    if (!made) return;
    made.leaflet.getContainer().classList.toggle('measuring', on);
    if (on) {
      removeLine = made.add(line);
      made.leaflet.on('click', click);
      made.leaflet.doubleClickZoom.disable();
    } else {
      removeLine?.();
      removeLine = null;
      made.leaflet.off('click', click);
      made.leaflet.doubleClickZoom.enable();
    }
  });
  watch(points, (set) => {
    line.show(set ?? []);
  });
  return {
    isOn,
    meters,
    count: computed(() => points.value?.length ?? 0),
    start: (from?: Place) => (points.value = from ? [from] : []),
    /** Sets a point in the middle of what can be seen, for who has no pointer. */
    addMiddle(): void {
      const made = map();
      if (made) add(made.middle());
    },
    /** Takes back the point that was set last. */
    takeBack: () => (points.value = points.value?.slice(0, -1) ?? null),
    end: () => (points.value = null),
  };
}
