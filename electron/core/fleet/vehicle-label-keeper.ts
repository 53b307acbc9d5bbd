import { z } from 'zod';
import { FleetdeskError } from '@contract/errors';
import { isLocalKey, type RecordKey } from '@contract/records';
import { changedLabels, type LabelsChange } from '@contract/vehicle-label-changes';
import {
  LABELS_AT_MOST,
  labeledSchema,
  labelSchema,
  sameNamed,
  type Label,
  type Labeled,
  type VehicleLabels,
} from '@contract/vehicle-labels';
import type { Store } from '../ports/store';
import { readStored } from '../stored-json';
import type { RecordNews } from './record-news';
import { VIEWS_NOTES } from './saved-views';

/**
 * The note that holds tags, groups and pins. Like the saved views it was made by a person, and no
 * list brings it back: by its name it is rescued from a damaged store as they are.
 */
export const LABELS_NOTE = `${VIEWS_NOTES}vehicle-labels`;

const noteSchema = z.object({
  labels: z.array(z.unknown()),
  vehicles: z.record(z.string(), z.unknown()),
});

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
  #labels: VehicleLabels | null = null;
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
    return this.#labels ?? none;
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
      return this.#keep(before, after);
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
      return this.#keep(before, { ...before, vehicles: { ...others, [to]: moved } });
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
    if (this.#labels !== null) return this.#labels;
    const read = readNote(await this.#options.store.note(LABELS_NOTE));
    const vehicles: Record<RecordKey, Labeled> = {};
    for (const [key, labeled] of Object.entries(read.vehicles)) {
      vehicles[isLocalKey(key) ? await this.#options.store.currentKey(key) : key] = labeled;
    }
    this.#labels = { ...read, vehicles };
    return this.#labels;
  }

  async #keep(before: VehicleLabels, after: VehicleLabels): Promise<VehicleLabels> {
    if (after === before) return before;
    const isEmpty = after.labels.length === 0 && Object.keys(after.vehicles).length === 0;
    const value = isEmpty ? null : JSON.stringify(after);
    await this.#options.store.commit([{ kind: 'note', name: LABELS_NOTE, value }]);
    this.#labels = after;
    this.#options.onChange(after, keysThatDiffer(before, after));
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

/** Vehicles that were given something else; of a label that changed, all that have it. */
function keysThatDiffer(before: VehicleLabels, after: VehicleLabels): RecordKey[] {
  const renamed = new Set(
    after.labels.flatMap(({ id, name }) =>
      before.labels.some((each) => each.id === id && each.name !== name) ? [id] : [],
    ),
  );
  const keys = new Set([...Object.keys(before.vehicles), ...Object.keys(after.vehicles)]);
  return [...keys].filter((key) => {
    const [was, is] = [before.vehicles[key], after.vehicles[key]];
    if (was === undefined || is === undefined || JSON.stringify(was) !== JSON.stringify(is)) {
      return true;
    }
    return [...is.tags, is.group ?? ''].some((id) => renamed.has(id));
  });
}

/** What a note holds; what can't be read of it is left out, and so is what no label stands behind. */
function readNote(note: string | null): VehicleLabels {
  const stored = note === null ? null : readStored(noteSchema, note);
  if (stored === null) return none;
  const labels = stored.labels.flatMap((each) => labelSchema.safeParse(each).data ?? []);
  const kinds = new Map(labels.map(({ id, kind }) => [id, kind]));
  const vehicles: Record<RecordKey, Labeled> = {};
  for (const [key, each] of Object.entries(stored.vehicles)) {
    const labeled = labeledSchema.safeParse(each).data;
    if (labeled === undefined) continue;
    vehicles[key] = {
      tags: labeled.tags.filter((id) => kinds.get(id) === 'tag'),
      group: labeled.group !== null && kinds.get(labeled.group) === 'group' ? labeled.group : null,
      isPinned: labeled.isPinned,
    };
  }
  return { labels, vehicles };
}
