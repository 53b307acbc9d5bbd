import type { AppError } from '@contract/errors';
import { openStreetMap, type NewOnlineMap } from '@contract/online-maps';
import { MapSources } from '@core/map-sources/map-sources';
import { VirtualClock } from '../virtual-clock';
import { mapWorld, tileAnswer } from './map-world';

/** An online map as a person adds it. */
export const map: NewOnlineMap = {
  ...openStreetMap,
  name: 'Office',
  address: 'https://tiles.office.example/{z}/{x}/{y}.png',
};

/** One of its tiles. */
export const place = { z: 10, x: 379, y: 580 };

/** What a server says of a tile that is fresh for a day. */
export const day = 'max-age=86400';

/** Map sources on ports in memory, with a server that answers as a test says. */
export class OnlineMaps {
  readonly clock = new VirtualClock();
  readonly world = mapWorld(this.clock);
  sources!: MapSources;

  static async open(): Promise<OnlineMaps> {
    const made = new OnlineMaps();
    made.sources = await MapSources.open(made.world);
    return made;
  }

  /** Adds the map, with an answer that is kept by no cache, and forgets the question. */
  async add(more: Partial<NewOnlineMap> = {}): Promise<void> {
    this.world.tileNetwork.answer = () => tileAnswer({ 'cache-control': 'no-store' });
    await this.sources.addOnline({ ...map, ...more });
    this.world.tileNetwork.asked.length = 0;
  }

  /** Addresses that were asked for. */
  asked(): string[] {
    return this.world.tileNetwork.asked.map(({ url }) => url);
  }

  fault(): AppError | null {
    return this.sources.state().sources[0]?.fault ?? null;
  }

  async restart(): Promise<void> {
    await this.sources.close();
    this.sources = await MapSources.open(this.world);
  }
}
