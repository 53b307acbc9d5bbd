import { describe, expect, it } from 'vitest';
import {
  afterHours,
  batteryLow,
  depot,
  entersDepot,
  idles,
  leavesDepot,
  openHouse,
  silent,
  tooFast,
  vehicleId,
} from './alert-house';

const v = vehicleId(1);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('a rule about speed', () => {
  it('gives one alert while a vehicle is fast, and ends it once it is clearly slower', async () => {
    const { begin, clock, fleet, kept } = await openHouse();
    const { alerts } = await begin();
    await alerts.saveRule(tooFast);
    const began = clock.now() + MINUTE;
    // Around the limit for an hour, over it again and again.
    for (let minute = 0; minute < 60; minute++) {
      await clock.advance(MINUTE);
      fleet.look(v, { speed: minute % 2 === 0 ? 82 : 79 });
    }
    expect(await kept()).toMatchObject([
      { ruleId: 'fast', at: began, endedAt: null, figures: { speed: 82, limit: 80 } },
    ]);
    fleet.look(v, { at: clock.now() + 1, speed: 110 });
    await clock.advance(MINUTE);
    fleet.look(v, { speed: 70 });
    expect(await kept()).toMatchObject([{ endedAt: clock.now(), figures: { speed: 110 } }]);
    await clock.advance(MINUTE);
    fleet.look(v, { speed: 90 });
    expect(await kept()).toHaveLength(2);
  });

  it('holds in its zones and hours alone', async () => {
    const { begin, clock, fleet, kept } = await openHouse();
    const { alerts, zones } = await begin();
    await zones.save([depot]);
    const hours = { days: [2], from: 12 * 60, to: 13 * 60 };
    await alerts.saveRule({ ...tooFast, hours, zones: { zoneIds: [], groups: ['Yards'] } });
    fleet.look(v, { speed: 100, longitude: 0 });
    await clock.advance(MINUTE);
    expect(await kept()).toEqual([]);
    await clock.advance(MINUTE);
    fleet.look(v, { speed: 100, longitude: 180 });
    const [alert, ...others] = await kept();
    expect(others).toEqual([]);
    expect(alert?.figures).toEqual({ speed: 100, limit: 80, zoneId: 'depot', zoneName: 'Depot' });
    await clock.advance(HOUR);
    fleet.look(v, { speed: 10, longitude: 180 });
    await clock.advance(MINUTE);
    fleet.look(v, { speed: 100, longitude: 180 });
    expect(await kept()).toHaveLength(1);
  });

  it('takes no fix that is late, comes twice, can’t be true or has no believable speed', async () => {
    const { begin, clock, fleet, kept } = await openHouse();
    const { alerts } = await begin();
    await alerts.saveRule(tooFast);
    fleet.look(v, { speed: 50 });
    await clock.advance(MINUTE);
    fleet.look(v, { at: clock.now() - 2 * MINUTE, speed: 100 });
    fleet.look(v, { speed: 100, problems: ['implausible'] });
    fleet.look(v, { speed: 900 });
    fleet.look(v, { at: clock.now(), speed: 100 });
    expect(await kept()).toEqual([]);
  });

  it('takes a fix that its device dates in the future at its arrival, once', async () => {
    const { begin, clock, fleet, kept } = await openHouse();
    const { alerts } = await begin();
    await alerts.saveRule(tooFast);
    fleet.look(v, { speed: 50 });
    await clock.advance(MINUTE);
    const arrived = clock.now();
    // Tracking says when it arrived instead of what the device says.
    fleet.look(v, { speed: 100, problems: ['future'] });
    await clock.advance(MINUTE);
    fleet.look(v, { at: arrived, speed: 100, problems: ['future'] });
    expect(await kept()).toMatchObject([{ at: arrived, fixAt: arrived }]);
  });

  it('goes on once a clock that ran ahead is right again', async () => {
    const { begin, clock, fleet, kept } = await openHouse();
    const { alerts, zones } = await begin();
    await zones.save([depot]);
    await alerts.saveRule(tooFast);
    await alerts.saveRule(entersDepot);
    const right = clock.now();
    clock.setWallClock(right + 24 * HOUR);
    fleet.look(v, { speed: 50, longitude: 179 });
    clock.setWallClock(right);
    await clock.advance(MINUTE);
    fleet.look(v, { speed: 100, longitude: 180 });
    await clock.advance(MINUTE);
    fleet.look(v, { speed: 100, longitude: 180 });
    const found = await kept();
    expect(found.map(({ ruleId }) => ruleId).sort()).toEqual(['fast', 'in']);
    expect(found.every(({ at }) => at <= clock.now())).toBe(true);
  });
});

describe('rules about zones', () => {
  it('tell of each crossing between fixes once, with the moment and the delay', async () => {
    const { begin, clock, fleet, kept } = await openHouse();
    const { alerts, zones } = await begin();
    await zones.save([depot]);
    await alerts.saveRule(entersDepot);
    await alerts.saveRule(leavesDepot);
    fleet.look(v, { longitude: 179.9, speed: 60 });
    await clock.advance(10 * MINUTE);
    // Through the zone between two fixes.
    fleet.look(v, { longitude: -179.9, speed: 60 });
    const [entered, left, ...others] = await kept();
    expect(others).toEqual([]);
    expect(entered).toMatchObject({ ruleId: 'in', figures: { zoneName: 'Depot' } });
    expect(left).toMatchObject({ ruleId: 'out' });
    expect(entered?.at).toBeLessThan(left?.at ?? 0);
    expect(entered?.endedAt).toBe(entered?.at);
    expect(entered?.foundAt).toBe(clock.now());
    expect((entered?.foundAt ?? 0) - (entered?.at ?? 0)).toBeGreaterThan(4 * MINUTE);
  });

  it('give one alert for a vehicle that stands on the edge for an hour', async () => {
    const { begin, clock, fleet, kept } = await openHouse();
    const { alerts, zones } = await begin();
    await zones.save([depot]);
    await alerts.saveRule(entersDepot);
    await alerts.saveRule(leavesDepot);
    fleet.look(v, { longitude: 179.9 });
    const edge = 180 - 500 / 111_195;
    for (let minute = 0; minute < 60; minute++) {
      await clock.advance(MINUTE);
      fleet.look(v, { longitude: edge + (minute % 2 === 0 ? 0.0002 : -0.0002) });
    }
    expect((await kept()).map(({ ruleId }) => ruleId)).toEqual(['in']);
  });

  it('tell which rule can give no alert any more, since its zones are gone', async () => {
    const { begin } = await openHouse();
    const { alerts, zones } = await begin();
    await zones.save([depot]);
    await alerts.saveRule(entersDepot);
    expect(alerts.snapshot().rules).toMatchObject([{ problem: null }]);
    await zones.remove(['depot']);
    expect(alerts.snapshot().rules).toMatchObject([{ problem: 'zones-gone' }]);
  });
});

describe('a rule about silence', () => {
  it('is measured by the interval of the device, at looks, and ends with a report', async () => {
    const { begin, clock, fleet, kept } = await openHouse();
    const { alerts } = await begin();
    await alerts.saveRule(silent);
    fleet.usual = 20 * MINUTE;
    const at = clock.now();
    fleet.look(v, { at });
    for (const minutes of [31, 45]) {
      clock.setWallClock(at + minutes * MINUTE);
      fleet.look(v, { at });
    }
    // Two and a half of twenty minutes are not over yet.
    expect(await kept()).toEqual([]);
    clock.setWallClock(at + 51 * MINUTE);
    fleet.look(v, { at });
    clock.setWallClock(at + 55 * MINUTE);
    fleet.look(v, { at });
    expect(await kept()).toMatchObject([{ at: at + 50 * MINUTE, fixAt: at, endedAt: null }]);
    clock.setWallClock(at + 70 * MINUTE);
    fleet.look(v);
    expect(await kept()).toMatchObject([{ endedAt: clock.now(), figures: { minutes: 70 } }]);
  });

  it('is not broken by the app’s own slowness: without a look nothing is silent', async () => {
    const { begin, clock, fleet, kept } = await openHouse();
    const { alerts } = await begin();
    await alerts.saveRule(silent);
    fleet.usual = MINUTE;
    fleet.look(v);
    await clock.advance(10 * HOUR);
    expect(await kept()).toEqual([]);
    fleet.look(v, { at: clock.now() - MINUTE });
    expect(await kept()).toEqual([]);
  });
});

describe('other rules', () => {
  it('about idling count from when it began, also where looks bring nothing new', async () => {
    const { begin, clock, fleet, kept } = await openHouse();
    const { alerts } = await begin();
    await alerts.saveRule(idles);
    const at = clock.now();
    const standing = { motion: 'idling', ignition: true, since: { at, isAtLeast: false } } as const;
    fleet.look(v, { ...standing, at });
    await clock.advance(9 * MINUTE);
    fleet.look(v, { ...standing, at: at + 5 * MINUTE });
    expect(await kept()).toEqual([]);
    await clock.advance(2 * MINUTE);
    fleet.look(v, { ...standing, at: at + 5 * MINUTE });
    expect(await kept()).toMatchObject([{ at: at + 10 * MINUTE, figures: { minutes: 11 } }]);
    await clock.advance(4 * MINUTE);
    fleet.look(v, { speed: 40, ignition: true });
    expect(await kept()).toMatchObject([{ endedAt: at + 15 * MINUTE, figures: { minutes: 15 } }]);
  });

  it('about idling end where the vehicle drove between two looks and idles again', async () => {
    const { begin, clock, fleet, kept } = await openHouse();
    const { alerts } = await begin();
    await alerts.saveRule(idles);
    const began = clock.now();
    const idling = { motion: 'idling', ignition: true } as const;
    await clock.advance(12 * MINUTE);
    fleet.look(v, { ...idling, since: { at: began, isAtLeast: false } });
    expect(await kept()).toHaveLength(1);
    await clock.advance(4 * MINUTE);
    // Seen again after a restart, it may be the same.
    fleet.look(v, { ...idling, since: { at: clock.now(), isAtLeast: true } });
    expect(await kept()).toMatchObject([{ endedAt: null }]);
    const again = clock.now();
    await clock.advance(11 * MINUTE);
    fleet.look(v, { ...idling, since: { at: again, isAtLeast: false } });
    expect(await kept()).toMatchObject([{ endedAt: again }, { at: again + 10 * MINUTE }]);
  });

  it('about the ignition hold outside of working hours, in the zone of the connection', async () => {
    const { begin, clock, fleet, kept, world } = await openHouse();
    const { alerts } = await begin();
    await alerts.saveRule(afterHours);
    // Tuesday, 12:00 UTC: working hours in Lisbon, six in the morning in Mexico.
    world.timeZone = 'Europe/Lisbon';
    fleet.look(v, { ignition: true });
    expect(await kept()).toEqual([]);
    world.timeZone = 'America/Mexico_City';
    await clock.advance(MINUTE);
    fleet.look(v, { ignition: true });
    expect(await kept()).toMatchObject([{ ruleId: 'hours', endedAt: null }]);
    await clock.advance(3 * HOUR);
    fleet.look(v, { ignition: true });
    expect(await kept()).toMatchObject([{ endedAt: clock.now() }]);
  });

  it('about the battery give one alert for a value that wavers', async () => {
    const { begin, clock, fleet, kept } = await openHouse();
    const { alerts } = await begin();
    await alerts.saveRule(batteryLow);
    for (const battery of [30, 19, 21, 19, null, 24, 18]) {
      await clock.advance(MINUTE);
      fleet.look(v, { battery });
    }
    expect(await kept()).toMatchObject([{ endedAt: null, figures: { battery: 19, limit: 20 } }]);
    await clock.advance(MINUTE);
    fleet.look(v, { battery: 25 });
    expect(await kept()).toMatchObject([{ endedAt: clock.now() }]);
  });

  it('watch chosen vehicles and those with a tag, and end what lasts when they change', async () => {
    const { begin, clock, fleet, kept, world } = await openHouse();
    const { alerts } = await begin();
    const tag = { id: 'cold', kind: 'tag', name: 'Cold', color: 'blue' } as const;
    const labeled = { tags: ['cold'], group: null, isPinned: false };
    world.labels = { labels: [tag], vehicles: { [vehicleId(2)]: labeled } };
    await alerts.saveRule({
      ...tooFast,
      vehicles: { kind: 'chosen', vehicleIds: [vehicleId(1)], labelIds: ['cold'] },
    });
    for (const number of [1, 2, 3]) fleet.look(vehicleId(number), { speed: 100 });
    expect((await kept()).map((alert) => alert.vehicleId).sort()).toEqual(
      [1, 2].map((number) => vehicleId(number)),
    );
    expect(alerts.snapshot().rules).toMatchObject([{ vehicles: 2, problem: null }]);
    world.labels = { labels: [tag], vehicles: {} };
    alerts.renewRules();
    await clock.advance(MINUTE);
    fleet.look(vehicleId(2), { speed: 100 });
    const ended = (await kept()).filter(({ endedAt }) => endedAt !== null);
    expect(ended.map((alert) => alert.vehicleId)).toEqual([vehicleId(2)]);
    // Another limit is another rule.
    await alerts.saveRule({ ...tooFast, limit: 90 });
    expect((await kept()).filter(({ endedAt }) => endedAt === null)).toEqual([]);
  });
});
