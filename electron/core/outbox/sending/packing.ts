import { resourceOf } from '@contract/resources';
import type { StoredEntry, ToldRecord } from '../../ports/store';
import type { Profile } from '../../service/profile';
import { isSameRecord } from '../../fleet/field-values';
import { changeOperationOf } from './change-operations';

/** Whether two changes can travel in one list. */
function travelTogether(one: StoredEntry, other: StoredEntry): boolean {
  return (
    one.kind === other.kind &&
    one.subject.collection === other.subject.collection &&
    one.side === other.side
  );
}

/**
 * The changes that go out with the first one: those of the same kind that are ready, as many as a
 * list may hold. Lists that were refused or lost before travel in the halves that `pack` says.
 */
export function packWith(
  first: StoredEntry,
  ready: Iterable<StoredEntry>,
  profile: Profile,
): [StoredEntry, ...StoredEntry[]] {
  const pack: [StoredEntry, ...StoredEntry[]] = [first];
  if (!changeOperationOf(first, profile).isList) return pack;
  let room = Math.min(first.pack ?? profile.limits.chunkSize, profile.limits.chunkSize);
  for (const entry of ready) {
    if (entry.id === first.id || !travelTogether(first, entry)) continue;
    const wider = Math.min(room, entry.pack ?? room);
    // One that must travel in a smaller list does not make this one smaller.
    if (wider < room && pack.length >= wider) continue;
    if (pack.length >= room) break;
    room = wider;
    if (pack.length < room) pack.push(entry);
  }
  return pack;
}

/** How many of a list that was refused or lost may travel together the next time. */
export function halfOf(size: number): number {
  return Math.max(1, Math.ceil(size / 2));
}

/**
 * The record that each create of a list made, by what identifies it. Where an answer tells none of
 * that, and has a record for each row, they are in the order of the rows.
 */
export function matchCreated(
  pack: readonly StoredEntry[],
  answer: readonly ToldRecord[],
): Map<string, ToldRecord> {
  const matched = new Map<string, ToldRecord>();
  const left = new Set(answer);
  for (const entry of pack) {
    const { collection } = entry.subject;
    const record = [...left].find(({ fields }) => isSameRecord(collection, entry.fields, fields));
    if (record === undefined) continue;
    matched.set(entry.id, record);
    left.delete(record);
  }
  if (matched.size === 0 && answer.length === pack.length && !answer.some(isIdentified(pack))) {
    pack.forEach((entry, index) => {
      const record = answer[index];
      if (record !== undefined) matched.set(entry.id, record);
    });
  }
  return matched;
}

/** Whether a record tells any of the fields by which the rows of a list are told apart. */
function isIdentified(pack: readonly StoredEntry[]): (record: ToldRecord) => boolean {
  const names = new Set(pack.flatMap(({ subject }) => resourceOf(subject.collection).identity));
  const used = [...names].filter((name) => pack.some(({ fields }) => Object.hasOwn(fields, name)));
  return ({ fields }) => used.some((name) => (fields[name] ?? null) !== null);
}
