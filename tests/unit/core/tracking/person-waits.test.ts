import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultProfile } from '@core/service/profile';
import { LiveTracking } from '@core/tracking/live-tracking';
import { associationJson, idOf, vehicleJson } from '../fleet/fake-service';
import { KeptFleet } from '../fleet/kept-fleet';
import type { Reply, SeenRequest } from '../scripted-transport';
import { House } from '../session/house';
import { attention, ids, MINUTE, SECOND } from './tracked-fleet';

/** What a request takes there and back, in the house of these tests. */
const LATENCY = 200;

let house: House;
let kept: KeptFleet;
let live: LiveTracking;

beforeEach(async () => {
  house = await House.open();
  await house.signIn();
});

afterEach(() => {
  live.stop();
  kept.stop();
});

/** Live tracking over the whole way to the service: client, session, budget, ledger. */
async function track(vehicles: number): Promise<void> {
  house.answer((request) => answer(request, vehicles));
  const { clock, service, budget } = house;
  const perMinute = (): number => budget.state().limit;
  kept = await KeptFleet.open({ clock, service, perMinute });
  const { fleet, store } = kept;
  live = new LiveTracking({ service, clock, fleet, store, profile: defaultProfile, perMinute });
  kept.start();
  live.start();
  live.attend(1, attention({ onScreen: ids(1, 100) }));
  await clock.advance(10 * MINUTE);
}

function answer({ plainPath, query }: SeenRequest, vehicles: number): Reply {
  const [, , kind, id = '', ...rest] = plainPath.split('/');
  const number = Number(id.slice(1));
  if (kind === 'vehicles' && id === '') {
    const from = (Number(query.get('page')) - 1) * 100;
    const length = Math.max(0, Math.min(100, vehicles - from));
    return { json: { data: Array.from({ length }, (_, index) => vehicleJson(from + index + 1)) } };
  }
  if (rest.join('/') === 'associations/devices') {
    return { json: { data: [associationJson(number, number)] } };
  }
  if (rest[0] === 'tracking') {
    const act = Math.floor(house.clock.now() / SECOND);
    const geometry = { type: 'Point', coordinates: [-46.6, -23.5] };
    const attributes = { act, spd: 40, ign: true, dir: 90, geometry };
    return { json: { data: { type: 'Feature', attributes } } };
  }
  if (kind === 'devices' && id !== '') {
    const attributes = { name: id, imei: '356938035643809' };
    return { json: { data: { id, type: 'devices', attributes } } };
  }
  return { json: { data: [] } };
}

/** Milliseconds until a click is served. */
async function waitFor(click: () => Promise<unknown>): Promise<number> {
  const clickedAt = house.clock.monotonic();
  let servedAt = NaN;
  void click().then(() => {
    servedAt = house.clock.monotonic();
  });
  await house.clock.advance(30 * SECOND);
  return servedAt - clickedAt;
}

const readDevice = (number: number) => (): Promise<unknown> =>
  house.service.call('devices.get', { id: idOf('D', number) }, { lane: 'interactive' });

/** All is used, but for what a list that was read just now is owed for a few seconds. */
function usedUp(): boolean {
  return house.budget.state().used >= 44;
}

describe('a person at a saturated budget', () => {
  it('waits two seconds at most for the first click after a long rest', async () => {
    await track(120);
    for (let round = 1; round <= 6; round += 1) {
      await house.clock.advance(7 * MINUTE + round * 170);
      expect(usedUp()).toBe(true);
      expect(await waitFor(readDevice(round))).toBeLessThanOrEqual(2 * SECOND);
    }
  });

  it('finds slots free from then on: cards open at once', async () => {
    await track(120);
    await waitFor(readDevice(1));
    for (let number = 120; number > 108; number -= 1) {
      // At most two requests follow one another for a card: device and name of it.
      const open = () =>
        Promise.all([kept.fleet.device(idOf('V', number)), kept.fleet.drivers(idOf('V', number))]);
      expect(await waitFor(open)).toBeLessThanOrEqual(3 * LATENCY);
    }
  });

  it('is served as quickly while a list of thousands is read behind the map', async () => {
    await track(20_000);
    for (let round = 1; round <= 12; round += 1) {
      await house.clock.advance(round * 370);
      expect(await waitFor(readDevice(round))).toBeLessThanOrEqual(2 * SECOND);
    }
    expect(kept.fleet.snapshot().sync.phase).toBe('reading');
  });

  it('leaves the live lane all there is again once nobody has clicked for a while', async () => {
    await track(120);
    await waitFor(readDevice(1));
    await house.clock.advance(6 * MINUTE);
    const before = house.transport.seen.length;
    await house.clock.advance(10 * MINUTE);
    expect((house.transport.seen.length - before) / 10).toBeGreaterThanOrEqual(47);
  });
});
