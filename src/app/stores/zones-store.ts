import type { InsideZone, Zone } from '@contract/zones';
import { useBridge } from '@/bridge';
import { defineStore } from 'pinia';
import { computed, shallowRef } from 'vue';

/** The zones by id, and who is in them. */
export const useZonesStore = defineStore('zones', () => {
  const zones = shallowRef<ReadonlyMap<string, Zone>>(new Map());
  const inside = shallowRef<readonly InsideZone[]>([]);
  /** Whether the zones are read: before, one that is not there may still come. */
  const isKnown = shallowRef(false);
  let started: Promise<void> | undefined;

  /** Who is in each zone, the one that came in first first. */
  const insideOf = computed(() => {
    const byZone = new Map<string, InsideZone[]>();
    for (const each of inside.value) {
      const others = byZone.get(each.zoneId);
      if (others) others.push(each);
      else byZone.set(each.zoneId, [each]);
    }
    for (const each of byZone.values()) each.sort((one, other) => one.since - other.since);
    return byZone;
  });

  function start(): Promise<void> {
    started ??= new Promise((resolve) => {
      useBridge().subscribe('zones', {
        snapshot(snapshot) {
          zones.value = new Map(snapshot.zones.map((zone) => [zone.id, zone]));
          inside.value = snapshot.inside;
          isKnown.value = true;
          resolve();
        },
        patch({ changed, removed, inside: news }) {
          if (changed.length + removed.length > 0) {
            const next = new Map(zones.value);
            for (const zone of changed) next.set(zone.id, zone);
            for (const id of removed) next.delete(id);
            zones.value = next;
          }
          if (news) inside.value = news;
        },
      });
    });
    return started;
  }

  return { zones, isKnown, inside, insideOf, start };
});
