import { beforeEach, describe, expect, it } from 'vitest';
import { openInlineStore } from '@adapters/store/inline-store';
import type { Store } from '@core/ports/store';
import { decodeTracking } from '@core/service/decoders/tracking';
import { defaultProfile } from '@core/service/profile';
import { LiveVehicles } from '@core/tracking/live-vehicles';
import { Trails } from '@core/tracking/trails';
import { readThresholds } from '@core/tracking/vehicle-status';
import { VirtualClock } from '../virtual-clock';

const noon = Date.UTC(2026, 2, 10, 12);
const MINUTE = 60_000;
const moving = { spd: 50, ign: true };
const parked = { spd: 0, ign: false };

let store: Store;
let clock: VirtualClock;
let trails: Trails;
let vehicles: LiveVehicles;

/** A run of the app over the store, with one vehicle. */
async function run(): Promise<void> {
  trails = new Trails({
    ...{ store, clock },
    learned: {
      take: () => vehicles.takeLearned(),
      putBack: (ids) => {
        vehicles.learnedAgain(ids);
      },
    },
  });
  vehicles = new LiveVehicles({ thresholds: readThresholds(defaultProfile), trails, clock });
  vehicles.add('one');
  vehicles.recall(await trails.start());
}

/** The vehicle reported so many minutes past noon, and is looked at then. */
function report(minutes: number, what: Record<string, unknown>, longitude = -46.6): void {
  const geometry = { type: 'Point', coordinates: [longitude, -23.5] };
  const act = noon / 1000 + minutes * 60;
  const body = { data: { type: 'Feature', attributes: { geometry, act, ...what } } };
  vehicles.take('one', decodeTracking(body, defaultProfile.tracking, noon + minutes * MINUTE));
}

/** Minutes past noon, with a `+` where it may have been so for longer. */
function since(): string {
  const known = vehicles.get('one')?.since;
  return known ? `${(known.at - noon) / MINUTE}${known.isAtLeast ? '+' : ''}` : 'unknown';
}

beforeEach(async () => {
  store = await openInlineStore(null, '');
  clock = new VirtualClock(noon);
  await run();
});

describe('since when a vehicle does what it does', () => {
  it('is the first fix that told so; longer where nobody saw it begin', () => {
    expect(since()).toBe('unknown');
    report(0, parked);
    report(3, parked);
    expect(since()).toBe('0+');
    report(5, moving);
    report(8, moving);
    expect(since()).toBe('5');
    report(40, parked);
    expect(since()).toBe('40+');
  });

  it('is not kept over a drive that nobody saw: it stands elsewhere now', () => {
    report(0, parked);
    report(300, parked, -46.6002);
    expect(since()).toBe('0+');
    report(600, parked, -46.7);
    expect(since()).toBe('600+');
  });

  it('outlives a restart, unless more was reported than what was kept with it', async () => {
    report(0, moving);
    report(2, parked);
    trails.stop();
    await clock.advance(0);
    await run();
    expect(since()).toBe('2');
    report(4, parked);
    expect(since()).toBe('2');
  });
});
