import { afterEach, beforeEach, expect } from 'vitest';
import { OutboxHouse } from './outbox-house';

/** Of each test its own: an office with an outbox, and the key of a vehicle in its store. */
export let house: OutboxHouse;
export let key: string;

beforeEach(async () => {
  house = await OutboxHouse.open();
  key = await house.key('vehicles');
});

afterEach(async () => {
  await house.close();
  expect(house.faults).toEqual([]);
});
