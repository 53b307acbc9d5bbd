import { defaultProfile } from '@core/service/profile';
import { LiveTracking } from '@core/tracking/live-tracking';
import { associationJson, vehicleJson } from '../fleet/fake-service';
import { KeptFleet } from '../fleet/kept-fleet';
import type { Reply, SeenRequest } from '../scripted-transport';
import { House } from '../session/house';
import { attention, ids, MINUTE, SECOND } from './tracked-fleet';

/** What a request takes there and back, in the house of these tests. */
export const LATENCY = 200;

/** Live tracking over the whole way to the service: client, session, budget, ledger. */
export class TrackedHouse {
  readonly house: House;
  readonly kept: KeptFleet;
  readonly live: LiveTracking;

  private constructor(house: House, kept: KeptFleet) {
    this.house = house;
    this.kept = kept;
    const { clock, service, budget } = house;
    const { fleet, store } = kept;
    this.live = new LiveTracking({
      ...{ service, clock, fleet, store, profile: defaultProfile },
      perMinute: () => budget.state().limit,
      looksAtRest: () => budget.looksAtRest(),
    });
  }

  /** A fleet that is watched for ten minutes, in which nobody touches anything. */
  static async track(vehicles: number): Promise<TrackedHouse> {
    const house = await House.open();
    await house.signIn();
    house.answer((request) => answer(house, request, vehicles));
    const { clock, service, budget } = house;
    const perMinute = (): number => budget.state().limit;
    const kept = await KeptFleet.open({ clock, service, perMinute });
    const tracked = new TrackedHouse(house, kept);
    kept.start();
    tracked.live.start();
    tracked.live.attend(1, attention({ onScreen: ids(1, 100) }));
    await clock.advance(10 * MINUTE);
    return tracked;
  }

  stop(): void {
    this.live.stop();
    this.kept.stop();
  }
}

function answer(house: House, { plainPath, query }: SeenRequest, vehicles: number): Reply {
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
