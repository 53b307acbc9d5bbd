import { describe, expect, it } from 'vitest';
import { openHouse, tooFast, vehicleId } from './alert-house';

const v = vehicleId(1);
const MINUTE = 60_000;

describe('what is announced', () => {
  it('is each alert at once, with its rule’s sound and notification', async () => {
    const { begin, clock, fleet, kept, told } = await openHouse();
    const { alerts } = await begin();
    await alerts.saveRule({ ...tooFast, hasSound: false });
    fleet.look(v, { speed: 100 });
    const [alert] = await kept();
    expect(told).toMatchObject([
      { kind: 'single', alerts: [alert], count: 1, isNotified: true, hasSound: false },
    ]);
    await alerts.saveRule({ ...tooFast, hasSound: false, isNotified: false });
    fleet.look(vehicleId(2), { speed: 100 });
    await clock.advance(MINUTE);
    expect(await kept()).toHaveLength(2);
    expect(told).toHaveLength(1);
  });

  it('of 500 alerts in a minute is a few and then one group a minute, while all are kept', async () => {
    const { begin, clock, fleet, kept, told } = await openHouse();
    const { alerts } = await begin();
    await alerts.saveRule(tooFast);
    for (let number = 0; number < 500; number++) {
      fleet.look(vehicleId(number), { speed: 100 });
      await clock.advance(120);
    }
    expect(told.map(({ kind }) => kind)).toEqual([...Array<string>(5).fill('single'), 'group']);
    await clock.advance(5 * MINUTE);
    expect(told.reduce((sum, { count }) => sum + count, 0)).toBe(500);
    expect(told.filter(({ kind }) => kind === 'group').length).toBeLessThanOrEqual(2);
    expect(told.find(({ kind }) => kind === 'group')?.byRule).toMatchObject([
      { ruleId: 'fast', name: 'Too fast' },
    ]);
    expect(await kept()).toHaveLength(500);
    expect(alerts.snapshot().counts.open).toBe(500);
    // The storm is over: the next one is told at once.
    fleet.look(vehicleId(999), { speed: 100 });
    await kept();
    expect(told.at(-1)?.kind).toBe('single');
  });

  it('makes no noise while nobody wants to be disturbed, except where a rule says so', async () => {
    const { begin, fleet, kept, told, world } = await openHouse();
    const { alerts } = await begin();
    await alerts.saveRule(tooFast);
    await alerts.saveRule({ ...tooFast, id: 'very', limit: 120, ignoresDoNotDisturb: true });
    world.isDoNotDisturb = true;
    fleet.look(v, { speed: 100 });
    await kept();
    expect(told).toMatchObject([{ isNotified: false, hasSound: false }]);
    fleet.look(vehicleId(2), { speed: 130 });
    await kept();
    expect(told.at(-1)).toMatchObject({ isNotified: true, hasSound: true });
  });

  it('after the connection was down is one summary, without a sound', async () => {
    const { begin, clock, fleet, kept, told, setDown } = await openHouse();
    const { alerts } = await begin();
    await alerts.saveRule(tooFast);
    for (const number of [1, 2, 3]) fleet.look(vehicleId(number), { speed: 50 });
    await clock.advance(MINUTE);
    setDown(true);
    await clock.advance(10 * MINUTE);
    setDown(false);
    for (const number of [1, 2, 3]) {
      fleet.look(vehicleId(number), { at: clock.now() - 5 * MINUTE, speed: 100 });
      await clock.advance(5_000);
    }
    // What happens from now on is told as ever.
    fleet.look(vehicleId(4), { speed: 100 });
    await clock.advance(MINUTE);
    expect(told.map(({ kind, count, hasSound }) => [kind, count, hasSound])).toEqual([
      ['single', 1, true],
      ['summary', 3, false],
    ]);
    expect((await kept()).map(({ isAfterOutage }) => isAfterOutage)).toEqual([
      ...[true, true, true, false],
    ]);
    // One that comes late belongs to the same summary, which takes the place of the first.
    fleet.look(vehicleId(5), { at: clock.now() - 10 * MINUTE, speed: 100 });
    await clock.advance(MINUTE);
    expect(told.at(-1)).toMatchObject({ id: told[1]?.id, kind: 'summary', count: 4 });
  });

  it('after the app was not running is one summary, too', async () => {
    const { begin, clock, fleet, told } = await openHouse();
    const first = await begin();
    await first.alerts.saveRule(tooFast);
    fleet.look(v, { speed: 50 });
    first.zones.stop();
    await first.alerts.stop();
    await clock.sleep(60 * MINUTE);
    await begin();
    await clock.advance(1_000);
    fleet.look(v, { at: clock.now() - 30 * MINUTE, speed: 100 });
    await clock.advance(MINUTE);
    expect(told).toMatchObject([{ kind: 'summary', count: 1, hasSound: false }]);
  });

  it.each([
    ['is killed', false],
    ['ends', true],
  ])('waits in a group and is announced once after the app %s', async (_, isOrderly) => {
    const { begin, clock, fleet, store, told, world } = await openHouse();
    let isKilled = false;
    world.store = {
      ...store,
      commit: (changes) => (isKilled ? new Promise(() => undefined) : store.commit(changes)),
    };
    const first = await begin();
    await first.alerts.saveRule(tooFast);
    for (let number = 0; number < 8; number++) fleet.look(vehicleId(number), { speed: 100 });
    await clock.advance(1_000);
    expect(told.map(({ kind }) => kind)).toEqual(Array<string>(5).fill('single'));
    first.zones.stop();
    if (isOrderly) await first.alerts.stop();
    isKilled = true;
    world.store = store;
    const second = await begin();
    await clock.advance(2 * MINUTE);
    expect(told.slice(5)).toMatchObject([{ kind: 'group', count: 3, hasSound: true }]);
    second.zones.stop();
    await second.alerts.stop();
    await begin();
    await clock.advance(5 * MINUTE);
    expect(told).toHaveLength(6);
  });

  it('waits in a summary after an outage and is announced once after a kill, without a sound', async () => {
    const { begin, clock, fleet, setDown, store, told, world } = await openHouse();
    let isKilled = false;
    world.store = {
      ...store,
      commit: (changes) => (isKilled ? new Promise(() => undefined) : store.commit(changes)),
    };
    const first = await begin();
    await first.alerts.saveRule(tooFast);
    fleet.look(v, { speed: 50 });
    await clock.advance(MINUTE);
    setDown(true);
    await clock.advance(10 * MINUTE);
    setDown(false);
    fleet.look(v, { at: clock.now() - 5 * MINUTE, speed: 100 });
    await clock.advance(1_000);
    expect(told).toEqual([]);
    first.zones.stop();
    isKilled = true;
    world.store = store;
    await begin();
    await clock.advance(5 * MINUTE);
    expect(told).toMatchObject([{ kind: 'summary', count: 1, hasSound: false }]);
  });

  it('is an alert that was kept, also where the store could not be read after that', async () => {
    const { begin, fleet, kept, store, told, world } = await openHouse();
    let isBroken = false;
    world.store = {
      ...store,
      openAlerts: () => (isBroken ? Promise.reject(new Error('disk')) : store.openAlerts()),
    };
    const { alerts } = await begin();
    await alerts.saveRule(tooFast);
    isBroken = true;
    fleet.look(v, { speed: 100 });
    expect(await kept()).toHaveLength(1);
    expect(told).toMatchObject([{ kind: 'single', count: 1 }]);
  });

  it('is a group that waited, also where a later alert could not be written', async () => {
    const { begin, clock, faults, fleet, store, told, world } = await openHouse();
    let isBroken = false;
    world.store = {
      ...store,
      alerts: (ids) => (isBroken ? Promise.reject(new Error('disk')) : store.alerts(ids)),
    };
    const { alerts } = await begin();
    await alerts.saveRule(tooFast);
    for (let number = 0; number < 8; number++) fleet.look(vehicleId(number), { speed: 100 });
    await clock.advance(1_000);
    isBroken = true;
    fleet.look(vehicleId(8), { speed: 100 });
    await clock.advance(2 * MINUTE);
    expect(faults).not.toEqual([]);
    expect(told.slice(5)).toMatchObject([{ kind: 'group', count: 3 }]);
    isBroken = false;
    fleet.look(vehicleId(9), { speed: 100 });
    await clock.advance(5 * MINUTE);
    expect(told.slice(6).reduce((sum, { count }) => sum + count, 0)).toBe(2);
  });

  it('left by an earlier run is silent once it is old, and gone once it is acknowledged', async () => {
    const { begin, clock, fleet, kept, store, told } = await openHouse();
    const first = await begin();
    await first.alerts.saveRule(tooFast);
    for (let number = 0; number < 8; number++) fleet.look(vehicleId(number), { speed: 100 });
    await clock.advance(1_000);
    first.zones.stop();
    await first.alerts.stop();
    const [seen] = (await kept()).filter(({ id }) => told.every((each) => each.id !== id));
    if (!seen) throw new Error('Nothing waits.');
    const acknowledged = { at: clock.now(), by: 'ana' };
    await store.commit([{ kind: 'alerts', alerts: [{ ...seen, acknowledged }] }]);
    await clock.sleep(20 * MINUTE);
    await begin();
    await clock.advance(5 * MINUTE);
    expect(told.slice(5)).toMatchObject([{ kind: 'summary', count: 2, hasSound: false }]);
    expect(told.at(-1)?.alerts.map(({ id }) => id)).not.toContain(seen.id);
    expect(await store.judged('announce/')).toEqual(new Map());
  });

  it('takes a wall clock that is set for no outage', async () => {
    const { begin, clock, fleet, told } = await openHouse();
    const { alerts } = await begin();
    await alerts.saveRule(tooFast);
    fleet.look(v, { speed: 50 });
    await clock.advance(MINUTE);
    clock.setWallClock(clock.now() + 120 * MINUTE);
    fleet.look(v, { speed: 100 });
    await clock.advance(MINUTE);
    expect(told).toMatchObject([{ kind: 'single', hasSound: true }]);
    clock.setWallClock(clock.now() - 240 * MINUTE);
    fleet.look(vehicleId(2), { speed: 100 });
    await clock.advance(MINUTE);
    expect(told.map(({ kind }) => kind)).toEqual(['single', 'single']);
  });
});
