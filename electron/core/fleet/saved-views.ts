import type { CollectionName } from '@contract/collections';
import { savedViewsSchema, type SavedViews } from '@contract/views';
import type { Store } from '../ports/store';

/** Names of the notes that hold saved views begin with this. */
export const VIEWS_NOTES = 'views.';

const noteOf = (collection: CollectionName): string => `${VIEWS_NOTES}${collection}`;

/** The saved views of a list; none where none were kept, or what was kept can't be read. */
export async function readSavedViews(
  store: Pick<Store, 'note'>,
  collection: CollectionName,
): Promise<SavedViews> {
  const text = await store.note(noteOf(collection));
  return parsed(text) ?? { views: [], defaultId: null };
}

/**
 * Keeps the saved views of a list in place of those before.
 * @throws FleetdeskError where the store can't be written
 */
export async function keepSavedViews(
  store: Pick<Store, 'commit'>,
  collection: CollectionName,
  saved: SavedViews,
): Promise<void> {
  const value = saved.views.length === 0 ? null : JSON.stringify(saved);
  await store.commit([{ kind: 'note', name: noteOf(collection), value }]);
}

function parsed(text: string | null): SavedViews | null {
  if (text === null) return null;
  try {
    return savedViewsSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
