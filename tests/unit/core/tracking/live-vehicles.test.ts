import { beforeEach, describe, expect, it } from 'vitest';
import { openInlineStore } from '@adapters/store/inline-store';
import type { Fix } from '@contract/fixes';
import { decodeTracking } from '@core/service/decoders/tracking';
import { defaultProfile } from '@core/service/profile';
import { LiveVehicles } from '@core/tracking/live-vehicles';
import { Trails } from '@core/tracking/trails';
import { readThresholds } from '@core/tracking/vehicle-status';
import { VirtualClock } from '../virtual-clock';

const noon = Date.UTC(2026, 2, 10, 12);
const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;
const plainFix: Fix = {
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

let trails: Trails;
let vehicles: LiveVehicles;

/** Takes an answer that came `after` milliseconds past noon. */
function take(after: number, attributes: Record<string, unknown>): void {
  const geometry = { type: 'Point', coordinates: [-46.6, -23.5] };
  const body = { data: { type: 'Feature', attributes: { geometry, ...attributes } } };
  vehicles.take('one', decodeTracking(body, defaultProfile.tracking, noon + after));
}

function act(seconds: number): number {
  return noon / SECOND + seconds;
}

async function trailTimes(): Promise<number[]> {
  return (await trails.read('one')).points.map(({ at }) => at - noon);
}

beforeEach(async () => {
  const clock = new VirtualClock(noon);
  trails = new Trails({ store: await openInlineStore(null, ''), clock });
  vehicles = new LiveVehicles({ thresholds: readThresholds(defaultProfile), trails, clock });
  vehicles.add('one');
});

describe('a live vehicle', () => {
  it('begins with nothing known', () => {
    expect(vehicles.get('one')).toMatchObject({
      fix: null,
      motion: 'unknown',
      connection: 'never',
      lookedAt: null,
      staleAt: null,
      association: 'unknown',
    });
    expect(vehicles.add('one')).toBe(false);
    expect(vehicles.all()).toHaveLength(1);
  });

  it('takes a newer fix to marker and trail', async () => {
    take(2 * SECOND, { act: act(0), spd: 40, dir: 90, ign: true });
    take(62 * SECOND, { act: act(60), spd: 0, ign: true });
    expect(vehicles.get('one')).toMatchObject({
      fix: { at: noon + 60 * SECOND, speed: 0 },
      motion: 'idling',
      connection: 'live',
      lookedAt: noon + 62 * SECOND,
    });
    expect(await trailTimes()).toEqual([0, 60_000]);
  });

  it('takes an older fix to the trail and not to the marker', async () => {
    take(62 * SECOND, { act: act(60), spd: 40 });
    take(92 * SECOND, { act: act(30), spd: 0 });
    expect(vehicles.get('one')).toMatchObject({
      fix: { at: noon + 60 * SECOND, speed: 40 },
      motion: 'moving',
      lookedAt: noon + 92 * SECOND,
    });
    expect(await trailTimes()).toEqual([30_000, 60_000]);
  });

  it('judges the connection by the age of the fix at the look', () => {
    take(2 * 60 * 60 * SECOND, { act: act(0), spd: 40 });
    expect(vehicles.get('one')?.connection).toBe('silent');
  });

  it('flags a fix from the future and does not let it grow younger with every look', () => {
    const future = { act: act(86_400), spd: 40 };
    take(0, future);
    take(600 * SECOND, future);
    expect(vehicles.get('one')).toMatchObject({
      fix: { at: noon, problems: ['future'] },
      connection: 'late',
      lookedAt: noon + 600 * SECOND,
    });
    take(700 * SECOND, { ...future, spd: 41 });
    expect(vehicles.get('one')?.fix?.at).toBe(noon + 700 * SECOND);
    take(760 * SECOND, { act: act(750), spd: 42 });
    expect(vehicles.get('one')?.fix).toMatchObject({ at: noon + 750 * SECOND, problems: [] });
  });

  it.each([
    [[0, 0], 'no-position'],
    [[-246, -23], 'out-of-range'],
  ])('flags a fix at %o and draws it nowhere', async (coordinates, problem) => {
    take(0, { act: act(0), spd: 40 });
    take(60 * SECOND, { act: act(60), spd: 40, geometry: { type: 'Point', coordinates } });
    expect(vehicles.get('one')?.fix).toMatchObject({
      latitude: null,
      longitude: null,
      problems: [problem],
    });
    expect(vehicles.get('one')?.motion).toBe('moving');
    expect(await trailTimes()).toHaveLength(1);
  });

  it('keeps its fix where the service has none any more', () => {
    take(0, { act: act(0), spd: 40 });
    vehicles.takeNothing('one', noon + 3600 * SECOND + 1);
    expect(vehicles.get('one')).toMatchObject({ fix: { at: noon }, connection: 'silent' });
  });

  it('learns how often it reports while it moves', () => {
    for (let look = 0; look < 60; look++) {
      const now = look * 6 * SECOND;
      take(now, { act: act(Math.floor(now / 30_000) * 30), spd: 40, ign: true });
    }
    expect(vehicles.intervalOf('one')).toBeGreaterThan(20_000);
    expect(vehicles.intervalOf('one')).toBeLessThanOrEqual(30_000);
    take(400 * SECOND, { act: act(400), spd: 0, ign: false });
    expect(vehicles.intervalOf('one')).toBe(5_000);
  });

  it('is forgotten, and its trail kept as long as all others', async () => {
    take(0, { act: act(0) });
    vehicles.remove('one');
    take(60 * SECOND, { act: act(60) });
    expect(vehicles.get('one')).toBeNull();
    expect(await trailTimes()).toEqual([0]);
  });

  it('is overtaken by every fix that is possible where its own is of a time to come', () => {
    const fix = { ...plainFix, at: noon + 365 * DAY };
    vehicles.recall([{ vehicleId: 'one', fix, lookedAt: noon - 60 * SECOND }]);
    expect(vehicles.get('one')?.fix?.at).toBe(noon + 365 * DAY);
    take(0, { act: act(-10), spd: 40 });
    expect(vehicles.get('one')?.fix?.at).toBe(noon - 10 * SECOND);
  });
});

describe('what an earlier run saw', () => {
  const kept = { vehicleId: 'one', fix: { ...plainFix, at: noon - DAY, speed: 50 } };

  it('is shown as old as it is, for vehicles that are there and for those that come', () => {
    const lookedAt = noon - DAY + 60 * SECOND;
    const other = { ...kept, vehicleId: 'two', lookedAt };
    expect(vehicles.recall([{ ...kept, lookedAt }, other])).toEqual(['one']);
    vehicles.add('two');
    for (const id of ['one', 'two']) {
      expect(vehicles.get(id)).toMatchObject({
        fix: { at: noon - DAY },
        motion: 'moving',
        connection: 'live',
        lookedAt,
        staleAt: lookedAt + 600 * SECOND,
      });
    }
  });

  it('never takes the place of what was seen since', () => {
    take(0, { act: act(0), spd: 0 });
    expect(vehicles.recall([{ ...kept, lookedAt: noon - DAY }])).toEqual([]);
    expect(vehicles.get('one')?.fix?.at).toBe(noon);
  });

  it('reads as not checked lately where the clock was set back since', () => {
    vehicles.recall([{ ...kept, lookedAt: noon + 365 * DAY }]);
    expect(vehicles.get('one')?.staleAt).toBe(noon);
  });
});
