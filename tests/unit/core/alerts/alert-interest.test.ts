import { describe, expect, it } from 'vitest';
import { ON_ALERT_AT_MOST } from '@core/alerts/alert-interest';
import {
  batteryLow,
  depot,
  entersDepot,
  leavesDepot,
  openHouse,
  tooFast,
  vehicleId,
} from './alert-house';

const v = vehicleId(1);
const MINUTE = 60_000;
/** Degrees of longitude on the equator. */
const kilometers = (many: number): number => (many * 1_000) / 111_195;

describe('vehicles on alert', () => {
  it('are those over a limit, while they are', async () => {
    const { begin, clock, fleet } = await openHouse();
    const { alerts } = await begin();
    await alerts.saveRule(tooFast);
    fleet.look(v, { speed: 100 });
    expect(fleet.onAlert).toEqual([v]);
    await clock.advance(MINUTE);
    const ids = alerts.snapshot().open.map(({ id }) => id);
    await alerts.change({ alerts: { ids }, isAcknowledged: true });
    expect(fleet.onAlert).toEqual([v]);
    fleet.look(v, { speed: 20 });
    expect(fleet.onAlert).toEqual([]);
  });

  it('are those under an open alert, until it is acknowledged', async () => {
    const { begin, clock, fleet } = await openHouse();
    const { alerts } = await begin();
    await alerts.saveRule(batteryLow);
    fleet.look(v, { battery: 10 });
    await clock.advance(MINUTE);
    expect(fleet.onAlert).toEqual([v]);
    const ids = alerts.snapshot().open.map(({ id }) => id);
    await alerts.change({ alerts: { ids }, isAcknowledged: true });
    expect(fleet.onAlert).toEqual([]);
  });

  it('are those that drive near an edge which a rule is about, from the side that matters', async () => {
    const { begin, clock, fleet } = await openHouse();
    const { alerts, zones } = await begin();
    await zones.save([depot]);
    const at = async (longitude: number, speed: number): Promise<boolean> => {
      await clock.advance(MINUTE);
      fleet.look(v, { longitude, speed });
      return fleet.onAlert.includes(v);
    };
    const near = 180 - kilometers(0.5 + 0.8);
    const within = 180 - kilometers(0.4);
    // No rule is about the zone.
    expect(await at(near, 60)).toBe(false);
    await alerts.saveRule(entersDepot);
    expect(await at(near, 60)).toBe(true);
    // It stands, or is far, or is in already.
    expect(await at(near, 0)).toBe(false);
    expect(await at(180 - kilometers(20), 60)).toBe(false);
    const { open } = alerts.snapshot();
    expect(open).toEqual([]);
    await alerts.saveRule({ ...leavesDepot, isOn: false });
    expect(await at(within, 60)).toBe(false);
    await alerts.saveRule(leavesDepot);
    expect(await at(within, 60)).toBe(true);
  });

  it('are few, however many alerts are open', async () => {
    const { begin, clock, fleet } = await openHouse();
    const { alerts } = await begin();
    await alerts.saveRule(batteryLow);
    await alerts.saveRule(tooFast);
    for (let number = 1; number <= 60; number++) fleet.look(vehicleId(number), { battery: 10 });
    await clock.advance(MINUTE);
    fleet.look(vehicleId(61), { speed: 100 });
    expect(fleet.onAlert).toHaveLength(ON_ALERT_AT_MOST);
    expect(fleet.onAlert[0]).toBe(vehicleId(61));
  });
});
