import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { BatteryMeaning } from '@core/tracking/battery-meaning';
import {
  act,
  DAY,
  HOUR,
  MINUTE,
  noon,
  placeAt,
  plainFix,
  readBatteries,
  SECOND,
  take,
  trails,
  trailTimes,
  vehicles,
  trackForEach,
} from './one-live-vehicle';

trackForEach();

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
    readBatteries(new BatteryMeaning(true));
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
