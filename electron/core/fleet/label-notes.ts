import { z } from 'zod';
import type { RecordKey } from '@contract/records';
import {
  labeledSchema,
  labelSchema,
  type Labeled,
  type VehicleLabels,
} from '@contract/vehicle-labels';
import type { Store, StoreChange } from '../ports/store';
import { readStored } from '../stored-json';
import { VIEWS_NOTES } from './saved-views';

/**
 * The note that holds tags and groups. Like the saved views they were made by a person, and no list
 * brings them back: by its name it is rescued from a damaged store as they are.
 */
export const LABELS_NOTE = `${VIEWS_NOTES}vehicle-labels`;

/** Notes that hold what vehicles were given, so that a change writes a small part of it. */
const PARTS = 64;

const noteSchema = z.object({
  labels: z.array(z.unknown()).default([]),
  vehicles: z.record(z.string(), z.unknown()).default({}),
});

type Note = z.infer<typeof noteSchema>;

/** What is kept, as it was read. */
export interface KeptLabels {
  readonly labels: VehicleLabels;
  /** The notes are not as they are written now: the next change writes all of them. */
  readonly isOutdated: boolean;
}

/**
 * Reads tags, groups and what vehicles were given. What can't be read is left out, and so is what
 * names no tag or group. @throws FleetdeskError where the store can't be read
 */
export async function readLabelNotes(store: Pick<Store, 'note'>): Promise<KeptLabels> {
  const names = Array.from({ length: PARTS }, (_, part) => nameOf(part));
  const [main, ...parts] = await Promise.all(
    [LABELS_NOTE, ...names].map(async (name) => parsed(await store.note(name))),
  );
  const labels = (main?.labels ?? []).flatMap((each) => labelSchema.safeParse(each).data ?? []);
  const kinds = new Map(labels.map(({ id, kind }) => [id, kind]));
  const vehicles: Record<RecordKey, Labeled> = {};
  for (const note of [main, ...parts]) {
    for (const [key, each] of Object.entries(note?.vehicles ?? {})) {
      const labeled = labeledSchema.safeParse(each).data;
      if (labeled === undefined) continue;
      const { tags, group, isPinned } = labeled;
      vehicles[key] = {
        tags: tags.filter((id) => kinds.get(id) === 'tag'),
        group: group !== null && kinds.get(group) === 'group' ? group : null,
        isPinned,
      };
    }
  }
  // Earlier versions kept all of it in one note.
  const isOutdated = Object.keys(main?.vehicles ?? {}).length > 0;
  return { labels: { labels, vehicles }, isOutdated };
}

/** The notes that a change writes: those of vehicles that differ, and the one of tags and groups. */
export function changedNotes(
  before: KeptLabels,
  after: VehicleLabels,
  keys: readonly RecordKey[],
): StoreChange[] {
  const { labels, isOutdated } = before;
  const written = isOutdated ? Array.from({ length: PARTS }, (_, part) => part) : keys.map(partOf);
  const parts = new Map(written.map((part) => [part, {} as Record<RecordKey, Labeled>]));
  for (const [key, labeled] of Object.entries(after.vehicles)) {
    const part = parts.get(partOf(key));
    if (part) part[key] = labeled;
  }
  const changes = Array.from(parts, ([part, vehicles]) =>
    noteChange(nameOf(part), Object.keys(vehicles).length > 0 ? { vehicles } : null),
  );
  if (isOutdated || labels.labels !== after.labels) {
    const main = after.labels.length > 0 ? { labels: after.labels } : null;
    changes.push(noteChange(LABELS_NOTE, main));
  }
  return changes;
}

function noteChange(name: string, value: Partial<Note> | null): StoreChange {
  return { kind: 'note', name, value: value === null ? null : JSON.stringify(value) };
}

function nameOf(part: number): string {
  return `${LABELS_NOTE}.${part}`;
}

/** The same for a key at all times: notes are found by it. */
function partOf(key: RecordKey): number {
  let hash = 0;
  for (let index = 0; index < key.length; index += 1) {
    hash = (Math.imul(hash, 31) + key.charCodeAt(index)) >>> 0;
  }
  return hash % PARTS;
}

function parsed(note: string | null): Note | null {
  return note === null ? null : readStored(noteSchema, note);
}
