import type { AssociationSide } from '@contract/associations';
import type { CollectionName } from '@contract/collections';
import { FleetdeskError } from '@contract/errors';
import type { Fields, RecordKey } from '@contract/records';
import { findPage } from '../../fleet/collection-calls';
import type { Lists, Page, PageQuery } from '../../fleet/list-search';
import type { StoredAssociation, ToldRecord } from '../../ports/store';
import { CallFailure } from '../../service/call-failure';
import type { OperationOutput } from '../../service/operations';
import { operationFor } from '../../service/resources';
import { toTold } from '../../service/resources/codec';
import type { CallOptions, Service } from '../../service/service';

/** Pages of one vehicle's associations that are read at most; beyond them nobody can tell. */
const MOST_PAGES = 10;

/** No service cuts its pages shorter than this: fewer items are all there are. */
const SHORTEST_CUT = 10;

/** Reads records and associations from the service, on behalf of changes. */
export class ServiceRecords implements Lists {
  readonly #service: Service;
  readonly #options: CallOptions;
  readonly #pageSize: number;
  readonly #onRequest: () => void;

  /** @param options `lane`: the outbox's where it is missing */
  constructor(options: {
    service: Service;
    signal: AbortSignal;
    pageSize: number;
    lane?: CallOptions['lane'];
    /** Told of each request, before it is made. */
    onRequest?: () => void;
  }) {
    this.#service = options.service;
    this.#options = { lane: options.lane ?? 'outbox', signal: options.signal };
    this.#pageSize = options.pageSize;
    this.#onRequest = options.onRequest ?? (() => undefined);
  }

  /** A record as the service has it now; null where it has none of this name. */
  async read(collection: CollectionName, id: string): Promise<ToldRecord | null> {
    const get = operationFor(collection, 'get');
    if (get === null) return null;
    this.#onRequest();
    try {
      return toTold(collection, await this.#service.call(get, { id }, this.#options));
    } catch (caught) {
      if (caught instanceof CallFailure && caught.error.code === 'not-found') return null;
      throw caught;
    }
  }

  /** One page of a collection's list. */
  list(collection: CollectionName, query: PageQuery): Promise<Page> {
    this.#onRequest();
    return findPage(this.#service, collection, query, this.#options);
  }

  /**
   * One side of a vehicle's associations in force; null where the vehicle is gone.
   * @throws FleetdeskError `bad-response` where the list does not end
   */
  async associations(
    vehicleId: string,
    side: AssociationSide,
  ): Promise<readonly StoredAssociation[] | null> {
    const found = new Map<RecordKey, StoredAssociation | null>();
    for (let page = 1; page <= MOST_PAGES; page += 1) {
      const before = found.size;
      const size = await this.#associationsPage({ vehicleId, side, page, found });
      if (size === null) return null;
      // The same page again: paging is not honoured, and this is all there is.
      const isAgain = page > 1 && found.size === before;
      if (size < SHORTEST_CUT || isAgain) {
        return [...found.values()].filter((association) => association !== null);
      }
    }
    throw new FleetdeskError({
      code: 'bad-response',
      reason: 'unexpected-shape',
      message: `The list of a vehicle's ${side} does not end.`,
    });
  }

  async #associationsPage(options: {
    vehicleId: string;
    side: AssociationSide;
    page: number;
    /** By their keys; those that are over are null. */
    found: Map<RecordKey, StoredAssociation | null>;
  }): Promise<number | null> {
    const { vehicleId, side, page, found } = options;
    const input = { vehicleId, limit: this.#pageSize, page };
    this.#onRequest();
    try {
      const list = await this.#service.call(`${sideNames[side]}.list`, input, this.#options);
      for (const record of list.records) {
        found.set(record.id, toStoredAssociation(record, side, vehicleId));
      }
      return list.size;
    } catch (caught) {
      if (caught instanceof CallFailure && caught.error.code === 'not-found') return null;
      throw caught;
    }
  }
}

const sideNames = { devices: 'deviceAssociations', users: 'userAssociations' } as const;

type AssociationRecord =
  | OperationOutput<'deviceAssociations.create'>['records'][number]
  | OperationOutput<'userAssociations.create'>['records'][number];

type WrittenRecord =
  | AssociationRecord
  | OperationOutput<'vehicles.create'>['records'][number]
  | OperationOutput<'devices.create'>['records'][number]
  | OperationOutput<'chips.update'>['records'][number]
  | OperationOutput<'users.create'>['records'][number];

/** The records that a write answered; none where it answered success alone. */
export function recordsIn(output: unknown): readonly WrittenRecord[] {
  const isList = typeof output === 'object' && output !== null && 'records' in output;
  // Only decoders of the catalogue make outputs, and those of writes make lists of these.
  return isList ? (output.records as readonly WrittenRecord[]) : [];
}

/** An association as it is kept; null where it is over, or names nobody. */
export function toStoredAssociation(
  record: AssociationRecord,
  side: AssociationSide,
  vehicleKey: RecordKey,
): StoredAssociation | null {
  const otherKey = 'device' in record ? record.device?.id : record.userId;
  if (record.deletedAt !== null || otherKey === undefined || otherKey === null) return null;
  return {
    key: record.id,
    side,
    vehicleKey,
    otherKey,
    isMain: 'isMainDevice' in record && record.isMainDevice === true,
    createdAt: record.createdAt,
    mark: 'none',
    pendingMain: null,
  };
}

/**
 * A record of which a write answered a part: what was known, what was sent and what came back, the
 * later over the earlier.
 */
export function mergeTold(
  known: Pick<ToldRecord, 'fields' | 'raw' | 'unread'> | null,
  sent: Fields,
  answer: ToldRecord,
): ToldRecord {
  return {
    id: answer.id,
    fields: { ...known?.fields, ...sent, ...answer.fields },
    raw: known === null ? answer.raw : mergeRaw(known.raw, answer.raw),
    unread: known?.unread ?? answer.unread,
  };
}

function mergeRaw(known: ToldRecord['raw'], answer: ToldRecord['raw']): ToldRecord['raw'] {
  const merged: Record<string, unknown> = { ...known, ...answer };
  for (const part of ['attributes', 'relationships']) {
    const before = known[part];
    const after = answer[part];
    if (isObject(before) && isObject(after)) merged[part] = { ...before, ...after };
  }
  return merged;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
