import type { DayAnswer, DaySummary } from '@contract/trajectories';
import type { Fleet } from '@core/fleet/fleet';
import { defaultProfile } from '@core/service/profile';
import { Trajectories } from '@core/trajectories/trajectories';
import {
  FakeService,
  associationJson,
  failure,
  idOf,
  paged,
  vehicleJson,
} from '../fleet/fake-service';
import { KeptFleet } from '../fleet/kept-fleet';
import { VirtualClock } from '../virtual-clock';

const MINUTE = 60_000;

/** The vehicle whose days are read. */
export const vehicleId = idOf('V', 1);

/** What the service answers where it has no data. */
export function noData(): never {
  throw failure({ code: 'not-found' });
}

/** The days of one vehicle in São Paulo, on a fake service and a virtual clock: Tuesday noon. */
export class TrajectoriesHouse {
  readonly clock = new VirtualClock(Date.UTC(2026, 2, 10, 15));
  readonly service = new FakeService(this.clock);
  timeZone = 'America/Sao_Paulo';
  fleet!: Fleet;
  trajectories!: Trajectories;

  static async open(): Promise<TrajectoriesHouse> {
    const house = new TrajectoriesHouse();
    const { clock, service } = house;
    service
      .on(
        'vehicles.list',
        paged(() => [vehicleJson(1)]),
      )
      .on('deviceAssociations.list', () => ({ data: [associationJson(1, 7)] }))
      .on('trajectories.get', ({ filters }) => {
        const { acc } = filters as { acc: { eq: number } };
        return { data: { acc: acc.eq, dis: 12_345, spMax: 71 } };
      })
      .on('trajectories.data', ({ filters }) => {
        const { acc } = filters as { acc: { eq: number } };
        const at = Date.UTC(2026, 2, acc.eq % 100, 12) / 1000;
        return { data: [0, 30, 60].map((after) => ({ act: at + after, lat: 1, lng: 2, spd: 30 })) };
      });
    const kept = await KeptFleet.open({ clock, service });
    house.fleet = kept.fleet;
    kept.start();
    await clock.advance(MINUTE);
    kept.stop();
    service.calls.length = 0;
    house.trajectories = new Trajectories({
      service,
      clock,
      fleet: kept.fleet,
      timeZone: () => house.timeZone,
      profile: defaultProfile,
    });
    return house;
  }

  /** Lets a call run to its end on the virtual clock. */
  async finish<T>(promise: Promise<T>): Promise<T> {
    promise.catch(() => undefined);
    await this.clock.advance(5_000);
    return promise;
  }

  day(wanted: string): Promise<DayAnswer> {
    return this.finish(this.trajectories.day({ vehicleId, day: wanted }));
  }

  async days(from: string, to: string): Promise<DaySummary[]> {
    return (await this.finish(this.trajectories.days({ vehicleId, from, to }))).days;
  }
}
