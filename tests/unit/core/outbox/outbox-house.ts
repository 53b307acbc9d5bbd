import type { CollectionName } from '@contract/collections';
import type { OutboxEntry } from '@contract/outbox';
import type { SessionState } from '@contract/session';
import { Capabilities } from '@core/capabilities/capabilities';
import { openInlineStore } from '@adapters/store/inline-store';
import { toTold } from '@core/service/resources/codec';
import { RecordNews } from '@core/fleet/record-news';
import { decodeList, decodeRecord } from '@core/service/decoders/records';
import { Outbox } from '@core/outbox/outbox';
import type { LinkState } from '@core/outbox/sending/estimates';
import type { Store, StoredRecord } from '@core/ports/store';
import type { Profile } from '@core/service/profile';
import { Feed } from '@core/feed';
import { seeded } from '../../../bench/seeded';
import { VirtualClock } from '../virtual-clock';
import { DemoBackedService, type FaultKind } from './demo-backed-service';

const KEY = '0'.repeat(64);

const signedIn: SessionState = {
  ...{ phase: 'signed-in', keychain: 'present', place: 'keychain', connection: null },
  ...{ username: 'ana' },
  link: { state: 'online', since: null, lastAnswerAt: null, error: null },
};

/** A line that tests switch. */
export class TestLink {
  readonly #feed = new Feed<undefined>('the test');
  #state: LinkState = 'online';

  state(): LinkState {
    return this.#state;
  }

  set(state: LinkState): void {
    this.#state = state;
    this.#feed.publish(undefined);
  }

  subscribe(listener: () => void): () => void {
    return this.#feed.subscribe(listener);
  }
}

interface HouseOptions {
  vehicles?: number;
  profile?: Profile;
  clock?: VirtualClock;
}

/** An office with an outbox on a real store, before a service that runs on the demo's handlers. */
export class OutboxHouse {
  readonly clock: VirtualClock;
  readonly service: DemoBackedService;
  readonly link = new TestLink();
  readonly news = new RecordNews();
  /** What the answers of the service teach about one user who stays signed in; a restart forgets it. */
  capabilities!: Capabilities;
  readonly faults: unknown[] = [];
  readonly #fraction = seeded(1);
  #ids = 0;
  store!: Store;
  outbox!: Outbox;

  private constructor({ clock = new VirtualClock(), ...options }: HouseOptions) {
    this.clock = clock;
    this.service = new DemoBackedService(this.clock, options);
  }

  static async open(options: HouseOptions = {}): Promise<OutboxHouse> {
    const house = new OutboxHouse(options);
    house.store = await openInlineStore(null, KEY);
    for (const collection of ['vehicles', 'devices', 'users'] as const)
      await house.sync(collection);
    await house.start();
    return house;
  }

  /** A new outbox on the same store, as after a restart. */
  async start(): Promise<void> {
    const { store, service, clock, news, link } = this;
    const permissions = new Capabilities({
      clock,
      session: { state: () => signedIn, active: () => null, subscribe: () => () => undefined },
    });
    this.capabilities = permissions;
    service.permissions = permissions;
    const profile = service.profile;
    const random = {
      fraction: this.#fraction,
      id: () => `made-here-${String((this.#ids += 1)).padStart(12, '0')}`,
    };
    const onFault = (fault: unknown): void => void this.faults.push(fault);
    this.outbox = new Outbox({
      ...{ store, service, clock, random, news, profile, link, permissions, onFault },
    });
    await this.outbox.start();
  }

  async restart(): Promise<void> {
    await this.outbox.stop();
    await this.start();
  }

  /** What the lists of the service say now is kept. */
  async sync(collection: 'vehicles' | 'devices' | 'users'): Promise<void> {
    const list = await this.service.theirs(`${collection}.list`, { limit: 100, page: 1 });
    const records =
      collection === 'vehicles'
        ? decodeList(list.body, decodeRecord).records.map((each) => toTold('vehicles', each))
        : collection === 'devices'
          ? decodeList(list.body, decodeRecord).records.map((each) => toTold('devices', each))
          : decodeList(list.body, decodeRecord).records.map((each) => toTold('users', each));
    const at = this.clock.now();
    await this.store.commit([{ kind: 'told', collection, records, pass: null, at }]);
  }

  /** Keys of a collection's first records. */
  async keys(collection: CollectionName, count: number): Promise<string[]> {
    const rows = await this.store.rows(collection, null, count);
    return rows.map(({ key }) => key);
  }

  async key(collection: CollectionName, index = 0): Promise<string> {
    const key = (await this.keys(collection, index + 1))[index];
    if (key === undefined) throw new Error(`there is no record ${index} of ${collection}`);
    return key;
  }

  async record(collection: CollectionName, key: string): Promise<StoredRecord> {
    const [record] = await this.store.records(collection, [key]);
    if (record === undefined) throw new Error(`${key} is not kept`);
    return record;
  }

  /** The open entries. */
  get entries(): OutboxEntry[] {
    return this.outbox.snapshot().entries;
  }

  /** An entry, open or not. */
  async entry(id: string): Promise<{ state: string; trouble: unknown; password: string | null }> {
    const entry = await this.store.entry(id);
    if (entry === null) throw new Error(`there is no entry ${id}`);
    return entry;
  }

  /** The next call of an operation fails in a way; those after it do not. */
  failOnce(operation: string, fault: FaultKind): void {
    this.service.fault = (called) => {
      if (called !== operation) return null;
      this.service.fault = () => null;
      return fault;
    };
  }

  /** Lets time pass. */
  async pass(milliseconds: number): Promise<void> {
    await this.clock.advance(milliseconds);
  }

  async close(): Promise<void> {
    await this.outbox.stop();
    await this.store.close();
  }
}
