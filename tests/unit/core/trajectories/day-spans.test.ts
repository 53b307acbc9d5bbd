import { beforeEach, describe, expect, it } from 'vitest';
import { failure, paged } from '../fleet/fake-service';
import { noData, TrajectoriesHouse, vehicleId } from './trajectories-house';

let house: TrajectoriesHouse;

beforeEach(async () => {
  house = await TrajectoriesHouse.open();
});

describe('a span of days', () => {
  function listed(...dates: number[]): unknown[] {
    return dates.map((acc) => ({ acc, dis: acc % 100, spMax: 80 }));
  }

  it('is listed by its ends, page by page until an empty one', async () => {
    const all = listed(20260303, 20260301, 20260309);
    house.service.on(
      'trajectories.list',
      paged(() => all, 2),
    );
    const found = await house.days('2026-03-01', '2026-03-31');
    expect(found.map((one) => one.day)).toEqual(['2026-03-01', '2026-03-03', '2026-03-09']);
    expect(house.service.calls.map(({ input, lane }) => [input, lane])).toEqual(
      [1, 2, 3].map((page) => [
        {
          id: vehicleId,
          filters: { fromAcc: 20260301, toAcc: 20260331 },
          limit: 100,
          page,
        },
        'interactive',
      ]),
    );
  });

  it('is complete without another page once every day is there', async () => {
    house.service.on('trajectories.list', () => ({ data: listed(20260301, 20260302) }));
    expect(await house.days('2026-03-01', '2026-03-02')).toHaveLength(2);
    expect(house.service.calls).toHaveLength(1);
  });

  it('is empty where the service has no data', async () => {
    house.service.on('trajectories.list', noData);
    expect(await house.days('2026-03-01', '2026-03-31')).toEqual([]);
  });

  it('keeps what came where a later page answers 404', async () => {
    house.service.on('trajectories.list', ({ page }) =>
      page === 1 ? { data: listed(20260305) } : noData(),
    );
    expect(await house.days('2026-03-01', '2026-03-31')).toHaveLength(1);
  });

  it('holds a day once, and none outside it', async () => {
    const twice = [{ acc: 20260305, dis: 10 }, { acc: 20260305, dis: 900 }, { acc: 20260401 }];
    house.service.on('trajectories.list', () => ({ data: twice }));
    const found = await house.days('2026-03-01', '2026-03-31');
    expect(found.map(({ distance }) => distance)).toEqual([900]);
  });

  it('is asked for in halves where the service lists fewer days at once, and remembers that', async () => {
    house.service.on('trajectories.list', ({ filters }) => {
      const { fromAcc, toAcc } = filters as { fromAcc: number; toAcc: number };
      if (toAcc - fromAcc >= 15) throw failure({ code: 'invalid-request', status: 400 });
      return { data: listed(fromAcc, toAcc) };
    });
    const found = await house.days('2026-03-01', '2026-03-30');
    expect(found.map((one) => one.day)).toEqual([
      '2026-03-01',
      '2026-03-15',
      '2026-03-16',
      '2026-03-30',
    ]);
    const refused = house.service.calls.length;
    await house.days('2026-03-01', '2026-03-30');
    expect(
      house.service.calls.slice(refused).every(({ input }) => {
        const { fromAcc, toAcc } = input.filters as { fromAcc: number; toAcc: number };
        return toAcc - fromAcc < 15;
      }),
    ).toBe(true);
  });

  it('is remembered as the shortest that was refused, whatever order refusals come in', async () => {
    house.service.on('trajectories.list', ({ filters }) => {
      const { fromAcc, toAcc } = filters as { fromAcc: number; toAcc: number };
      if (toAcc - fromAcc >= 15) throw failure({ code: 'invalid-request', status: 400 });
      return { data: listed(fromAcc, toAcc) };
    });
    house.service.latencies.set('trajectories.list', 1_000);
    const longer = house.trajectories.days({ vehicleId, from: '2026-03-01', to: '2026-03-30' });
    await house.clock.advance(100);
    house.service.latencies.set('trajectories.list', 200);
    await house.days('2026-03-01', '2026-03-18');
    await house.finish(longer);
    const before = house.service.calls.length;
    await house.days('2026-03-01', '2026-03-18');
    expect(house.service.calls.slice(before).map(({ input }) => input.filters)).not.toContainEqual({
      fromAcc: 20260301,
      toAcc: 20260318,
    });
  });

  it('fails where even a week is refused', async () => {
    house.service.on('trajectories.list', () => {
      throw failure({ code: 'invalid-request' });
    });
    await expect(house.days('2026-03-01', '2026-03-31')).rejects.toMatchObject({
      error: { code: 'invalid-request' },
    });
  });

  it.each([
    ['2026-03-10', '2026-03-09'],
    ['2026-03-01', '2026-04-01'],
  ])('from %s to %s is refused without asking', async (from, to) => {
    await expect(house.days(from, to)).rejects.toMatchObject({
      error: { code: 'invalid-request' },
    });
    expect(house.service.calls).toEqual([]);
  });
});
