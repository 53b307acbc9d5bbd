import { beforeEach } from 'vitest';
import { openInlineStore } from '@adapters/store/inline-store';
import type { Fix } from '@contract/fixes';
import { decodeTracking } from '@core/service/decoders/tracking';
import { defaultProfile } from '@core/service/profile';
import type { BatteryMeaning } from '@core/tracking/battery-meaning';
import { LiveVehicles } from '@core/tracking/live-vehicles';
import { Trails } from '@core/tracking/trails';
import { readThresholds } from '@core/tracking/vehicle-status';
import { VirtualClock } from '../virtual-clock';

export const noon = Date.UTC(2026, 2, 10, 12);
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const plainFix: Fix = {
  at: 0,
  latitude: -23.5,
  longitude: -46.6,
  speed: null,
  heading: null,
  ignition: null,
  battery: null,
  output1: null,
  problems: [],
};

/** Of each test its own; `vehicles` has one, called `one`. */
export let trails: Trails;
export let vehicles: LiveVehicles;
let clock: VirtualClock;

/** Takes an answer that came `after` milliseconds past noon. */
export function take(after: number, attributes: Record<string, unknown>): void {
  const geometry = { type: 'Point', coordinates: [-46.6, -23.5] };
  const body = { data: { type: 'Feature', attributes: { geometry, ...attributes } } };
  vehicles.take('one', decodeTracking(body, defaultProfile.tracking, noon + after));
}

export function placeAt(longitude: number): unknown {
  return { type: 'Point', coordinates: [longitude, -23.5] };
}

export function act(seconds: number): number {
  return noon / SECOND + seconds;
}

export async function trailTimes(): Promise<number[]> {
  return (await trails.read('one')).points.map(({ at }) => at - noon);
}

/** Begins again with a vehicle whose battery figures are read in a way. */
export function readBatteries(batteries: BatteryMeaning): void {
  vehicles = new LiveVehicles({ ...parts(), batteries });
  vehicles.add('one');
}

function parts() {
  return { thresholds: readThresholds(defaultProfile), trails, clock };
}

/** Each test of the file begins at noon with one vehicle. */
export function trackForEach(): void {
  beforeEach(async () => {
    clock = new VirtualClock(noon);
    trails = new Trails({ store: await openInlineStore(null, ''), clock });
    vehicles = new LiveVehicles(parts());
    vehicles.add('one');
  });
}
