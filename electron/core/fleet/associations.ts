import {
  associationSides,
  type AssociationSide,
  type FormerAssociation,
  type PlaceOfOther,
  type ReverseAssociations,
  type VehicleAssociations,
} from '@contract/associations';
import { isLocalKey, type RecordKey } from '@contract/records';
import { inSlices } from '../in-slices';
import type { Clock } from '../ports/clock';
import type { ListedVehicle } from '../ports/listed-vehicle';
import type { DeviceTerm, Store, StoredAssociation } from '../ports/store';
import type {
  DeviceAssociationRecord,
  UserAssociationRecord,
} from '../service/decoders/associations';
import type { Service } from '../service/service';
import { AssociationLabels } from './association-labels';
import { AssociationLists, type ListedAssociations } from './association-lists';
import { AssociationRound } from './association-round';
import { AssociationViews, type FormerOf } from './association-views';
import { mainAmong, mainOf, toEnded } from './device-associations';
import { MainDevices } from './main-devices';
import type { RecordEvent, RecordNews } from './record-news';
import { backgroundRate, listSpacing } from './sync-terms';

/** What the associations need. */
export interface AssociationsOptions {
  store: Store;
  service: Service;
  clock: Clock;
  news: RecordNews;
  /** Requests a minute of the whole budget. */
  perMinute: () => number;
  /** What is read of the store before, at a start. */
  first?: () => Promise<void>;
}

/** Vehicles read of the store at once: some milliseconds' worth. */
const PAGE = 500;

/**
 * Which devices and people are on which vehicle: kept in the store, listed per vehicle as the
 * budget allows, and again after changes, when the service denies a position, and weekly. Make a
 * new one for every sign-in and `stop` it at sign-out.
 */
export class Associations {
  /** Which device a vehicle's position comes from. */
  readonly mainDevices: MainDevices;
  readonly #options: AssociationsOptions;
  readonly #lists: AssociationLists;
  readonly #labels: AssociationLabels;
  readonly #views: AssociationViews;
  readonly #round: AssociationRound;
  readonly #listedAt: Readonly<Record<AssociationSide, Map<string, number>>> = {
    devices: new Map(),
    users: new Map(),
  };
  readonly #vehicles = new Set<string>();
  /** Sides on which something waited to be sent when last looked at, by vehicle. */
  readonly #waiting = new Map<RecordKey, ReadonlySet<AssociationSide>>();
  #loading: Promise<void> | null = null;
  #unsubscribe: (() => void) | null = null;
  #isTelling = false;
  #givesWay: () => boolean = () => false;

  constructor(options: AssociationsOptions) {
    this.#options = options;
    this.#labels = new AssociationLabels(options.store);
    this.#views = new AssociationViews({ ...options, labels: this.#labels });
    this.#lists = new AssociationLists({
      service: options.service,
      onListed: (side, vehicleId, records) => this.#take(side, vehicleId, records),
    });
    this.mainDevices = new MainDevices({ clock: options.clock, lists: this.#lists });
    this.#round = new AssociationRound({
      service: options.service,
      clock: options.clock,
      lists: this.#lists,
      vehicles: () => this.#vehicles,
      listedAt: (side) => this.#listedAt[side],
      isLeftToLive: (vehicleId) => this.mainDevices.needsList(vehicleId),
      spacing: () => listSpacing(options.perMinute()),
      givesWay: () => this.#givesWay(),
    });
  }

  /** Reads what is kept, so that live tracking needs no list before it begins; once. */
  load(): Promise<void> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  /** Lists what is missing from now on; harmless when already started. */
  start(): void {
    if (this.#unsubscribe !== null) return;
    this.#unsubscribe = this.#options.news.subscribe((event) => this.#follow(event));
    void this.load().then(() => {
      if (this.#unsubscribe !== null) this.#round.start();
    });
  }

  /** Ends all work; what was listed stays. */
  stop(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = null;
    this.#round.stop();
    this.#lists.stop();
  }

  /** The link is back or the session renewed: what waits for a retry runs now. */
  wake(): void {
    this.#round.wake();
  }

  /** Vehicles came to the fleet, or left it. */
  track(added: Iterable<string>, removed: Iterable<string>): void {
    const before = this.#vehicles.size;
    for (const id of added) this.#vehicles.add(id);
    if (this.#vehicles.size > before) this.#round.look();
    for (const id of removed) {
      this.#vehicles.delete(id);
      this.mainDevices.remove(id);
    }
  }

  /** The vehicles that matter most to somebody now, in that order: theirs are listed first. */
  want(vehicleIds: () => Iterable<string>): void {
    this.#round.want(vehicleIds);
  }

  /**
   * While that holds, nothing is listed that nobody asked for: its slots go to where they serve
   * somebody better.
   */
  giveWayWhile(holds: () => boolean): void {
    this.#givesWay = holds;
  }

  /** When a side of a vehicle was listed last, epoch milliseconds; null: never. */
  listedAt(side: AssociationSide, vehicleId: string): number | null {
    return this.#listedAt[side].get(vehicleId) ?? null;
  }

  /** When each device was on a vehicle, removed associations included, as it is kept. */
  deviceTerms(vehicleId: string): Promise<DeviceTerm[]> {
    return this.#options.store.deviceTerms(vehicleId);
  }

  /** One side of a vehicle's associations as it is kept. */
  ofVehicle(of: { vehicleKey: RecordKey; side: AssociationSide }): Promise<VehicleAssociations> {
    return this.#views.ofVehicle(of);
  }

  /** Lists one side of a vehicle at the service, answers what is kept. @throws FleetdeskError */
  async refresh(
    { vehicleKey, side }: { vehicleKey: RecordKey; side: AssociationSide },
    signal?: AbortSignal,
  ): Promise<VehicleAssociations> {
    const key = await this.#options.store.currentKey(vehicleKey);
    if (!isLocalKey(key)) await this.#lists.read(side, key, 'interactive', signal);
    return this.ofVehicle({ vehicleKey: key, side });
  }

  /** The vehicles of a device or user, as far as the vehicles were listed. */
  async ofOther(of: { side: AssociationSide; otherKey: RecordKey }): Promise<ReverseAssociations> {
    const { side } = of;
    const items = await this.#views.ofOther(of);
    const listed = this.#listedAt[side];
    const all = [...this.#vehicles];
    const missing = all.filter((id) => !listed.has(id));
    const withheld = missing.filter((id) => this.#round.isWithheld(side, id)).length;
    const expected = missing.length - withheld;
    return {
      items,
      checked: all.length - missing.length,
      of: all.length,
      withheld,
      minutesToComplete: expected / backgroundRate(this.#options.perMinute()),
      isNew: await this.#views.isNew(side, of.otherKey),
      isCompleting: this.#round.isCompleting(side),
    };
  }

  /** Which vehicles these devices or users are on, as far as the vehicles were listed. */
  places(of: { side: AssociationSide; otherKeys: readonly RecordKey[] }): Promise<PlaceOfOther[]> {
    return this.#views.places(of);
  }

  /** Associations that are no more, the newest first. */
  former(of: FormerOf): Promise<FormerAssociation[]> {
    return this.#views.former(of);
  }

  /** Lists a side of all vehicles that are still missing, without pause; or stops that. */
  complete(side: AssociationSide, isWanted: boolean): void {
    this.#round.complete(side, isWanted);
  }

  /** Names of devices or users, as far as they are known. */
  labels(side: AssociationSide, keys: Iterable<RecordKey>): ReturnType<AssociationLabels['read']> {
    return this.#labels.read(side, keys);
  }

  async #load(): Promise<void> {
    const { store, first } = this.#options;
    await first?.();
    let after: RecordKey | null = null;
    try {
      for (;;) {
        // No page is asked for before the one before it is learned: others have their turn between.
        const page: ListedVehicle[] = await store.listedVehicles(after, PAGE);
        await inSlices(this.#options.clock, page, (listed) => this.#learnKept(listed));
        after = page.at(-1)?.vehicleKey ?? null;
        if (after === null) return;
      }
    } catch {
      // What can't be read of earlier lists is listed again.
    }
  }

  /** What was listed meanwhile is newer than what was kept. */
  #learnKept({ vehicleKey, listedAt, devices }: ListedVehicle): void {
    putNew(this.#listedAt.users, vehicleKey, listedAt.users);
    if (this.#listedAt.devices.has(vehicleKey)) return;
    putNew(this.#listedAt.devices, vehicleKey, listedAt.devices);
    if (listedAt.devices === null && devices.length === 0) return;
    const { device, isStandIn } = mainOf(devices);
    const age = this.#options.clock.now() - (listedAt.devices ?? 0);
    this.mainDevices.learn(vehicleKey, { device, isStandIn }, age);
  }

  /** A side of a vehicle was listed whole. */
  #take<S extends AssociationSide>(
    side: S,
    vehicleId: string,
    records: ListedAssociations[S],
  ): void {
    const found = side === 'devices' ? mainAmong(records as ListedAssociations['devices']) : null;
    const marked = found?.isStandIn === false ? found.main.id : null;
    const kept = records.flatMap((record) => this.#toStored(side, vehicleId, record, marked) ?? []);
    const at = this.#options.clock.now();
    this.#listedAt[side].set(vehicleId, at);
    if (side === 'devices') {
      const { main, isStandIn = false } = found ?? {};
      this.mainDevices.learn(vehicleId, { device: main?.device ?? null, isStandIn });
    }
    const ended =
      side === 'devices' ? (records as ListedAssociations['devices']).flatMap(toEnded) : [];
    void this.#keep(side, vehicleId, kept, ended, at);
  }

  #toStored(
    side: AssociationSide,
    vehicleKey: string,
    record: DeviceAssociationRecord | UserAssociationRecord,
    main: string | null,
  ): StoredAssociation | null {
    if (record.deletedAt !== null) return null;
    const other = 'device' in record ? record.device?.id : record.userId;
    if (!other) return null;
    const { name = null, imei = null } = ('device' in record && record.device) || {};
    if ('device' in record) this.#labels.learn(other, name, imei);
    else this.#labels.learn(other, record.userName, null);
    return {
      key: record.id,
      side,
      vehicleKey,
      otherKey: other,
      isMain: record.id === main,
      createdAt: record.createdAt,
      mark: 'none',
      pendingMain: null,
      ...('nature' in record && record.nature !== null && { nature: record.nature.slice(0, 64) }),
    };
  }

  async #keep(
    side: AssociationSide,
    vehicleKey: string,
    associations: readonly StoredAssociation[],
    ended: readonly DeviceTerm[],
    at: number,
  ): Promise<void> {
    const { store } = this.#options;
    try {
      // All three at once: the next reader sees the list that was called for first.
      const [before, , after] = await Promise.all([
        store.associationsOf(vehicleKey, side),
        store.commit([{ kind: 'associationsListed', vehicleKey, side, associations, ended, at }]),
        store.associationsOf(vehicleKey, side),
      ]);
      const isSame = JSON.stringify(before.items) === JSON.stringify(after.items);
      if (before.readAt === null || !isSame) this.#tell(vehicleKey);
    } catch {
      // What could not be kept is listed again, once the others had their turn.
      this.#listedAt[side].delete(vehicleKey);
      this.#round.putOff(side, vehicleKey);
    }
  }

  #tell(vehicleKey: RecordKey): void {
    this.#isTelling = true;
    this.#options.news.publish({ kind: 'associations', vehicleKey });
    this.#isTelling = false;
  }

  #follow(event: RecordEvent): void {
    if (event.kind === 'associations' && !this.#isTelling) void this.#catchUp(event.vehicleKey);
    if (event.kind === 'changed' && event.collection === 'devices') void this.#rename(event.keys);
  }

  /** Devices may be called otherwise now. */
  async #rename(keys: readonly RecordKey[] | null): Promise<void> {
    const used = this.mainDevices.deviceIds();
    const ids = keys === null ? used : keys.filter((key) => used.has(key));
    this.mainDevices.learnDetails(await this.#labels.readDevices(ids).catch(() => []));
  }

  /** Somebody else changed a vehicle's associations; once nothing waits, they are listed. */
  async #catchUp(vehicleKey: RecordKey): Promise<void> {
    this.#lists.outdate(vehicleKey);
    const { store } = this.#options;
    const listedAt = this.#listedAt.devices.get(vehicleKey);
    // A list that comes meanwhile says what is so now.
    const isOvertaken = (): boolean => this.#listedAt.devices.get(vehicleKey) !== listedAt;
    try {
      const [devices, users] = await Promise.all(
        associationSides.map((side) => store.associationsOf(vehicleKey, side)),
      );
      if (devices === undefined || users === undefined || isLocalKey(vehicleKey)) return;
      const main = mainOf(devices.items);
      const known = this.mainDevices.of(vehicleKey);
      const isTelling = devices.readAt !== null || main.device !== null;
      const isNew =
        known.device?.id !== main.device?.id || (known.isStandIn ?? false) !== main.isStandIn;
      if (isTelling && isNew) {
        const [device] = main.device ? await this.#labels.readDevices([main.device.id]) : [];
        const told = { device: device ?? main.device, isStandIn: main.isStandIn };
        if (!isOvertaken()) this.mainDevices.learn(vehicleKey, told);
      }
      this.#listWhatSettled(vehicleKey, { devices: devices.items, users: users.items });
    } catch {
      // The weekly list brings what could not be read now.
    }
  }

  #listWhatSettled(
    vehicleKey: string,
    items: Readonly<Record<AssociationSide, readonly StoredAssociation[]>>,
  ): void {
    const waiting = new Set(associationSides.filter((side) => items[side].some(isWaiting)));
    // What was queued before this run began leaves open on which side it was.
    const unknown = waiting.size > 0 ? [] : associationSides;
    const before = this.#waiting.get(vehicleKey) ?? unknown;
    if (waiting.size > 0) this.#waiting.set(vehicleKey, waiting);
    else this.#waiting.delete(vehicleKey);
    for (const side of before) {
      if (!waiting.has(side)) this.#round.listSoon(side, vehicleKey);
    }
  }
}

function putNew(into: Map<string, number>, id: string, at: number | null): void {
  if (at !== null && !into.has(id)) into.set(id, at);
}

function isWaiting({ mark, pendingMain }: StoredAssociation): boolean {
  return mark !== 'none' || pendingMain !== null;
}
