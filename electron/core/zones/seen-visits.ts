import type { SeenVisit } from '@contract/alerts';
import type { Crossing, ZoneState } from '@contract/rules/zone-judge';

/**
 * The stays of a vehicle that began or ended as its state changed. One that begins is open; one
 * that ends has the same beginning, so that it takes the place of the open one.
 */
export function visitsOfChange(
  vehicleId: string,
  before: ZoneState | null,
  after: ZoneState | null,
  crossings: readonly Crossing[],
): SeenVisit[] {
  const visits = new Map<string, SeenVisit>();
  const put = (visit: SeenVisit): void => {
    visits.set(`${visit.zoneId} ${String(visit.from)}`, visit);
  };
  const open = new Map<string, Pick<SeenVisit, 'from' | 'isFromUnknown'>>();
  for (const [zoneId, { since, isAtLeast }] of before?.stays ?? []) {
    open.set(zoneId, { from: since, isFromUnknown: isAtLeast });
  }
  for (const { zoneId, kind, at, isAtLeast } of crossings) {
    if (kind === 'entered') {
      open.set(zoneId, { from: at, isFromUnknown: isAtLeast });
      continue;
    }
    const begun = open.get(zoneId);
    open.delete(zoneId);
    if (begun !== undefined) {
      put({ vehicleId, zoneId, ...begun, to: Math.max(at, begun.from), isToUnknown: isAtLeast });
    }
  }
  for (const [zoneId, { since, isAtLeast }] of after?.stays ?? []) {
    if (before?.stays.get(zoneId)?.since === since) continue;
    put({ vehicleId, zoneId, from: since, to: null, isFromUnknown: isAtLeast, isToUnknown: false });
  }
  // The vehicle or the zone is gone, or the stay was dated again: nobody saw how it ended.
  for (const [zoneId, begun] of open) {
    const now = after?.stays.get(zoneId);
    if (now?.since === begun.from) continue;
    const to = Math.max(begun.from, before?.fix.at ?? begun.from);
    put({ vehicleId, zoneId, ...begun, to, isToUnknown: true });
  }
  return [...visits.values()];
}
