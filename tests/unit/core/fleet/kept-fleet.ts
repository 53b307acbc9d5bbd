import type { CollectionName } from '@contract/collections';
import type { RecordsPatch } from '@contract/records';
import type { FleetPatch } from '@contract/vehicles';
import { openInlineStore } from '@adapters/store/inline-store';
import { Associations } from '@core/fleet/associations';
import { Fleet } from '@core/fleet/fleet';
import { RecordNews } from '@core/fleet/record-news';
import { Records } from '@core/fleet/records';
import type { Clock } from '@core/ports/clock';
import type { Store } from '@core/ports/store';
import { defaultProfile, type Profile } from '@core/service/profile';
import type { Service } from '@core/service/service';

/** What a kept fleet is built on. */
export interface KeptFleetParts {
  clock: Clock;
  service: Service;
  /** One in memory, where none is given. */
  store?: Store;
  profile?: Profile;
  perMinute?: () => number;
}

/** Everything that keeps the records of one identity, on the real store, as the app builds it. */
export class KeptFleet {
  readonly store: Store;
  readonly news: RecordNews;
  readonly records: Records;
  readonly associations: Associations;
  readonly fleet: Fleet;
  readonly patches: FleetPatch[] = [];
  readonly recordPatches: RecordsPatch[] = [];

  private constructor(parts: KeptFleetParts, store: Store) {
    const { clock, service, profile = defaultProfile, perMinute = () => 48 } = parts;
    const news = new RecordNews();
    const shared = { store, service, clock, news, perMinute };
    this.store = store;
    this.news = news;
    this.records = new Records({ ...shared, profile });
    this.associations = new Associations(shared);
    const { records, associations } = this;
    this.fleet = new Fleet({ store, clock, news, records, associations });
    this.fleet.subscribe((patch) => this.patches.push(patch));
    this.records.subscribe((patch) => this.recordPatches.push(patch));
  }

  static async open(parts: KeptFleetParts): Promise<KeptFleet> {
    return new KeptFleet(parts, parts.store ?? (await openInlineStore(null, '')));
  }

  start(): void {
    this.records.start();
    this.associations.start();
    this.fleet.start();
  }

  stop(): void {
    this.fleet.stop();
    this.associations.stop();
    this.records.stop();
  }

  wake(): void {
    this.records.wake();
    this.associations.wake();
  }

  /** Keys of all kept records of a collection, without those that are gone. */
  async keys(collection: CollectionName): Promise<string[]> {
    return (await this.store.rows(collection, null, 100_000)).map(({ key }) => key);
  }
}
