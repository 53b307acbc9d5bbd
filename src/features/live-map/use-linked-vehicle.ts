import { useFleetStore } from '@/app/stores/fleet-store';
import { watch } from 'vue';
import { useRoute, useRouter } from 'vue-router';
import { useLiveMapStore } from './live-map-store';
import { useLiveStore } from './live-store';

/**
 * A link, such as one of the palette, names a vehicle: it is selected and brought into view, and
 * followed where the link asks for that.
 */
export function useLinkedVehicle(centre: (vehicleId: string) => void, hasMap: () => boolean): void {
  const fleet = useFleetStore();
  const live = useLiveStore();
  const choice = useLiveMapStore();
  const route = useRoute();
  const router = useRouter();
  watch(
    () => {
      // On the way to another screen the query is that screen's.
      const named = route.path === '/map' ? route.query['vehicle'] : undefined;
      const isThere = live.vehicles.size > 0 || fleet.sync.completedAt !== null;
      return [named, hasMap(), isThere] as const;
    },
    ([vehicleId, isMade, isThere]) => {
      if (typeof vehicleId !== 'string' || !isMade || !isThere) return;
      choice.showAround(vehicleId);
      choice.select(vehicleId);
      if (route.query['follow'] !== undefined) choice.follows = true;
      centre(vehicleId);
      void router.replace({ query: {} });
    },
    { flush: 'post' },
  );
}
