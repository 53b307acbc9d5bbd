import type { CollectionName } from '@contract/collections';
import type { Fields, FieldValue } from '@contract/records';
import { fieldsOf } from '@contract/resources';
import { isSameValue, valueAt } from '../../fleet/field-values';
import type { StoredEntry } from '../../ports/store';
import { isAboutAssociation } from '../entries/entry-book';

/** What a request that arrives late can undo, and what should be there instead. */
export type LateEffect =
  /** By field: what the late request sets, and what was sent last. */
  | {
      readonly kind: 'fields';
      readonly fields: ReadonlyMap<string, { late: FieldValue; wanted: FieldValue }>;
    }
  /** The later change that it undoes; null where a person dropped it and nothing came after. */
  | { readonly kind: 'situation' | 'association'; readonly undone: StoredEntry | null }
  | { readonly kind: 'main'; readonly undone: StoredEntry }
  /** It makes a record a second time, or one that nobody wants any more. */
  | { readonly kind: 'record' };

/**
 * What a request that was given up undoes if it arrives now; null where it does no harm. `history`:
 * all changes of its record, in any order; `open`: those among them that are not done. Fields that
 * an open change touches are left out, since they are compared before it is sent.
 */
export function lateEffectOf(
  stray: StoredEntry,
  history: readonly StoredEntry[],
  open: readonly StoredEntry[],
): LateEffect | null {
  const sent = history
    .filter(({ state }) => state === 'sent')
    .toSorted((one, other) => other.seq - one.seq);
  switch (stray.kind) {
    case 'create':
      return open.some(({ id }) => id === stray.id) ? null : { kind: 'record' };
    case 'update':
      return fieldsUndone(stray, sent, open);
    case 'activate':
    case 'deactivate': {
      // Of a device the service does not tell whether it is active.
      if (stray.subject.collection === 'devices' || open.some(isSituation)) return null;
      return undoneOrDropped(stray, 'situation', history, sent.find(isSituation));
    }
    case 'associate': {
      const isPair = ({ kind, side, other }: StoredEntry): boolean =>
        (kind === 'associate' || kind === 'dissociate') &&
        side === stray.side &&
        other?.key === stray.other?.key;
      if (open.some(isPair)) return null;
      return undoneOrDropped(stray, 'association', history, sent.find(isPair));
    }
    case 'makeMain': {
      const isMain = ({ kind }: StoredEntry): boolean => kind === 'makeMain';
      if (open.some(isAboutAssociation)) return null;
      const last = sent.find(isMain);
      if (last?.associationKey === stray.associationKey || !isAfter(stray, last)) return null;
      return { kind: 'main', undone: last };
    }
    case 'delete':
    case 'dissociate':
      // What is gone has no later change that this could undo.
      return null;
  }
}

function isSituation({ kind }: StoredEntry): boolean {
  return kind === 'activate' || kind === 'deactivate';
}

/** Whether a change was sent after another one. */
function isAfter(stray: StoredEntry, last: StoredEntry | undefined): last is StoredEntry {
  return last !== undefined && last.seq >= stray.seq && last.id !== stray.id;
}

/** It undoes the last change that was sent, or does what a person dropped. */
function undoneOrDropped(
  stray: StoredEntry,
  kind: 'situation' | 'association',
  history: readonly StoredEntry[],
  last: StoredEntry | undefined,
): LateEffect | null {
  if (isAfter(stray, last)) return last.kind === stray.kind ? null : { kind, undone: last };
  const isDropped = history.some(({ id, state }) => id === stray.id && state === 'discarded');
  return isDropped ? { kind, undone: null } : null;
}

function fieldsUndone(
  stray: StoredEntry,
  sent: readonly StoredEntry[],
  open: readonly StoredEntry[],
): LateEffect | null {
  const { collection } = stray.subject;
  const fields = new Map<string, { late: FieldValue; wanted: FieldValue }>();
  for (const [field, late] of Object.entries(stray.fields)) {
    if (open.some((entry) => Object.hasOwn(entry.fields, field))) continue;
    const last = sent.find(({ seq, fields: set }) => seq >= stray.seq && Object.hasOwn(set, field));
    // What the service never returns is only sent once more, see sentOnceMore.
    if (last === undefined && isNeverReturned(collection, field)) continue;
    // Where nothing was sent since, the record is to stay as it was before the request.
    const wanted = valueAt(last?.fields ?? stray.base, field);
    if (wanted === undefined || isSameValue(collection, field, wanted, late)) continue;
    fields.set(field, { late, wanted });
  }
  return fields.size === 0 ? null : { kind: 'fields', fields };
}

/** Of the fields that a late request can undo, those that it did undo: the record is `now` so. */
export function undoneFields(
  collection: CollectionName,
  fields: Extract<LateEffect, { kind: 'fields' }>['fields'],
  now: StoredEntry['fields'],
): { field: string; late: FieldValue; wanted: FieldValue }[] {
  return [...fields].flatMap(([field, { late, wanted }]) => {
    const theirs = valueAt(now, field);
    if (theirs === undefined || !isSameValue(collection, field, theirs, late)) return [];
    return [{ field, late: theirs, wanted }];
  });
}

/**
 * Fields that a late request may have undone without anybody being able to read it: the service
 * never returns them. They are sent once more as they were sent last, which overwrites what another
 * office set meanwhile: nobody can read that either.
 */
export function sentOnceMore(
  collection: CollectionName,
  fields: Extract<LateEffect, { kind: 'fields' }>['fields'],
): Fields {
  const unread = [...fields].filter(([field]) => isNeverReturned(collection, field));
  return Object.fromEntries(unread.map(([field, { wanted }]) => [field, wanted]));
}

function isNeverReturned(collection: CollectionName, field: string): boolean {
  return fieldsOf(collection)[field]?.readable === false;
}
