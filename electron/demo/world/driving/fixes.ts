/** What a device noticed besides its position. */
export const NO_ALARM = 0;
export const ALARM_TAGS = [
  '',
  'SPEEDING',
  'HARSH_BRAKING',
  'HARSH_ACCELERATION',
  'HARSH_CORNERING',
  'LOW_BATTERY',
  'POWER_CUT',
] as const;

export const IGNITION_ON = 1;
export const IGNITION_OFF = 2;

/** Fixes as columns of one length, in order of time. Compact: a busy day has thousands. */
export interface Fixes {
  readonly count: number;
  /** Seconds since the epoch. */
  readonly act: Float64Array;
  readonly lng: Float64Array;
  readonly lat: Float64Array;
  /** km/h */
  readonly speed: Uint8Array;
  /** Degrees clockwise from north, 0 to 359. */
  readonly heading: Uint16Array;
  readonly ignition: Uint8Array;
  /** Battery in percent. */
  readonly battery: Uint8Array;
  /** Index into ALARM_TAGS. */
  readonly alarm: Uint8Array;
  /** 0, IGNITION_ON or IGNITION_OFF. */
  readonly event: Uint8Array;
  /** The trip that a fix belongs to; -1 while the vehicle is still. */
  readonly trip: Int32Array;
  /** The graph's edge on which it is, for limits and street names. */
  readonly edge: Int32Array;
}

export interface FixRow {
  act: number;
  lng: number;
  lat: number;
  speed: number;
  heading: number;
  ignition: boolean;
  battery: number;
  alarm: number;
  event: number;
  trip: number;
  edge: number;
}

export function packFixes(rows: readonly FixRow[]): Fixes {
  const count = rows.length;
  const fixes = {
    count,
    act: new Float64Array(count),
    lng: new Float64Array(count),
    lat: new Float64Array(count),
    speed: new Uint8Array(count),
    heading: new Uint16Array(count),
    ignition: new Uint8Array(count),
    battery: new Uint8Array(count),
    alarm: new Uint8Array(count),
    event: new Uint8Array(count),
    trip: new Int32Array(count),
    edge: new Int32Array(count),
  };
  rows.forEach((row, i) => {
    fixes.act[i] = row.act;
    fixes.lng[i] = row.lng;
    fixes.lat[i] = row.lat;
    fixes.speed[i] = row.speed;
    fixes.heading[i] = row.heading;
    fixes.ignition[i] = row.ignition ? 1 : 0;
    fixes.battery[i] = row.battery;
    fixes.alarm[i] = row.alarm;
    fixes.event[i] = row.event;
    fixes.trip[i] = row.trip;
    fixes.edge[i] = row.edge;
  });
  return fixes;
}

export function fixAt(fixes: Fixes, index: number): FixRow {
  return {
    act: fixes.act[index] ?? 0,
    lng: fixes.lng[index] ?? 0,
    lat: fixes.lat[index] ?? 0,
    speed: fixes.speed[index] ?? 0,
    heading: fixes.heading[index] ?? 0,
    ignition: fixes.ignition[index] === 1,
    battery: fixes.battery[index] ?? 0,
    alarm: fixes.alarm[index] ?? NO_ALARM,
    event: fixes.event[index] ?? 0,
    trip: fixes.trip[index] ?? -1,
    edge: fixes.edge[index] ?? 0,
  };
}
