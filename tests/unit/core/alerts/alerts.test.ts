import { describe, expect, it } from 'vitest';
import type { AlertRule } from '@contract/alert-rules';
import { allAlerts } from '@contract/alerts';
import type { Store } from '@core/ports/store';
import { errorOf } from '../error-of';
import {
  batteryLow,
  depot,
  entersDepot,
  leavesDepot,
  openHouse,
  silent,
  tooFast,
  vehicleId,
} from './alert-house';

const v = vehicleId(1);
const MINUTE = 60_000;

describe('rules', () => {
  it('are kept, changed and removed, and come back with the store', async () => {
    const { begin } = await openHouse();
    const { alerts } = await begin();
    await alerts.saveRule(tooFast);
    await alerts.saveRule({ ...tooFast, name: 'Speed' });
    await alerts.stop();
    const again = await begin();
    expect(again.alerts.snapshot().rules).toMatchObject([{ rule: { id: 'fast', name: 'Speed' } }]);
    await again.alerts.removeRule('fast');
    expect(again.alerts.snapshot().rules).toEqual([]);
  });

  it('that contradict themselves or others are refused, with the fault at its field', async () => {
    const { begin } = await openHouse();
    const { alerts } = await begin();
    await alerts.saveRule(tooFast);
    const refusals: readonly (readonly [rule: AlertRule, field: string])[] = [
      [{ ...tooFast, vehicles: { kind: 'chosen', vehicleIds: [], labelIds: [] } }, 'vehicles'],
      [{ ...entersDepot, zones: { zoneIds: [], groups: [] } }, 'zones'],
      [{ ...silent, hours: { days: [], from: 0, to: 60 } }, 'hours'],
      [{ ...silent, hours: { days: [1], from: 60, to: 60 } }, 'hours'],
      [{ ...tooFast, id: 'twin', name: 'Other' }, 'kind'],
    ];
    for (const [rule, field] of refusals) {
      const error = await errorOf(alerts.saveRule(rule));
      expect(error).toMatchObject({ code: 'invalid-request', fields: [{ path: field }] });
    }
    expect(alerts.snapshot().rules).toHaveLength(1);
  });
});

describe('alerts', () => {
  it('are acknowledged, noted and assigned, and stay so after a restart and when they end', async () => {
    const { begin, clock, fleet, kept } = await openHouse();
    const first = await begin();
    await first.alerts.saveRule(tooFast);
    fleet.look(v, { speed: 100 });
    const [alert] = await kept();
    const ids = [alert?.id ?? ''];
    await first.alerts.change({ alerts: { ids }, isAcknowledged: true, note: 'called' });
    await first.alerts.change({ alerts: { ids }, assignedTo: 'Rui' });
    const handled = { acknowledged: { at: clock.now(), by: 'ana' }, note: 'called' };
    expect(first.alerts.snapshot()).toMatchObject({ open: [], counts: { open: 0, vehicles: {} } });
    await first.alerts.stop();
    first.zones.stop();
    const { alerts } = await begin();
    await clock.advance(MINUTE);
    fleet.look(v, { speed: 10 });
    expect(await kept()).toMatchObject([{ ...handled, assignedTo: 'Rui', endedAt: clock.now() }]);
    expect(await alerts.history.assignees()).toEqual(['Rui']);
    expect(await alerts.change({ alerts: { ids }, isAcknowledged: true })).toBe(0);
    expect(await alerts.change({ alerts: { ids }, isAcknowledged: false })).toBe(1);
    expect(alerts.snapshot().counts).toEqual({ open: 1, vehicles: { [v]: 1 } });
  });

  it('of a filter are acknowledged together, and no other', async () => {
    const { begin, fleet, kept } = await openHouse();
    const { alerts } = await begin();
    await alerts.saveRule(tooFast);
    await alerts.saveRule(batteryLow);
    for (let number = 1; number <= 300; number++) {
      fleet.look(vehicleId(number), { speed: 100, battery: number === 7 ? 10 : 50 });
    }
    await kept();
    const filter = { ...allAlerts, ruleIds: ['fast'] };
    expect(await alerts.change({ alerts: { filter }, isAcknowledged: true })).toBe(300);
    expect(alerts.snapshot().open).toMatchObject([{ ruleId: 'battery' }]);
    expect(alerts.snapshot().counts).toEqual({ open: 1, vehicles: { [vehicleId(7)]: 1 } });
  });

  it('tell how often their vehicle was checked, and rules how often theirs are', async () => {
    const { begin, clock, fleet, kept } = await openHouse();
    const { alerts } = await begin();
    await alerts.saveRule(tooFast);
    for (let look = 0; look < 4; look++) {
      fleet.look(v, { speed: look === 3 ? 90 : 50 });
      await clock.advance(2 * MINUTE);
    }
    expect(await kept()).toMatchObject([{ checkedEvery: 120 }]);
    await clock.advance(MINUTE);
    expect(alerts.snapshot().rules[0]?.checkedEvery).toEqual({ usual: 180, most: 180 });
  });
});

describe('a restart', () => {
  it('judges nothing twice: what lasts stays one alert', async () => {
    const { begin, clock, fleet, kept } = await openHouse();
    const first = await begin();
    await first.zones.save([depot]);
    await first.alerts.saveRule(tooFast);
    await first.alerts.saveRule(entersDepot);
    fleet.look(v, { speed: 100, longitude: 179.9 });
    await clock.advance(MINUTE);
    fleet.look(v, { speed: 100, longitude: 180 });
    expect(await kept()).toHaveLength(2);
    // A kill: nothing more is written.
    first.zones.stop();
    const second = await begin();
    await clock.advance(MINUTE);
    fleet.look(v, { speed: 100, longitude: 180 });
    expect(await kept()).toHaveLength(2);
    await second.alerts.saveRule(leavesDepot);
    await clock.advance(MINUTE);
    fleet.look(v, { speed: 20, longitude: -179.9 });
    const found = await kept();
    expect(found.map(({ ruleId }) => ruleId).sort()).toEqual(['fast', 'in', 'out']);
    expect(found.find(({ ruleId }) => ruleId === 'fast')?.endedAt).toBe(clock.now());
  });

  it('after a kill between judging and keeping finds it again, once', async () => {
    const { begin, clock, fleet, kept, store, world, told } = await openHouse();
    let isKilled = false;
    const commit: Store['commit'] = (changes) =>
      isKilled ? new Promise(() => undefined) : store.commit(changes);
    world.store = { ...store, commit };
    const first = await begin();
    await first.zones.save([depot]);
    await first.alerts.saveRule(entersDepot);
    fleet.look(v, { longitude: 179.9 });
    await clock.advance(2 * MINUTE);
    isKilled = true;
    fleet.look(v, { longitude: 180 });
    await clock.advance(2 * MINUTE);
    expect(await kept()).toEqual([]);
    // Nobody was told of what is not kept, so nobody is told twice.
    expect(told).toEqual([]);
    first.zones.stop();
    world.store = store;
    await begin();
    expect(await kept()).toMatchObject([{ ruleId: 'in' }]);
    expect(told).toHaveLength(1);
  });

  it('leaves an alert as people left it, where what was judged of its vehicle is lost', async () => {
    const { begin, clock, fleet, kept, store, told } = await openHouse();
    const first = await begin();
    await first.alerts.saveRule(tooFast);
    fleet.look(v, { speed: 100 });
    const [alert] = await kept();
    const ids = [alert?.id ?? ''];
    await first.alerts.change({ alerts: { ids }, isAcknowledged: true, note: 'called' });
    first.zones.stop();
    await first.alerts.stop();
    for (const name of (await store.judged('')).keys()) {
      await store.commit([{ kind: 'judged', name, body: null }]);
    }
    await begin();
    await clock.advance(MINUTE);
    expect(await kept()).toMatchObject([{ note: 'called', acknowledged: { by: 'ana' } }]);
    expect(told).toHaveLength(1);
  });

  it('goes on where the store takes nothing, tells people, and writes it later, once', async () => {
    const { begin, clock, fleet, kept, store, world, told, faults } = await openHouse();
    let isFull = false;
    const commit: Store['commit'] = (changes) =>
      isFull ? Promise.reject(new Error('full')) : store.commit(changes);
    world.store = { ...store, commit };
    const { alerts } = await begin();
    await alerts.saveRule(tooFast);
    isFull = true;
    fleet.look(v, { speed: 100 });
    await clock.advance(0);
    expect(await kept()).toEqual([]);
    expect(told).toHaveLength(1);
    expect(faults.length).toBeGreaterThan(0);
    expect(alerts.snapshot().counts).toEqual({ open: 1, vehicles: { [v]: 1 } });
    // Its end can't be written either, and is no further alert.
    fleet.look(v, { speed: 20 });
    await clock.advance(0);
    expect(alerts.snapshot().counts).toEqual({ open: 1, vehicles: { [v]: 1 } });
    isFull = false;
    await clock.advance(2 * MINUTE);
    expect(await kept()).toHaveLength(1);
    expect(told).toHaveLength(1);
  });
});

describe('the end of a workspace', () => {
  it('ends the reading of rules that failed meanwhile: a closed store is not asked again', async () => {
    const { begin, clock, store, world } = await openHouse();
    const failures: (() => void)[] = [];
    world.store = {
      ...store,
      rules: () =>
        new Promise((_resolve, reject) => {
          failures.push(() => {
            reject(new Error('closed'));
          });
        }),
    };
    const { alerts } = await begin();
    const stopped = alerts.stop();
    failures[0]?.();
    await stopped;
    await clock.advance(10 * MINUTE);
    expect(failures).toHaveLength(1);
  });
});
