import { computed, type ComputedRef } from 'vue';
import { useRoute } from 'vue-router';
import { usePositionsStore } from './stores/positions-store';
import { useRecordsStore } from './stores/records-store';
import { useSessionStore } from './stores/session-store';

/**
 * When the service last told what the screen shows, epoch milliseconds; null: not yet. A list is as
 * old as its last complete reading, or as the last answer where its rows come from others, the map as the last look at a vehicle, or as the list while
 * none was looked at; all else as the last answer that told something, once there was one with
 * vehicles.
 */
export function useDataAge(): ComputedRef<number | null> {
  const route = useRoute();
  const session = useSessionStore();
  const records = useRecordsStore();
  const positions = usePositionsStore();
  return computed(() => {
    const { collection } = route.meta;
    if (collection) {
      const { completedAt: listedAt, count: kept } = records.syncOf(collection);
      // What no list of the service tells is known from its answers about others.
      if (listedAt !== null || kept === 0) return listedAt;
      return session.link.lastAnswerAt;
    }
    const { completedAt, count } = records.syncOf('vehicles');
    if (route.meta.isMap) return positions.lookedAt ?? completedAt;
    if (completedAt === null && count === 0) return null;
    return session.link.lastAnswerAt ?? completedAt;
  });
}
