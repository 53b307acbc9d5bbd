import type { Fields, FieldValue, RecordMark } from '@contract/records';
import type { StoredAssociation, StoredEntry } from '../../ports/store';
import { changesFields } from './entry-book';

/** What waits of one record, laid over what the service told. */
export interface RecordOverlay {
  /** Null where nothing waits. */
  readonly pending: Fields | null;
  readonly mark: RecordMark;
}

/** The mark of what some open entries are about: what needs a person most is shown. */
function markOf(entries: readonly StoredEntry[]): RecordMark {
  if (entries.some(({ state }) => state === 'attention')) return 'attention';
  if (entries.some(({ kind }) => kind === 'delete' || kind === 'dissociate')) return 'deleting';
  if (entries.some(({ state }) => state === 'sending')) return 'sending';
  return entries.length > 0 ? 'waiting' : 'none';
}

/** What the open entries that change a record make of it. They come in their order. */
export function overlayOf(entries: readonly StoredEntry[]): RecordOverlay {
  const pending: Record<string, FieldValue> = {};
  for (const entry of entries) {
    if (changesFields(entry)) Object.assign(pending, entry.fields);
    else Object.assign(pending, situationFields(entry));
  }
  // A record that exists here alone has an overlay, if only an empty one.
  const isLaid = Object.keys(pending).length > 0 || entries.some(({ kind }) => kind === 'create');
  return { pending: isLaid ? pending : null, mark: markOf(entries) };
}

/** What an activation or deactivation makes of a record that tells which it is. */
function situationFields(entry: StoredEntry): Fields {
  const { kind, subject, createdAt } = entry;
  if (kind !== 'activate' && kind !== 'deactivate') return {};
  if (subject.collection === 'devices') return {};
  return { deactivatedAt: kind === 'activate' ? null : createdAt };
}

/** An association with what its open entries make of it. */
export function overlayAssociation(
  association: StoredAssociation,
  entries: readonly StoredEntry[],
): StoredAssociation {
  const main = entries.findLast(({ kind }) => kind === 'makeMain' || kind === 'associate');
  const pendingMain =
    main === undefined ? null : main.kind === 'makeMain' || main.fields['isMain'] === 1;
  const isDevice = association.side === 'devices';
  return { ...association, mark: markOf(entries), pendingMain: isDevice ? pendingMain : null };
}
