import { describe, expect, it } from 'vitest';
import { FleetdeskError } from '@contract/errors';
import { errorOf } from '../error-of';
import { House } from '../session/house';

it('a probe that fails is told to its caller and to nobody else', async () => {
  const house = await House.open();
  await house.signIn();
  house.answer(() => ({ status: 200, json: 'no list' }));
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  process.on('unhandledRejection', note);
  const call = house.service.call(
    'vehicles.list',
    { page: 1, limit: 100 },
    { lane: 'interactive' },
  );
  await expect(house.end(call)).rejects.toBeInstanceOf(FleetdeskError);
  // Node tells of unhandled rejections once the queue of promises is empty.
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});

describe('a probe that others wait for', () => {
  /** A service that counts from 0 and has 150 vehicles. */
  async function countingFromZero(): Promise<House> {
    const house = await House.open();
    await house.signIn();
    house.answer(({ query }) => {
      const page = Number(query.get('page'));
      const ids = page === 0 ? [...Array(100).keys()] : page === 1 ? [...Array(50).keys()] : [];
      const data = ids.map((id) => ({ type: 'vehicles', id: `${page}-${id}`, attributes: {} }));
      return { json: { data } };
    });
    return house;
  }

  const call = (house: House, page: number, signal?: AbortSignal) =>
    house.service.call(
      'vehicles.list',
      { page, limit: 100 },
      { lane: 'interactive', ...(signal && { signal }) },
    );

  const pagesOf = (house: House): (string | null)[] =>
    house.transport.to('/v2/vehicles').map(({ query }) => query.get('page'));

  it('is made again by one of them where its caller no longer wants it', async () => {
    const house = await countingFromZero();
    const leaving = new AbortController();
    const first = errorOf(call(house, 1, leaving.signal));
    await house.clock.advance(50);
    const second = call(house, 2);
    await house.clock.advance(50);
    leaving.abort();
    expect(await first).toMatchObject({ code: 'cancelled' });
    const { size } = await house.end(second);
    expect(size).toBe(50);
    expect(pagesOf(house).at(-1)).toBe('1');
  });

  it('that finds nothing to learn is not made again by each of them', async () => {
    const house = await countingFromZero();
    house.answer(() => ({ json: { data: [] } }));
    await house.end(Promise.all([call(house, 1), call(house, 2), call(house, 3)]));
    expect(pagesOf(house)).toHaveLength(4);
  });
});
