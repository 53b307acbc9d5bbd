import { useFoundPlaceStore } from '@/app/places/found-place-store';
import type { FleetMap } from '@/map/core/create-map';
import { boundsContain, boundsOf, type Bounds, type Place } from '@contract/rules/longitudes';
import type { RememberedView } from '@/map/core/remembered-view';
import { placeOfFix } from '@/map/layers/pack-vehicles';
import { onScopeDispose, watch } from 'vue';
import { createFirstView } from './first-view';
import { useLiveMapStore } from './live-map-store';
import { useLiveStore } from './live-store';

/** The view widens at most this often, milliseconds. */
const widenEvery = 2500;

/**
 * Shows the fleet until a person chooses a view, by moving the map or by selecting a vehicle; who
 * comes back to the screen finds that view again. Answers how to show all of the fleet, or what of
 * it search and filter let through, and how to leave the view to something else.
 */
export function useFirstView(
  map: FleetMap,
  /** The view that a person left, and the one that the fleet was seen in last. */
  { remember, seen }: { remember: RememberedView; seen: RememberedView },
): { fitFleet: () => void; endFirstView: () => void } {
  const live = useLiveStore();
  const choice = useLiveMapStore();
  const found = useFoundPlaceStore();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lookedAt = -Infinity;

  function places(): Place[] {
    return [...live.vehicles.values()].flatMap(({ fix }) => placeOfFix(fix) ?? []);
  }

  /** Places of what search and filter let through; of all, where none of it has one. */
  function shownPlaces(): Place[] {
    const shown = (choice.shown ?? []).flatMap(
      (vehicleId) => placeOfFix(live.vehicles.get(vehicleId)?.fix ?? null) ?? [],
    );
    return shown.length > 0 ? shown : places();
  }

  const view = createFirstView(
    {
      fit: (bounds, animate) => {
        map.fit(bounds, { animate });
      },
      shows: ({ south, west, north, east }: Bounds) => {
        const shown = map.bounds();
        return (
          boundsContain(shown, { latitude: south, longitude: west }) &&
          boundsContain(shown, { latitude: north, longitude: east })
        );
      },
    },
    remember.read() !== null,
  );

  function look() {
    clearTimeout(timer);
    timer = undefined;
    lookedAt = performance.now();
    const known = places();
    view.update(boundsOf(known));
    if (known.length > 0) seen.write(map.view());
  }

  if (found.isNew) view.end();
  look();
  let hasPlaces = live.vehicles.size > 0;
  const stops = [
    live.onChange(() => {
      if (view.isOver) return;
      const left = lookedAt + widenEvery - performance.now();
      if (!hasPlaces || left <= 0) look();
      else timer ??= setTimeout(look, left);
      hasPlaces = true;
    }),
    map.onPersonMove(() => {
      view.end();
    }),
    watch([() => choice.selected, () => found.found], (wanted) => {
      if (wanted.some((each) => each !== null)) view.end();
    }),
  ];
  onScopeDispose(() => {
    clearTimeout(timer);
    if (view.isOver) remember.write(map.view());
    for (const stop of stops) stop();
  });

  return {
    endFirstView() {
      view.end();
    },
    fitFleet() {
      view.end();
      const bounds = boundsOf(shownPlaces());
      if (bounds) map.fit(bounds);
    },
  };
}
