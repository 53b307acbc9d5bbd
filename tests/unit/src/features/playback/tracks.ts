import type { Alarm, Gap, Segment, Stop, Track, TrackColumns } from '@contract/trajectories';
import type { Vehicle } from '@contract/vehicles';

/** One fix of a test's track; what is left out is known and still. */
export type TestFix = {
  at: number;
  latitude?: number;
  longitude?: number;
  speed?: number;
  heading?: number;
  ignition?: number;
  flags?: number;
};

export function columnsOf(fixes: readonly TestFix[]): TrackColumns {
  return {
    at: Float64Array.from(fixes, ({ at }) => at),
    latitude: Float64Array.from(fixes, ({ latitude = -23.5 }) => latitude),
    longitude: Float64Array.from(fixes, ({ longitude = -46.6 }) => longitude),
    speed: Float32Array.from(fixes, ({ speed = 0 }) => speed),
    heading: Float32Array.from(fixes, ({ heading = 0 }) => heading),
    ignition: Uint8Array.from(fixes, ({ ignition = 1 }) => ignition),
    flags: Uint8Array.from(fixes, ({ flags = 0 }) => flags),
  };
}

/** Gaps wherever two fixes lie more than `limit` milliseconds apart. */
export function gapsOf({ at }: TrackColumns, limit: number): Gap[] {
  const gaps: Gap[] = [];
  for (let index = 0; index + 1 < at.length; index += 1) {
    const from = at[index] ?? 0;
    const to = at[index + 1] ?? 0;
    if (to - from > limit) gaps.push({ index, from, to });
  }
  return gaps;
}

/** 2026-03-10 in São Paulo. */
export const dayFrom = Date.UTC(2026, 2, 10, 3);
export const dayTo = dayFrom + 86_400_000;

export function trackOf(fixes: readonly TestFix[], rest: Partial<Track> = {}): Track {
  const columns = columnsOf(fixes);
  return {
    vehicleId: 'vehicle00000001',
    day: '2026-03-10',
    timeZone: 'America/Sao_Paulo',
    dayFrom,
    dayTo,
    serviceDay: null,
    devices: [],
    columns,
    gaps: gapsOf(columns, 300_000),
    stops: [],
    alarms: [],
    segments: [],
    summary: {
      day: '2026-03-10',
      duration: 3600,
      distance: 25_000,
      topSpeed: 80,
      averageSpeed: 30,
      stops: 0,
      stopDuration: 0,
      alarms: 0,
    },
    implausible: [],
    movingSpeed: 3,
    unread: [],
    unreadCount: 0,
    drives: { told: 0, read: 0 },
    raw: null,
    ...rest,
  };
}

export function stopOf(from: number, to: number): Stop {
  return { from, to, latitude: -23.5, longitude: -46.6, address: null };
}

export function driveOf(from: number, to: number): Segment {
  return { from, to, distance: 1200, topSpeed: 60, startAddress: null, endAddress: null };
}

export function alarmAt(at: number): Alarm {
  return { at, place: { latitude: -23.5, longitude: -46.6 }, tag: 'speeding', message: null };
}

let vehicleNumber = 0;

export function vehicleOf(plate: string, rest: Partial<Vehicle> = {}): Vehicle {
  vehicleNumber += 1;
  return {
    id: `vehicle${String(vehicleNumber).padStart(8, '0')}`,
    plate,
    typeName: null,
    brandName: null,
    modelName: null,
    year: null,
    color: null,
    code: null,
    description: null,
    vin: null,
    batch: null,
    enterpriseId: null,
    unread: [],
    ...rest,
  };
}
