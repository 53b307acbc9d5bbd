import { parseDate } from '@internationalized/date';
import type { SeenVisit } from '@contract/alerts';
import { timeNow } from '@/app/clock';
import { dayAt } from '@/app/day-at';
import { useFormat } from '@/app/format';
import { useBridge } from '@/bridge';
import { shallowRef, watch, type ShallowRef } from 'vue';
import type { Month } from './days';
import { timeInZones } from './zone-time';

/**
 * How long a vehicle was in zones on each day of a month, milliseconds, as live tracking saw it;
 * days without are missing.
 */
export function useZoneDays(
  vehicleId: () => string,
  month: () => Month,
): Readonly<ShallowRef<ReadonlyMap<string, number>>> {
  const bridge = useBridge();
  const format = useFormat();
  const days = shallowRef<ReadonlyMap<string, number>>(new Map());
  let asked = 0;

  async function read(): Promise<void> {
    const question = ++asked;
    const zone = format.zone.value;
    const first = parseDate(`${month()}-01`);
    const from = first.toDate(zone).getTime();
    const to = first.add({ months: 1 }).toDate(zone).getTime();
    const answer = await bridge.alerts.visits({ from, to, zoneIds: [], vehicleIds: [vehicleId()] });
    // Another month was turned to meanwhile.
    if (question !== asked) return;
    const visits = answer.ok ? answer.data.visits : [];
    days.value = zoneDays(visits, { from, to: Math.min(to, timeNow()) }, zone);
  }

  watch([vehicleId, month, format.zone], read, { immediate: true });
  return days;
}

/** The time in zones by day; where zones overlap, it counts once. */
export function zoneDays(
  visits: readonly SeenVisit[],
  range: { from: number; to: number },
  zone: string,
): Map<string, number> {
  const byDay = new Map<string, { zoneId: string; from: number; to: number }[]>();
  for (const { zoneId, from, to } of visits) {
    let at = Math.max(from, range.from);
    const end = Math.min(to ?? range.to, range.to);
    while (at < end) {
      const day = dayAt(at, zone);
      const midnight = parseDate(day).add({ days: 1 }).toDate(zone).getTime();
      const part = { zoneId, from: at, to: Math.min(end, midnight) };
      byDay.set(day, [...(byDay.get(day) ?? []), part]);
      at = midnight;
    }
  }
  return new Map(
    [...byDay].map(([day, parts]) => {
      parts.sort((one, other) => one.from - other.from);
      return [day, timeInZones(parts)];
    }),
  );
}
