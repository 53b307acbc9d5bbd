import { computed, type ComputedRef } from 'vue';
import { zoneVisits, type ZoneVisit } from '@contract/rules/zone-visits';
import type { Track } from '@contract/trajectories';
import { useZonesStore } from '@/app/stores/zones-store';
import type { Span } from './playback-clock';

/** When the vehicle of a track was in which of the zones that there are now. */
export function useZoneVisits(track: () => Track | null): ComputedRef<readonly ZoneVisit[]> {
  const store = useZonesStore();
  void store.start();
  return computed(() => {
    const shown = track();
    return shown === null ? [] : zoneVisits(shown.columns, store.zones.values());
  });
}

/** Milliseconds in zones; where zones overlap, the time counts once. Visits are in the order of time. */
export function timeInZones(visits: readonly Span[]): number {
  let spent = 0;
  let until = -Infinity;
  for (const { from, to } of visits) {
    spent += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return spent;
}

/** The zones in which at least half of a span was spent, by their ids. */
export function zonesDuring(visits: readonly ZoneVisit[], { from, to }: Span): string[] {
  const spent = new Map<string, number>();
  for (const visit of visits) {
    const shared = Math.min(to, visit.to) - Math.max(from, visit.from);
    if (shared > 0) spent.set(visit.zoneId, (spent.get(visit.zoneId) ?? 0) + shared);
  }
  return [...spent].filter(([, time]) => time >= (to - from) / 2).map(([id]) => id);
}
