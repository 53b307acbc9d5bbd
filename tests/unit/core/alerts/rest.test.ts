import { describe, expect, it } from 'vitest';
import {
  afterHours,
  depot,
  entersDepot,
  idles,
  leavesDepot,
  openHouse,
  tooFast,
  vehicleId,
} from './alert-house';

const v = vehicleId(1);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('a rule that rests after an alert', () => {
  it('goes on with it where the vehicle is fast again soon, and tells nobody twice', async () => {
    const { begin, clock, fleet, kept, told } = await openHouse();
    const { alerts } = await begin();
    await alerts.saveRule({ ...tooFast, restMinutes: 10 });
    const began = clock.now();
    fleet.look(v, { speed: 90 });
    // An hour on a road where it has to brake every few minutes.
    for (let round = 0; round < 8; round++) {
      await clock.advance(2 * MINUTE);
      fleet.look(v, { speed: 60 });
      expect(await kept()).toMatchObject([{ endedAt: clock.now() }]);
      await clock.advance(5 * MINUTE);
      fleet.look(v, { speed: 95 + round });
      expect(await kept()).toMatchObject([{ at: began, endedAt: null }]);
    }
    await clock.advance(MINUTE);
    fleet.look(v, { speed: 40 });
    const [alert, ...others] = await kept();
    expect(others).toEqual([]);
    expect(alert).toMatchObject({ at: began, endedAt: clock.now(), figures: { speed: 102 } });
    await clock.advance(5 * MINUTE);
    expect(told.flatMap((each) => each.alerts.map(({ id }) => id))).toEqual([alert?.id]);
  });

  it('gives another alert once the vehicle was slow for as long as it rests', async () => {
    const { begin, clock, fleet, kept } = await openHouse();
    const { alerts } = await begin();
    await alerts.saveRule({ ...tooFast, restMinutes: 10 });
    fleet.look(v, { speed: 90 });
    await clock.advance(MINUTE);
    fleet.look(v, { speed: 60 });
    await clock.advance(9 * MINUTE);
    fleet.look(v, { speed: 60 });
    await clock.advance(MINUTE);
    fleet.look(v, { speed: 91 });
    expect(await kept()).toMatchObject([
      { endedAt: clock.now() - 10 * MINUTE, figures: { speed: 90 } },
      { at: clock.now(), endedAt: null, figures: { speed: 91 } },
    ]);
  });

  it('goes on with it after a restart, and leaves it acknowledged', async () => {
    const { begin, clock, fleet, kept } = await openHouse();
    const first = await begin();
    await first.alerts.saveRule({ ...tooFast, restMinutes: 10 });
    fleet.look(v, { speed: 90 });
    const [alert] = await kept();
    await first.alerts.change({ alerts: { ids: [alert?.id ?? ''] }, isAcknowledged: true });
    await clock.advance(MINUTE);
    fleet.look(v, { speed: 60 });
    await kept();
    first.zones.stop();
    await first.alerts.stop();
    await begin();
    await clock.advance(5 * MINUTE);
    fleet.look(v, { speed: 99 });
    expect(await kept()).toMatchObject([
      { id: alert?.id, endedAt: null, acknowledged: { by: 'ana' } },
    ]);
  });

  it('says for how long in all, where the ignition goes off and on again', async () => {
    const { begin, clock, fleet, kept } = await openHouse();
    const { alerts } = await begin();
    await alerts.saveRule({ ...idles, restMinutes: 30 });
    const standing = (since: number) =>
      ({ motion: 'idling', ignition: true, since: { at: since, isAtLeast: false } }) as const;
    const began = clock.now();
    await clock.advance(15 * MINUTE);
    fleet.look(v, standing(began));
    await clock.advance(5 * MINUTE);
    fleet.look(v, { speed: 30, ignition: true });
    expect(await kept()).toMatchObject([{ figures: { minutes: 20 } }]);
    const again = clock.now() + MINUTE;
    await clock.advance(13 * MINUTE);
    fleet.look(v, standing(again));
    expect(await kept()).toMatchObject([{ at: began + 10 * MINUTE, endedAt: null }]);
    await clock.advance(MINUTE);
    fleet.look(v, { speed: 30, ignition: true });
    expect(await kept()).toMatchObject([{ endedAt: clock.now(), figures: { minutes: 34 } }]);
  });

  it('does not go on outside of its hours, nor once it was changed or switched off', async () => {
    const { begin, clock, fleet, kept } = await openHouse();
    const { alerts } = await begin();
    // Tuesday, 12:00 UTC.
    const hours = { days: [2], from: 12 * 60, to: 12 * 60 + 5 };
    const rule = { ...tooFast, hours, restMinutes: 30 };
    await alerts.saveRule(rule);
    const open = async () => (await kept()).filter(({ endedAt }) => endedAt === null).length;
    fleet.look(v, { speed: 90 });
    await clock.advance(MINUTE);
    fleet.look(v, { speed: 60 });
    const ended = clock.now();
    await clock.advance(6 * MINUTE);
    fleet.look(v, { speed: 90 });
    expect(await kept()).toMatchObject([{ endedAt: ended }]);
    await alerts.saveRule({ ...rule, hours: null, limit: 85 });
    await clock.advance(MINUTE);
    fleet.look(v, { speed: 90 });
    expect(await kept()).toHaveLength(2);
    await clock.advance(MINUTE);
    fleet.look(v, { speed: 60 });
    expect(await open()).toBe(0);
    await alerts.saveRule({ ...rule, hours: null, limit: 85, isOn: false });
    await alerts.saveRule({ ...rule, hours: null, limit: 85 });
    await clock.advance(MINUTE);
    fleet.look(v, { speed: 90 });
    expect((await kept()).map(({ endedAt }) => endedAt === null)).toEqual([false, false, true]);
  });

  it('is over for a vehicle that leaves the fleet when it was over', async () => {
    const { begin, clock, fleet, kept } = await openHouse();
    const { alerts } = await begin();
    await alerts.saveRule({
      ...afterHours,
      restMinutes: 60,
      hours: { days: [1], from: 0, to: 60 },
    });
    fleet.look(v, { ignition: true });
    await clock.advance(MINUTE);
    fleet.look(v, { ignition: false });
    const ended = clock.now();
    await kept();
    await clock.advance(MINUTE);
    fleet.look(v, { ignition: false });
    fleet.remove(v);
    expect(await kept()).toMatchObject([{ endedAt: ended }]);
  });
});

describe('crossings of a zone', () => {
  const inside = { longitude: 180 };
  const outside = { longitude: 179.9 };

  it('that come again and again are told once, each way, until it is quiet', async () => {
    const { begin, clock, fleet, kept } = await openHouse();
    const { alerts, zones } = await begin();
    await zones.save([depot, { ...depot, id: 'other', group: null }]);
    await alerts.saveRule({ ...entersDepot, restMinutes: 10 });
    await alerts.saveRule({ ...leavesDepot, restMinutes: 10 });
    await alerts.saveRule({
      ...{ ...entersDepot, id: 'other', zones: { zoneIds: ['other'], groups: [] } },
      restMinutes: 0,
    });
    const ruleIds = async () =>
      (await kept()).map(({ ruleId }) => ruleId).filter((id) => id !== 'other');
    fleet.look(v, outside);
    for (let round = 0; round < 10; round++) {
      await clock.advance(3 * MINUTE);
      fleet.look(v, inside);
      await clock.advance(3 * MINUTE);
      fleet.look(v, outside);
    }
    expect(await ruleIds()).toEqual(['in', 'out']);
    // A rule that doesn't rest tells all.
    expect((await kept()).filter(({ ruleId }) => ruleId === 'other')).toHaveLength(10);
    await clock.advance(12 * MINUTE);
    fleet.look(v, inside);
    await clock.advance(12 * MINUTE);
    fleet.look(v, outside);
    expect(await ruleIds()).toEqual(['in', 'out', 'in', 'out']);
  });

  it('are told after a short visit, and of another vehicle and after a restart as before', async () => {
    const { begin, clock, fleet, kept } = await openHouse();
    const first = await begin();
    await first.zones.save([depot]);
    await first.alerts.saveRule({ ...entersDepot, restMinutes: 60 });
    await first.alerts.saveRule({ ...leavesDepot, restMinutes: 60 });
    fleet.look(v, outside);
    fleet.look(vehicleId(2), outside);
    await clock.advance(MINUTE);
    fleet.look(v, inside);
    await clock.advance(MINUTE);
    fleet.look(v, outside);
    await clock.advance(MINUTE);
    fleet.look(vehicleId(2), inside);
    const told = async () =>
      (await kept()).map((alert) => `${alert.ruleId} ${alert.vehicleId.slice(-1)}`);
    expect(await told()).toEqual(['in 1', 'out 1', 'in 2']);
    first.zones.stop();
    await first.alerts.stop();
    await begin();
    await clock.advance(MINUTE);
    fleet.look(v, inside);
    expect(await told()).toHaveLength(3);
    await clock.advance(2 * HOUR);
    fleet.look(v, outside);
    expect((await told()).at(-1)).toBe('out 1');
  });

  it('are told where a clock that was ahead is right again', async () => {
    const { begin, clock, fleet, kept } = await openHouse();
    const { alerts, zones } = await begin();
    await zones.save([depot]);
    await alerts.saveRule({ ...entersDepot, restMinutes: 60 });
    const right = clock.now();
    clock.setWallClock(right + 24 * HOUR);
    fleet.look(v, outside);
    clock.setWallClock(right + 24 * HOUR + MINUTE);
    fleet.look(v, inside);
    expect(await kept()).toHaveLength(1);
    clock.setWallClock(right);
    fleet.look(v, outside);
    clock.setWallClock(right + MINUTE);
    fleet.look(v, inside);
    expect(await kept()).toHaveLength(2);
  });
});
