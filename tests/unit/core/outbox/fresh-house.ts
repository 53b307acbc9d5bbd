import { afterEach, beforeEach, expect } from 'vitest';
import { OutboxHouse } from './outbox-house';

/** Of each test its own: an office with an outbox, and the key of a vehicle in its store. */
export let house: OutboxHouse;
export let key: string;

/** Each test of the file has an office of its own, closed without a fault behind it. */
export function openHouseForEach(): void {
  beforeEach(async () => {
    house = await OutboxHouse.open();
    key = await house.key('vehicles');
  });

  afterEach(async () => {
    await house.close();
    expect(house.faults).toEqual([]);
  });
}
