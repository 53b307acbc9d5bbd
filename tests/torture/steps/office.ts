import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { openInlineStore } from '@adapters/store/inline-store';
import { Feed } from '@core/feed';
import { RecordNews } from '@core/fleet/record-news';
import { toTold } from '@core/service/resources/codec';
import { Outbox } from '@core/outbox/outbox';
import type { LinkState } from '@core/outbox/sending/estimates';
import type { Store, ToldRecord } from '@core/ports/store';
import { toStoredAssociation } from '@core/outbox/sending/service-records';
import {
  decodeDeviceAssociation,
  decodeUserAssociation,
} from '@core/service/decoders/associations';
import { decodeList, decodeRecord } from '@core/service/decoders/records';
import type { Profile } from '@core/service/profile';
import { seeded } from '../../bench/seeded';
import { DemoBackedService, type FaultKind } from '../../unit/core/outbox/demo-backed-service';
import { VirtualClock } from '../../unit/core/virtual-clock';
import type { Place } from './deeds';
import { Life, mortalStore } from './mortal-store';

const KEY = 'a5'.repeat(32);

/** The office of the model test: an outbox that can be killed, on a store file that outlives it. */
export class Office {
  readonly clock = new VirtualClock();
  readonly service: DemoBackedService;
  readonly news = new RecordNews();
  /** What went wrong inside the outbox itself. */
  readonly faults: unknown[] = [];
  readonly #file: string;
  #lives = 0;
  readonly #link = new Feed<undefined>('the test');
  readonly #fraction: () => number;
  #state: LinkState = 'online';
  #ids = 0;
  #life = new Life();
  #faults: { kind: FaultKind; left: number; on: 'reads' | 'writes' | 'all' }[] = [];
  /** Faults that struck a call, in their order. */
  readonly struck: FaultKind[] = [];
  fullCommits = 0;
  store!: Store;
  outbox!: Outbox;

  private constructor(file: string, seed: number, profile: Profile) {
    this.#file = file;
    this.#fraction = seeded(seed);
    this.service = new DemoBackedService(this.clock, { vehicles: 6, profile });
    this.service.fault = (operation, input) => this.#nextFault(operation, input);
  }

  /** Opens an office on a new file. */
  static async open(file: string, seed: number, profile: Profile): Promise<Office> {
    const office = new Office(file, seed, profile);
    office.store = await openInlineStore(office.#path, KEY);
    for (const place of ['vehicles', 'devices', 'users'] as const) await office.sync(place);
    await office.#begin();
    return office;
  }

  /** The file of this life: each has its own, so that the last one can be left as it lies. */
  get #path(): string {
    return `${this.#file}-${this.#lives}`;
  }

  async #begin(): Promise<void> {
    this.#life = new Life();
    this.service.beginLife();
    const { clock, service, news } = this;
    const life = this.#life;
    const store = mortalStore(this.store, life, {
      clock,
      takesRoom: () => {
        this.fullCommits -= 1;
        return this.fullCommits < 0;
      },
    });
    const link = {
      state: () => this.#state,
      subscribe: (listener: () => void) => this.#link.subscribe(listener),
    };
    const random = {
      fraction: this.#fraction,
      id: () => `made-here-${String((this.#ids += 1)).padStart(12, '0')}`,
    };
    const onFault = (fault: unknown): void => {
      if (!life.isOver) this.faults.push(fault);
    };
    const { profile } = service;
    this.outbox = new Outbox({ store, service, clock, random, news, profile, link, onFault });
    await this.end(this.outbox.start());
  }

  set line(state: LinkState) {
    this.#state = state;
    this.#link.publish(undefined);
  }

  addFault(kind: FaultKind, times: number, on: 'reads' | 'writes' | 'all'): void {
    this.#faults.push({ kind, left: times, on });
  }

  /** From now on everything goes well. */
  heal(): void {
    this.#faults = [];
    this.fullCommits = 0;
    this.service.isOnline = true;
    this.line = 'online';
  }

  #nextFault(operation: string, input: Readonly<Record<string, unknown>>): FaultKind | null {
    const isRead = operation.endsWith('.get') || operation.endsWith('.list');
    const rows = input['data'] ?? input['ids'];
    const isList = Array.isArray(rows) && rows.length > 1;
    const fault = this.#faults.find(
      ({ kind, on }) =>
        (on === 'all' || (on === 'reads') === isRead) && (isList || kind !== 'partly'),
    );
    if (fault === undefined) return null;
    fault.left -= 1;
    if (fault.left <= 0) this.#faults = this.#faults.filter((each) => each !== fault);
    this.struck.push(fault.kind);
    return fault.kind;
  }

  /** Lets a promise come to its end; time passes as it needs. */
  async end<T>(promise: Promise<T>): Promise<T> {
    let isDone = false;
    promise.then(
      () => (isDone = true),
      () => (isDone = true),
    );
    for (let waited = 0; !isDone && waited < 2_000; waited += 1) await this.clock.advance(1);
    if (!isDone) throw new Error('Nothing came of it within two seconds.');
    return promise;
  }

  /**
   * The app is gone from one moment to the next, and starts again on what lay on the disk then:
   * the file and its log, which nobody has tidied up.
   */
  async crash(): Promise<void> {
    this.#life.isOver = true;
    const before = this.#path;
    const abandoned = this.store;
    this.#lives += 1;
    // At once, for nothing else goes on meanwhile: a busy machine is slow to come back to a task.
    copyFileSync(before, this.#path);
    if (existsSync(`${before}-wal`)) copyFileSync(`${before}-wal`, `${this.#path}-wal`);
    await abandoned.close();
    remove(before);
    this.store = await openInlineStore(this.#path, KEY);
    await this.#begin();
  }

  /** The app ends in good order, and starts again. */
  async restart(): Promise<void> {
    await this.end(this.outbox.stop());
    await this.crash();
  }

  /** Everything of a list is read and kept, as a sync does. */
  async sync(place: Place): Promise<void> {
    const { body } = await this.service.theirs(`${place}.list`, { limit: 100, page: 1 });
    const records = toldList(place, body);
    const at = this.clock.now();
    await this.store.commit([{ kind: 'told', collection: place, records, pass: null, at }]);
    if (place !== 'vehicles') return;
    for (const { id } of records) await this.#listAssociations(id);
  }

  async #listAssociations(vehicleKey: string): Promise<void> {
    const at = this.clock.now();
    const input = { vehicleId: vehicleKey, limit: 100 };
    const devices = await this.service.theirs('deviceAssociations.list', input);
    const users = await this.service.theirs('userAssociations.list', input);
    await this.store.commit([
      {
        ...{ kind: 'associationsListed', vehicleKey, side: 'devices', at },
        associations: decodeList(devices.body, decodeDeviceAssociation).records.flatMap(
          (each) => toStoredAssociation(each, 'devices', vehicleKey) ?? [],
        ),
      },
      {
        ...{ kind: 'associationsListed', vehicleKey, side: 'users', at },
        associations: decodeList(users.body, decodeUserAssociation).records.flatMap(
          (each) => toStoredAssociation(each, 'users', vehicleKey) ?? [],
        ),
      },
    ]);
  }

  async close(): Promise<void> {
    this.#life.isOver = true;
    await this.store.close();
    remove(this.#path);
  }
}

function remove(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
}

/** The records of a list as they are kept. */
export function toldList(place: Place, body: unknown): ToldRecord[] {
  switch (place) {
    case 'vehicles':
      return decodeList(body, decodeRecord).records.map((each) => toTold('vehicles', each));
    case 'devices':
      return decodeList(body, decodeRecord).records.map((each) => toTold('devices', each));
    case 'users':
      return decodeList(body, decodeRecord).records.map((each) => toTold('users', each));
  }
}
