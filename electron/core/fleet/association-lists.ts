import type { AssociationSide } from '@contract/associations';
import type { Lane } from '@contract/budget';
import type {
  DeviceAssociationRecord,
  UserAssociationRecord,
} from '../service/decoders/associations';
import type { RecordList } from '../service/decoders/records';
import type { Service } from '../service/service';
import { SharedReads } from '../shared-reads';

/** One page of a vehicle's associations, as it is asked for. */
export interface AssociationPage {
  vehicleId: string;
  limit: number;
  page: number;
}

/** The associations of a side as the service lists them. */
export interface ListedAssociations {
  devices: readonly DeviceAssociationRecord[];
  users: readonly UserAssociationRecord[];
}

type AssociationRecord = DeviceAssociationRecord | UserAssociationRecord;

interface PartialList {
  records: Map<string, AssociationRecord>;
  nextPage: number;
  /** Something was changed since it was begun: what was read may lack it. */
  isOutdated: boolean;
}

const PAGE_SIZE = 100;
/** Vehicles rarely have more than this: a shorter page is taken for the last one. */
const FULL_PAGE = 10;
/** A list of more pages than this never ends: nobody puts so many on one vehicle. */
const MOST_PAGES = 50;

/**
 * Lists associations page by page, a vehicle and side at a time: whole where somebody waits, or a
 * page a slot in the live lane. What was changed while a list was on its way makes it begin again.
 */
export class AssociationLists {
  readonly #service: Service;
  readonly #onListed: <S extends AssociationSide>(
    side: S,
    vehicleId: string,
    records: ListedAssociations[S],
  ) => void;
  readonly #partials = new Map<string, PartialList>();
  /** How often each list was completed, so that one of two readers is enough. */
  readonly #rounds = new Map<string, number>();
  readonly #reads = new SharedReads<void>();

  constructor(options: {
    service: Service;
    onListed: <S extends AssociationSide>(
      side: S,
      vehicleId: string,
      records: ListedAssociations[S],
    ) => void;
  }) {
    this.#service = options.service;
    this.#onListed = options.onListed;
  }

  /** The call that brings a vehicle's next page of a side. */
  next(side: AssociationSide, vehicleId: string): AssociationPage {
    const page = this.#partial(side, vehicleId).nextPage;
    return { vehicleId, limit: PAGE_SIZE, page };
  }

  /** Takes the answer to {@link next}; answers whether the list is complete with it. */
  take<S extends AssociationSide>(
    side: S,
    { vehicleId, page }: { vehicleId: string; page?: number | undefined },
    list: RecordList<ListedAssociations[S][number]>,
  ): boolean {
    const partial = this.#partial(side, vehicleId);
    // The answer to a page that another reader has brought already.
    if (page !== partial.nextPage) return false;
    if (partial.isOutdated) {
      this.#partials.delete(keyOf(side, vehicleId));
      return false;
    }
    const known = partial.records.size;
    for (const record of list.records) partial.records.set(record.id, record);
    const isFull = list.size >= FULL_PAGE && partial.records.size > known;
    if (isFull && partial.nextPage < MOST_PAGES) {
      partial.nextPage++;
      return false;
    }
    this.#partials.delete(keyOf(side, vehicleId));
    this.#rounds.set(keyOf(side, vehicleId), this.#roundOf(side, vehicleId) + 1);
    // The pages of a side hold nothing but records of that side.
    this.#onListed(side, vehicleId, [...partial.records.values()] as never);
    return true;
  }

  /** Lists one side of a vehicle whole, once for all who wait for it. @throws FleetdeskError */
  read(side: AssociationSide, vehicleId: string, lane: Lane, signal?: AbortSignal): Promise<void> {
    return this.#reads.join(`${keyOf(side, vehicleId)} ${lane}`, signal, (shared) =>
      this.#read(side, vehicleId, lane, shared),
    );
  }

  /** Associations of a vehicle were changed: lists that are under way may not know it yet. */
  outdate(vehicleId: string): void {
    for (const side of ['devices', 'users'] as const) {
      const partial = this.#partials.get(keyOf(side, vehicleId));
      if (partial !== undefined) partial.isOutdated = true;
    }
  }

  /** Gives up what is under way. */
  stop(): void {
    this.#reads.stop();
    this.#partials.clear();
  }

  async #read(
    side: AssociationSide,
    vehicleId: string,
    lane: Lane,
    signal: AbortSignal,
  ): Promise<void> {
    const round = this.#roundOf(side, vehicleId);
    while (this.#roundOf(side, vehicleId) === round) {
      await this.#readPage(side, this.next(side, vehicleId), { lane, signal });
    }
  }

  #roundOf(side: AssociationSide, vehicleId: string): number {
    return this.#rounds.get(keyOf(side, vehicleId)) ?? 0;
  }

  async #readPage(
    side: AssociationSide,
    page: AssociationPage,
    options: { lane: Lane; signal: AbortSignal },
  ): Promise<void> {
    if (side === 'devices') {
      this.take(side, page, await this.#service.call('deviceAssociations.list', page, options));
    } else {
      this.take(side, page, await this.#service.call('userAssociations.list', page, options));
    }
  }

  #partial(side: AssociationSide, vehicleId: string): PartialList {
    const key = keyOf(side, vehicleId);
    let partial = this.#partials.get(key);
    if (partial === undefined) {
      partial = { records: new Map(), nextPage: 1, isOutdated: false };
      this.#partials.set(key, partial);
    }
    return partial;
  }
}

function keyOf(side: AssociationSide, vehicleId: string): string {
  return `${side} ${vehicleId}`;
}
