import type { DeviceTerm } from '../ports/store';

/** A stretch of time, epoch milliseconds; `to` does not belong to it. */
export interface TimeSpan {
  from: number;
  to: number;
}

/** A device of a vehicle, and the parts of a day that are read from it. */
export interface DayDevice {
  deviceId: string;
  /** In the order of time. */
  spans: TimeSpan[];
}

/**
 * The devices that a day is read from. Of several at once it is the main one; where no association
 * tells whose a stretch is, the next device has it, for a day's end the one before. Empty where
 * all devices were removed before the day, or none is known.
 * @param mainId the present main device
 * @param day start of the day and of the next one
 */
export function devicesOfDay(
  terms: readonly DeviceTerm[],
  mainId: string | null,
  day: TimeSpan,
): DayDevice[] {
  const ranked = [...terms].sort(
    (a, b) =>
      Number(isMainNow(b, mainId)) - Number(isMainNow(a, mainId)) ||
      Number(b.isMain) - Number(a.isMain) ||
      (b.createdAt ?? 0) - (a.createdAt ?? 0),
  );
  const cuts = cutsOf(terms, day);
  const parts: (TimeSpan & { deviceId: string })[] = [];
  for (const [index, from] of cuts.entries()) {
    const to = cuts[index + 1] ?? day.to;
    const owner = ranked.find((term) => startOf(term) <= from && endOf(term) >= to);
    if (owner === undefined) continue;
    const last = parts[parts.length - 1];
    if (last?.deviceId === owner.deviceKey) last.to = to;
    // What nobody had before it is the next one's.
    else parts.push({ deviceId: owner.deviceKey, from: last?.to ?? day.from, to });
  }
  const last = parts[parts.length - 1];
  if (last !== undefined) last.to = day.to;
  else {
    const later = nextAfter(ranked, day);
    if (later !== null) parts.push({ deviceId: later.deviceKey, from: day.from, to: day.to });
  }
  const devices = new Map<string, DayDevice>();
  for (const { deviceId, from, to } of parts) {
    const device = devices.get(deviceId) ?? { deviceId, spans: [] };
    device.spans.push({ from, to });
    devices.set(deviceId, device);
  }
  return [...devices.values()];
}

/** Whether the associations tell of each moment of a day which device the vehicle had. */
export function areTold(terms: readonly DeviceTerm[], day: TimeSpan): boolean {
  return cutsOf(terms, day).every((from, index, cuts) => {
    const to = cuts[index + 1] ?? day.to;
    return terms.some((term) => startOf(term) <= from && endOf(term) >= to);
  });
}

function isMainNow({ isPresent, deviceKey }: DeviceTerm, mainId: string | null): boolean {
  return isPresent && deviceKey === mainId;
}

/** Moments of a day at which a device came or went, its start included. */
function cutsOf(terms: readonly DeviceTerm[], day: TimeSpan): number[] {
  const ends = terms.flatMap((term) => [startOf(term), endOf(term)]);
  const within = ends.filter((moment) => moment > day.from && moment < day.to);
  return [...new Set([day.from, ...within])].sort((a, b) => a - b);
}

/** Of a day before all associations: the first one there was. They may be younger than the data. */
function nextAfter(ranked: readonly DeviceTerm[], day: TimeSpan): DeviceTerm | null {
  return ranked
    .filter((term) => startOf(term) >= day.to)
    .reduce<DeviceTerm | null>(
      (best, term) => (best === null || startOf(term) < startOf(best) ? term : best),
      null,
    );
}

function startOf({ createdAt }: DeviceTerm): number {
  return createdAt ?? -Infinity;
}

function endOf({ endedAt, isPresent }: DeviceTerm): number {
  return isPresent ? Infinity : (endedAt ?? Infinity);
}
