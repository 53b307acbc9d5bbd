import { afterEach, describe, expect, it } from 'vitest';
import { idOf } from '../fleet/fake-service';
import type { KeptFleet } from '../fleet/kept-fleet';
import type { House } from '../session/house';
import { MINUTE, SECOND } from './tracked-fleet';
import { LATENCY, TrackedHouse } from './tracked-house';

let tracked: TrackedHouse;

afterEach(() => {
  tracked.stop();
});

async function track(vehicles: number): Promise<{ house: House; kept: KeptFleet }> {
  tracked = await TrackedHouse.track(vehicles);
  return tracked;
}

/** Milliseconds until a click is served. */
async function waitFor(click: () => Promise<unknown>): Promise<number> {
  const { house } = tracked;
  const clickedAt = house.clock.monotonic();
  let servedAt = NaN;
  void click().then(() => {
    servedAt = house.clock.monotonic();
  });
  await house.clock.advance(30 * SECOND);
  return servedAt - clickedAt;
}

const readDevice = (number: number) => (): Promise<unknown> =>
  tracked.house.service.call('devices.get', { id: idOf('D', number) }, { lane: 'interactive' });

/** All is used, but for what a list that was read just now is owed for a few seconds. */
function usedUp(): boolean {
  return tracked.house.budget.state().used >= 43;
}

describe('a person at a saturated budget', () => {
  it('waits two seconds at most for the first click after a long rest', async () => {
    const { house } = await track(120);
    for (let round = 1; round <= 6; round += 1) {
      await house.clock.advance(7 * MINUTE + round * 170);
      expect(usedUp()).toBe(true);
      expect(await waitFor(readDevice(round))).toBeLessThanOrEqual(2 * SECOND);
    }
  });

  it('finds slots free from then on: cards open at once', async () => {
    const { kept } = await track(120);
    await waitFor(readDevice(1));
    for (let number = 120; number > 108; number -= 1) {
      // At most two requests follow one another for a card: device and name of it.
      const open = () =>
        Promise.all([kept.fleet.device(idOf('V', number)), kept.fleet.drivers(idOf('V', number))]);
      expect(await waitFor(open)).toBeLessThanOrEqual(3 * LATENCY);
    }
  });

  it('is served as quickly while a list of thousands is read behind the map', async () => {
    const { house, kept } = await track(20_000);
    for (let round = 1; round <= 12; round += 1) {
      await house.clock.advance(round * 370);
      expect(await waitFor(readDevice(round))).toBeLessThanOrEqual(2 * SECOND);
    }
    expect(kept.fleet.snapshot().sync.phase).toBe('reading');
  });

  it('leaves the live lane all there is again, but for a slot, once nobody has clicked for a while', async () => {
    const { house } = await track(120);
    await waitFor(readDevice(1));
    await house.clock.advance(6 * MINUTE);
    const before = house.transport.seen.length;
    await house.clock.advance(10 * MINUTE);
    expect((house.transport.seen.length - before) / 10).toBeGreaterThanOrEqual(46);
  });
});
