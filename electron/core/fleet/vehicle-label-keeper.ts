import { FleetdeskError } from '@contract/errors';
import { isLocalKey, type RecordKey } from '@contract/records';
import { changedLabels, type LabelsChange } from '@contract/vehicle-label-changes';
import {
  LABELS_AT_MOST,
  sameNamed,
  type Label,
  type Labeled,
  type VehicleLabels,
} from '@contract/vehicle-labels';
import type { Store } from '../ports/store';
import { changedNotes, readLabelNotes, type KeptLabels } from './label-notes';
import type { RecordNews } from './record-news';

const none: VehicleLabels = { labels: [], vehicles: {} };

/** What tags, groups and pins need. */
export interface VehicleLabelOptions {
  store: Pick<Store, 'note' | 'commit' | 'currentKey'>;
  news: Pick<RecordNews, 'subscribe'>;
  /** Which vehicles are pinned, and which look different in lists. */
  onChange: (labels: VehicleLabels, keys: readonly RecordKey[]) => void;
  onFault: (fault: unknown) => void;
}

/**
 * Tags, groups and pins that an office gives its vehicles. They are kept in the store alone, and
 * follow a vehicle that the service names.
 */
export class VehicleLabelKeeper {
  readonly #options: VehicleLabelOptions;
  /** One change after the other: each is made to what the one before left. */
  #last: Promise<unknown> = Promise.resolve();
  #kept: KeptLabels | null = null;
  #unsubscribe: (() => void) | null = null;

  constructor(options: VehicleLabelOptions) {
    this.#options = options;
  }

  /** Reads what is kept, so that pinned vehicles are checked more often from the start. */
  async start(): Promise<void> {
    this.#unsubscribe ??= this.#options.news.subscribe((event) => {
      if (event.kind !== 'renamed' || event.collection !== 'vehicles') return;
      this.#rename(event.from, event.to).catch(this.#options.onFault);
    });
    try {
      const labels = await this.read();
      this.#options.onChange(labels, Object.keys(labels.vehicles));
    } catch (fault) {
      this.#options.onFault(fault);
    }
  }

  /** Follows no vehicle any more. */
  stop(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = null;
  }

  /** What is known without a look into the store; nothing until `start` has read it. */
  known(): VehicleLabels {
    return this.#kept?.labels ?? none;
  }

  /** All tags, groups and pins. @throws FleetdeskError where the store can't be read */
  read(): Promise<VehicleLabels> {
    return this.#next(() => this.#load());
  }

  /**
   * Makes a change and answers what is kept then.
   * @throws FleetdeskError `invalid-request` where another one has the name or there are too many;
   * where the store can't be read or written
   */
  change(change: LabelsChange): Promise<VehicleLabels> {
    return this.#next(async () => {
      const before = await this.#load();
      const after = changedLabels(before, await this.#resolved(change));
      if ('label' in change) checkLabels(after, [change.label]);
      else if ('labels' in change) checkLabels(after, change.labels);
      return this.#keep(after);
    });
  }

  #next<Value>(task: () => Promise<Value>): Promise<Value> {
    const done = this.#last.then(task);
    this.#last = done.catch(() => undefined);
    return done;
  }

  #rename(from: RecordKey, to: RecordKey): Promise<unknown> {
    return this.#next(async () => {
      const before = await this.#load();
      const { [from]: moved, ...others } = before.vehicles;
      if (moved === undefined) return before;
      return this.#keep({ ...before, vehicles: { ...others, [to]: moved } });
    });
  }

  /** The service may have named a vehicle while somebody chose tags for it. */
  async #resolved(change: LabelsChange): Promise<LabelsChange> {
    const current = (key: RecordKey) =>
      isLocalKey(key) ? this.#options.store.currentKey(key) : Promise.resolve(key);
    if ('keys' in change) return { ...change, keys: await Promise.all(change.keys.map(current)) };
    if (!('vehicles' in change)) return change;
    const vehicles = await Promise.all(
      Object.entries(change.vehicles).map(
        async ([key, each]) => [await current(key), each] as const,
      ),
    );
    return { ...change, vehicles: Object.fromEntries(vehicles) };
  }

  async #load(): Promise<VehicleLabels> {
    if (this.#kept !== null) return this.#kept.labels;
    const read = await readLabelNotes(this.#options.store);
    const vehicles: Record<RecordKey, Labeled> = {};
    let { isOutdated } = read;
    for (const [key, labeled] of Object.entries(read.labels.vehicles)) {
      const current = isLocalKey(key) ? await this.#options.store.currentKey(key) : key;
      vehicles[current] = labeled;
      isOutdated ||= current !== key;
    }
    this.#kept = { labels: { ...read.labels, vehicles }, isOutdated };
    return this.#kept.labels;
  }

  async #keep(after: VehicleLabels): Promise<VehicleLabels> {
    const kept = this.#kept;
    if (kept === null || after === kept.labels) return after;
    const keys = keysThatDiffer(kept.labels, after);
    const changes = changedNotes(kept, after, keys.given);
    if (changes.length > 0) await this.#options.store.commit(changes);
    this.#kept = { labels: after, isOutdated: false };
    this.#options.onChange(after, [...keys.given, ...keys.renamed]);
    return after;
  }
}

/** Refuses what a change would leave: two of one name, or more than are kept. */
function checkLabels(after: VehicleLabels, changed: readonly Label[]): void {
  const refuse = (message: string): never => {
    throw new FleetdeskError({ code: 'invalid-request', message });
  };
  for (const label of changed) {
    if (sameNamed(after, label)) refuse(`Another ${label.kind} has this name.`);
  }
  for (const each of new Set(changed.map(({ kind }) => kind))) {
    const count = after.labels.filter(({ kind }) => kind === each).length;
    if (count > LABELS_AT_MOST) refuse(`At most ${String(LABELS_AT_MOST)} ${each}s can be kept.`);
  }
}

/** Vehicles that were given something else, and those that have a tag or group of another name. */
function keysThatDiffer(
  before: VehicleLabels,
  after: VehicleLabels,
): { given: RecordKey[]; renamed: RecordKey[] } {
  const names = new Map(before.labels.map(({ id, name }) => [id, name]));
  const renamed = new Set(
    after.labels.flatMap(({ id, name }) => ((names.get(id) ?? name) === name ? [] : [id])),
  );
  const keys = new Set([...Object.keys(before.vehicles), ...Object.keys(after.vehicles)]);
  const given = [...keys].filter((key) => !isSame(before.vehicles[key], after.vehicles[key]));
  if (renamed.size === 0) return { given, renamed: [] };
  const isGiven = new Set(given);
  const others = Object.entries(after.vehicles).filter(
    ([key, { tags, group }]) =>
      !isGiven.has(key) && [...tags, group ?? ''].some((id) => renamed.has(id)),
  );
  return { given, renamed: others.map(([key]) => key) };
}

/** A change leaves what it doesn't name as it is, which is seen without a closer look. */
function isSame(one: Labeled | undefined, other: Labeled | undefined): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
