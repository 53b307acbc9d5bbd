import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { openInlineStore } from '@adapters/store/inline-store';
import type { Fix } from '@contract/fixes';
import { decodeTracking } from '@core/service/decoders/tracking';
import { defaultProfile } from '@core/service/profile';
import { BatteryMeaning } from '@core/tracking/battery-meaning';
import { LEARNED_NOTE, type LearnedDevices } from '@core/tracking/learned-devices';
import { LiveVehicles } from '@core/tracking/live-vehicles';
import { Trails } from '@core/tracking/trails';
import { readThresholds } from '@core/tracking/vehicle-status';
import { VirtualClock } from '../virtual-clock';

const noon = Date.UTC(2026, 2, 10, 12);
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
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

function placeAt(longitude: number): unknown {
  return { type: 'Point', coordinates: [longitude, -23.5] };
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

  it('whose device dates a fix a day ahead grows older from its first arrival', () => {
    const ahead = { act: act(86_400), spd: 40 };
    for (let minutes = 0; minutes <= 180; minutes += 10) take(minutes * MINUTE, ahead);
    const live = vehicles.get('one');
    expect(live).toMatchObject({ fix: { at: noon }, connection: 'silent', clockOffset: DAY });
    expect(live?.lookedAt).toBe(noon + 180 * MINUTE);
  });

  it('takes a later right fix at once, even one made before the wrong one arrived', () => {
    take(0, { act: act(86_400), spd: 40 });
    take(10 * SECOND, { act: act(-5), spd: 41 });
    expect(vehicles.get('one')).toMatchObject({ fix: { speed: 41, problems: [] } });
    expect(vehicles.get('one')?.clockOffset).toBeUndefined();
  });

  it('goes on where its clock was thrown back by 1,024 weeks', async () => {
    take(0, { act: act(-2), spd: 40, geometry: placeAt(-46.6) });
    const weeks = 1024 * 7 * 86_400;
    for (const minutes of [1, 2, 3]) {
      const geometry = placeAt(-46.6 + minutes * 0.005);
      take(minutes * MINUTE, { act: act(minutes * 60 - weeks), spd: 42, geometry });
    }
    expect(vehicles.get('one')).toMatchObject({
      fix: { at: noon + 3 * MINUTE, longitude: -46.585, problems: ['past'] },
      motion: 'moving',
      connection: 'live',
      clockOffset: -weeks * SECOND,
    });
    expect(await trailTimes()).toEqual([-2 * SECOND, MINUTE, 2 * MINUTE, 3 * MINUTE]);
    take(4 * MINUTE, { act: act(235), spd: 43 });
    expect(vehicles.get('one')).toMatchObject({ fix: { at: noon + 235_000, problems: [] } });
    expect(vehicles.get('one')?.clockOffset).toBeUndefined();
  });

  it('stays where it is for one fix on another continent, which the trail keeps flagged', async () => {
    take(0, { act: act(0), spd: 40 });
    take(10 * SECOND, { act: act(10), spd: 41, geometry: placeAt(2.3) });
    expect(vehicles.get('one')?.fix).toMatchObject({
      at: noon + 10 * SECOND,
      longitude: -46.6,
      speed: 41,
      problems: ['implausible'],
    });
    take(15 * SECOND, { act: act(10), spd: 41, geometry: placeAt(2.3) });
    expect(vehicles.get('one')?.fix?.longitude).toBe(-46.6);
    take(20 * SECOND, { act: act(20), spd: 40, geometry: placeAt(-46.601) });
    expect(vehicles.get('one')?.fix).toMatchObject({ longitude: -46.601, problems: [] });
    expect((await trails.read('one')).points.map(({ isImplausible }) => isImplausible)).toEqual([
      undefined,
      true,
      undefined,
    ]);
  });

  it('moves to a place far away that a second fix confirms', () => {
    take(0, { act: act(0), spd: 40 });
    take(10 * SECOND, { act: act(10), spd: 41, geometry: placeAt(2.3) });
    take(20 * SECOND, { act: act(20), spd: 41, geometry: placeAt(2.301) });
    expect(vehicles.get('one')?.fix).toMatchObject({ longitude: 2.301, problems: [] });
  });

  it('is not silent while its device keeps to its usual interval', () => {
    for (let hours = 0; hours <= 5; hours++) {
      take(hours * HOUR, { act: act(hours * 3600), spd: 40, ign: true });
      take((hours + 1) * HOUR - SECOND, { act: act(hours * 3600), spd: 40, ign: true });
    }
    const last = { act: act(5 * 3600), spd: 40, ign: true };
    take(7 * HOUR, last);
    expect(vehicles.get('one')?.connection).toBe('late');
    take(7.6 * HOUR, last);
    expect(vehicles.get('one')?.connection).toBe('silent');
  });

  it.each([
    ['at once', false],
    ['after a while without any', true],
  ])('with another main device %s shows what that one reports, however old', (_when, isApart) => {
    const device = (id: string) => ({ id, name: null, imei: null });
    vehicles.setDevice('one', { association: 'known', device: device('a') });
    take(0, { act: act(0), spd: 40 });
    if (isApart) vehicles.setDevice('one', { association: 'none', device: null });
    vehicles.setDevice('one', { association: 'known', device: device('b') });
    take(10 * SECOND, { act: act(-600), spd: 0, geometry: placeAt(2.3) });
    expect(vehicles.get('one')?.fix).toMatchObject({ at: noon - 600_000, longitude: 2.3 });
  });

  it('says that a device stands in where none is the main one', () => {
    const device = { id: 'a', name: null, imei: null };
    vehicles.setDevice('one', { association: 'known', device, isStandIn: true });
    expect(vehicles.get('one')?.isStandIn).toBe(true);
    vehicles.setDevice('one', { association: 'known', device, isStandIn: false });
    expect(vehicles.get('one')?.isStandIn).toBeUndefined();
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

it('whatever a wrong clock told before, the newest right fix is shown, as old as it is', () => {
  const weeks = 1024 * 7 * 86_400;
  const lead = fc.oneof(
    fc.constant(-weeks),
    fc.integer({ min: 61, max: 400 * 86_400 }),
    fc.integer({ min: -3600, max: 0 }),
  );
  fc.assert(
    fc.property(fc.array(lead, { maxLength: 12 }), (leads) => {
      vehicles.remove('one');
      vehicles.add('one');
      let now = 0;
      for (const [index, seconds] of leads.entries()) {
        now = index * MINUTE;
        take(now, { act: act(now / SECOND + seconds), spd: 40 + index });
        const live = vehicles.get('one');
        // Nobody is told of a fix that is newer than its arrival.
        expect(live?.fix?.at).toBeLessThanOrEqual(noon + now);
      }
      take(now + MINUTE, { act: act(now / SECOND + 55), spd: 99 });
      expect(vehicles.get('one')).toMatchObject({
        fix: { at: noon + now + 55 * SECOND, speed: 99, problems: [] },
        connection: 'live',
      });
    }),
  );
});

describe('battery figures', () => {
  const batteries = (): unknown[] =>
    vehicles.all().map(({ fix }) => fix?.voltage?.volts ?? `${fix?.battery}%`);

  beforeEach(() => {
    const thresholds = readThresholds(defaultProfile);
    const clock = new VirtualClock(noon);
    vehicles = new LiveVehicles({ thresholds, trails, clock, batteries: new BatteryMeaning(true) });
    vehicles.add('one');
  });

  it('that all lie where volts do and have decimals are guessed to be volts', () => {
    take(0, { act: act(0), bl: 12.6 });
    expect(vehicles.get('one')?.fix).toMatchObject({
      battery: null,
      voltage: { volts: 12.6, isGuessed: true },
    });
    take(10 * SECOND, { act: act(10), bl: 14 });
    expect(batteries()).toEqual([14]);
  });

  it('are percent where they have no decimals, or one of them is no voltage', () => {
    take(0, { act: act(0), bl: 12 });
    expect(batteries()).toEqual(['12%']);
    take(10 * SECOND, { act: act(10), bl: 80.5 });
    take(20 * SECOND, { act: act(20), bl: 12.6 });
    expect(batteries()).toEqual(['12.6%']);
  });
});

describe('what an earlier run saw', () => {
  it('of a device whose clock is wrong is not new because it is told again', () => {
    const future: Fix = { ...plainFix, at: noon - HOUR, speed: 40, problems: ['future'] };
    vehicles.recall([{ vehicleId: 'one', fix: future, lookedAt: noon - HOUR }]);
    take(0, { act: act(86_400), spd: 40 });
    expect(vehicles.get('one')).toMatchObject({ fix: { at: noon - HOUR }, connection: 'late' });
  });

  it('at a place where no vehicle can have been is not drawn', () => {
    const odd: Fix = { ...plainFix, at: noon - HOUR, longitude: 2.3, problems: ['implausible'] };
    vehicles.recall([{ vehicleId: 'one', fix: odd, lookedAt: noon - HOUR }]);
    expect(vehicles.get('one')?.fix?.longitude).toBeNull();
    take(0, { act: act(0) });
    expect(vehicles.get('one')?.fix).toMatchObject({ longitude: -46.6, problems: [] });
  });

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

  describe('of a device whose clock is two hours ahead', () => {
    const learned = {
      ...{ offset: 2 * HOUR, interval: { moving: 5_000, still: 5_000 } },
      seen: { moving: [], still: [] },
    };
    const lookedAt = noon - DAY + MINUTE;

    /** The next run of the app on what the one before learned; the device is known first, or not. */
    async function run(
      note: LearnedDevices,
      deviceId: string | null,
      expected: readonly string[] = [],
    ): Promise<LiveVehicles> {
      const clock = new VirtualClock(noon);
      const store = await openInlineStore(null, '');
      await store.commit([{ kind: 'note', name: LEARNED_NOTE, value: JSON.stringify(note) }]);
      const runTrails = new Trails({ store, clock });
      await runTrails.start();
      const next = new LiveVehicles({
        ...{ thresholds: readThresholds(defaultProfile), trails: runTrails, clock },
      });
      next.add('one');
      const device = deviceId === null ? null : { id: deviceId, name: null, imei: null };
      if (device !== null) next.setDevice('one', { association: 'known', device });
      const others = expected.map((vehicleId) => ({ ...kept, vehicleId, lookedAt }));
      next.recall([{ ...kept, lookedAt }, ...others]);
      runTrails.stop();
      return next;
    }

    const offsetOf = (run: LiveVehicles) => run.get('one')?.clockOffset;

    it('keeps what was learned through a run that never knew the device', async () => {
      const offline = (await run({ one: { ...learned, deviceId: 'a' } }, null)).learned();
      expect(offline['one']?.deviceId).toBe('a');
      expect(offsetOf(await run(offline, 'a'))).toBe(2 * HOUR);
      expect(offsetOf(await run(offline, 'b'))).toBeUndefined();
    });

    it('keeps what was learned of vehicles that have not come in yet when it is noted early', async () => {
      const note = { one: { ...learned, deviceId: 'a' }, two: { ...learned, deviceId: 'b' } };
      const early = await run(note, 'a', ['two']);
      expect(early.learned()).toMatchObject({ one: { deviceId: 'a' }, two: { deviceId: 'b' } });
    });

    it('takes no swap for granted where the device was not known then', async () => {
      expect(offsetOf(await run({ one: { ...learned, deviceId: null } }, 'a'))).toBe(2 * HOUR);
    });
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
