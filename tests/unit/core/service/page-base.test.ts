import { expect, it } from 'vitest';
import { FleetdeskError } from '@contract/errors';
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
