import { beforeEach, describe, expect, it } from 'vitest';
import { CardOffice } from './card-office';
import { idOf } from './fake-service';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const vehicleId = idOf('V', 1);

let office: CardOffice;

beforeEach(async () => {
  office = await CardOffice.open();
});

/** What a vehicle's card shows at once. */
const known = () => office.kept.fleet.card(vehicleId);

describe('the parts of a card', () => {
  it.each([
    ['device', 'drivers', 'deviceAssociations.list'],
    ['drivers', 'device', 'userAssociations.list'],
  ] as const)('do not wait for the %s, whose list hangs: the %s', async (late, other, list) => {
    const { service, clock, kept } = office;
    service.latencies.set(list, 30_000);
    const arrived: string[] = [];
    for (const part of [late, other]) {
      void kept.fleet[part](vehicleId).then(() => arrived.push(part));
    }
    await clock.advance(1000);
    expect(arrived).toEqual([other]);
    expect(await known()).toMatchObject({ [late]: null, [other]: { error: null } });
    await clock.advance(30_000);
    expect(arrived).toEqual([other, late]);
  });

  it('are withdrawn each by itself', async () => {
    const { service, clock, kept } = office;
    const leaving = new AbortController();
    const left = kept.fleet.device(vehicleId, leaving.signal);
    const drivers = kept.fleet.drivers(vehicleId);
    left.catch(() => undefined);
    await clock.advance(100);
    leaving.abort();
    await expect(left).rejects.toMatchObject({ error: { code: 'cancelled' } });
    expect((await office.finish(drivers)).value).toHaveLength(2);
    expect(service.withdrawn).toEqual(['deviceAssociations.list']);
  });

  it('are known at once from what was read before, and cost no call', async () => {
    const { service, clock } = office;
    expect(await known()).toEqual({ device: null, drivers: null });
    expect(service.calls).toEqual([]);
    const told = await office.finish(office.read(vehicleId));
    await clock.advance(HOUR);
    service.calls.length = 0;
    expect(await known()).toEqual(told);
    await office.restart();
    expect(await known()).toEqual(told);
    expect(service.calls.filter(({ lane }) => lane === 'interactive')).toEqual([]);
  });

  it('say for five minutes that they are refused, without being asked again', async () => {
    const { service, clock } = office;
    await office.finish(office.read(vehicleId));
    await clock.advance(HOUR);
    service.failure = { code: 'forbidden' };
    const refused = await office.finish(office.read(vehicleId));
    service.calls.length = 0;
    // People who may no longer be seen do not show up in between.
    expect(await known()).toEqual(refused);
    expect(await office.finish(office.read(vehicleId))).toEqual(refused);
    expect(service.calls).toEqual([]);
    service.failure = null;
    await clock.advance(5 * MINUTE);
    expect((await office.finish(office.read(vehicleId))).drivers.value).toHaveLength(2);
  });
});
