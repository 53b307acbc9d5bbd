import { fail, FleetdeskError, succeed, type Result } from '@contract/errors';
import type { Trouble } from '@contract/outbox';
import { isLocalKey } from '@contract/records';
import type { StoredEntry, ToldRecord } from '../../ports/store';
import { toTold } from '../../service/resources/codec';
import type { Choice } from '../../service/service';
import { compareUpdate } from '../entries/conflicts';
import type { Courier, Delivery, Pack } from './courier';
import type { DeleteChecks } from './delete-checks';
import type { LostAnswers } from './lost-answers';
import { matchCreated, packWith } from './packing';
import type { Results } from './results';
import { callFor, changeOperationOf } from './change-operations';
import { recordsIn, toStoredAssociation } from './service-records';
import type { Tools } from './tools';

/** Sends waiting changes, each kind in its way, and writes down what came of it. */
export class Senders {
  readonly #tools: Tools;
  readonly #results: Results;
  readonly #lostAnswers: LostAnswers;
  readonly #courier: Courier;
  readonly #checks: DeleteChecks;

  constructor(
    tools: Tools,
    parts: { results: Results; lostAnswers: LostAnswers; courier: Courier; checks: DeleteChecks },
  ) {
    this.#tools = tools;
    this.#results = parts.results;
    this.#lostAnswers = parts.lostAnswers;
    this.#courier = parts.courier;
    this.#checks = parts.checks;
  }

  /** Sends a change, with those of the `ready` ones that can go along. */
  async send(entry: StoredEntry, ready: Iterable<StoredEntry>): Promise<void> {
    switch (entry.kind) {
      case 'update':
        return this.#update(entry);
      case 'delete':
        return this.#delete(entry, ready);
      default:
        return this.#sendPack(entry, ready);
    }
  }

  async #update(entry: StoredEntry): Promise<void> {
    const current = await this.#lostAnswers.readAhead(entry);
    if (current === null) return;
    const { collection } = entry.subject;
    const { told, isOld } = current;
    const { send, conflicts } = compareUpdate(collection, entry, told.fields);
    if (conflicts.length > 0) {
      const trouble: Trouble = { kind: 'conflict', fields: [...conflicts] };
      return this.#results.stuck(entry, trouble, { told: isOld ? null : told });
    }
    if (Object.keys(send).length === 0) {
      return this.#results.updated(entry, told, { sent: {}, answer: null });
    }
    const { profile } = this.#tools;
    const call = attempt(() => callFor([entry], profile, send));
    if (!call.ok) return this.#results.refused(entry, call.error);
    const delivery = await this.#courier.send([entry], call.data);
    if (delivery.kind !== 'answered') return this.#settleFailure(delivery);
    const [sent] = delivery.entries;
    const answer = this.#answeredRecords(sent, delivery.output).find(
      ({ id }) => id === entry.subject.key,
    );
    await this.#results.updated(sent, told, { sent: send, answer: answer ?? null });
  }

  async #delete(entry: StoredEntry, ready: Iterable<StoredEntry>): Promise<void> {
    if (isLocalKey(entry.subject.key)) return this.#results.dropLocal(entry);
    const versions = new Map<string, StoredEntry>();
    for (const { entry: each } of await this.#packWith(entry, ready)) {
      const version = await this.#checks.check(each);
      if (version !== null) versions.set(each.id, version);
    }
    // Reading takes its time: what was taken back meanwhile stays.
    const { book } = this.#tools.journal;
    const [first, ...rest] = [...versions.keys()].flatMap((id) => {
      const now = book.get(id);
      return now !== undefined && this.#checks.isStillTrue(now) ? [now] : [];
    });
    if (first === undefined) return;
    const pack: Pack = [first, ...rest];
    const delivery = await this.#courier.send(pack, callFor(pack, this.#tools.profile), versions);
    if (delivery.kind !== 'answered') return this.#settleFailure(delivery);
    await this.#results.deleted(delivery.entries);
  }

  async #sendPack(entry: StoredEntry, ready: Iterable<StoredEntry>): Promise<void> {
    const [first, ...rest] = await this.#packWith(entry, ready);
    if (first === undefined) return;
    const pack: Pack = [first.entry, ...rest.map(({ entry }) => entry)];
    const call = rest.length === 0 ? first.call : callFor(pack, this.#tools.profile);
    const delivery = await this.#courier.send(pack, call);
    if (delivery.kind !== 'answered') return this.#settleFailure(delivery);
    await this.#settle(delivery.entries, delivery.output);
  }

  /**
   * The changes that go out with one. What can't even be written as a request needs a person, and
   * holds up no neighbor.
   */
  async #packWith(
    entry: StoredEntry,
    ready: Iterable<StoredEntry>,
  ): Promise<{ entry: StoredEntry; call: Choice }[]> {
    const { profile } = this.#tools;
    const operation = attempt(() => changeOperationOf(entry, profile));
    if (!operation.ok) {
      await this.#results.refused(entry, operation.error);
      return [];
    }
    const valid: { entry: StoredEntry; call: Choice }[] = [];
    for (const each of packWith(entry, ready, profile)) {
      if (each.kind === 'delete' && isLocalKey(each.subject.key)) continue;
      const call = attempt(() => callFor([each], profile));
      if (call.ok) valid.push({ entry: each, call: call.data });
      else await this.#results.refused(each, call.error);
    }
    return valid;
  }

  /** The service answered a pack with success. */
  async #settle(entries: Pack, output: unknown): Promise<void> {
    const [first] = entries;
    switch (first.kind) {
      case 'create':
        return this.#settleCreated(entries, this.#answeredRecords(first, output));
      case 'associate':
        return this.#settleAssociated(entries, output);
      case 'dissociate':
        return this.#results.dissociated(entries);
      case 'makeMain':
        return this.#results.madeMain(first);
      case 'activate':
      case 'deactivate':
        return this.#results.situated(first);
      case 'update':
      case 'delete':
        // These are settled where they are sent.
        return;
    }
  }

  async #settleCreated(entries: Pack, records: readonly ToldRecord[]): Promise<void> {
    const created = matchCreated(entries, records);
    await this.#results.created(entries, created);
    // A success that does not name the record: only a look can tell what it is called.
    for (const entry of entries)
      if (!created.has(entry.id)) await this.#courier.lose([entry], null);
  }

  async #settleAssociated(entries: Pack, output: unknown): Promise<void> {
    const answered = recordsIn(output);
    for (const entry of entries) {
      const { side, subject, other, fields } = entry;
      const found = answered.find((record) => {
        if (!('vehicleId' in record)) return false;
        const otherId = 'device' in record ? record.device?.id : record.userId;
        return otherId === other?.key && (record.vehicleId ?? subject.key) === subject.key;
      });
      const association =
        found !== undefined && 'vehicleId' in found && side !== null
          ? toStoredAssociation(found, side, subject.key)
          : null;
      if (found === undefined || association === null) {
        await this.#courier.lose([entry], null);
        continue;
      }
      const isUntold = 'isMainDevice' in found && found.isMainDevice === null;
      const isMain = isUntold ? fields['isMain'] === 1 : association.isMain;
      await this.#results.associated(entry, { ...association, isMain });
    }
  }

  /** Nothing was sent, or the service does not want it. */
  async #settleFailure(delivery: Exclude<Delivery, { kind: 'answered' }>): Promise<void> {
    if (delivery.kind === 'none') return;
    const { entries, error, kind } = delivery;
    const [first, ...rest] = entries;
    if (rest.length > 0) return this.#courier.halve(entries);
    const isMaking = first.kind === 'create' || first.kind === 'associate';
    // A gateway answers "not found", too: a second, different question has to say the same.
    if (kind === 'missing' && !isMaking) return this.#courier.lose([first], error);
    // "Already associated" is what was wanted, where it is with this very vehicle. And a plate that
    // is in use may be in use by what this very change made.
    if (first.kind === 'associate' || first.wasInDoubt) return this.#lookAtRefused(first, error);
    return this.#results.refused(first, error.error);
  }

  /** A change counts as refused only where a look shows that the service does not have it. */
  async #lookAtRefused(entry: StoredEntry, error: FleetdeskError): Promise<void> {
    this.#tools.failures.set(entry.id, error.error);
    try {
      await this.#lostAnswers.lookOr(entry, () => this.#results.refused(entry, error.error));
    } catch {
      await this.#courier.lose([entry], error);
    }
  }

  #answeredRecords({ subject }: StoredEntry, output: unknown): ToldRecord[] {
    const { collection } = subject;
    return recordsIn(output).flatMap((record) =>
      'vehicleId' in record ? [] : [toTold(collection, record, 'write')],
    );
  }
}

/** What an action makes, or why it can't. */
function attempt<T>(action: () => T): Result<T> {
  try {
    return succeed(action());
  } catch (caught) {
    return fail(FleetdeskError.from(caught));
  }
}
