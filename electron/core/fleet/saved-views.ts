import type { CollectionName } from '@contract/collections';
import { FleetdeskError } from '@contract/errors';
import {
  changedViews,
  savedViewSchema,
  VIEWS_AT_MOST,
  type SavedView,
  type SavedViews,
  type ViewChange,
} from '@contract/views';
import type { Store } from '../ports/store';
import { isJsonObject } from '../service/json';

/** Names of the notes that hold saved views begin with this. */
export const VIEWS_NOTES = 'views.';

/** What a note of saved views holds. */
interface Kept extends SavedViews {
  /** What is no view that is known here, as it was found: a later version may read it. */
  readonly unread: readonly unknown[];
}

const noteOf = (collection: CollectionName): string => `${VIEWS_NOTES}${collection}`;

/** Reads and changes the saved views of the lists, in notes of the store. */
export class ViewKeeper {
  /** One change after the other: each is made to what the one before left. */
  #last: Promise<unknown> = Promise.resolve();

  /**
   * The saved views of a list; those that can't be read are left out.
   * @throws FleetdeskError where the store can't be read
   */
  async read(store: Pick<Store, 'note'>, collection: CollectionName): Promise<SavedViews> {
    const { views, defaultId } = parsed(await store.note(noteOf(collection)));
    return { views, defaultId };
  }

  /**
   * Changes the saved views of a list and answers them. What can't be read of them stays.
   * @throws FleetdeskError `invalid-request` where the list is full; where the store can't be
   * read or written
   */
  change(
    store: Pick<Store, 'note' | 'commit'>,
    collection: CollectionName,
    change: ViewChange,
  ): Promise<SavedViews> {
    const done = this.#last.then(async () => {
      const name = noteOf(collection);
      const { unread, ...before } = parsed(await store.note(name));
      const after = changedViews(before, change);
      if (after.views.length > VIEWS_AT_MOST) {
        const message = `A list keeps at most ${String(VIEWS_AT_MOST)} views.`;
        throw new FleetdeskError({ code: 'invalid-request', message });
      }
      const isEmpty = after.views.length === 0 && unread.length === 0;
      const value = isEmpty
        ? null
        : JSON.stringify({ ...after, ...(unread.length > 0 && { unread }) });
      await store.commit([{ kind: 'note', name, value }]);
      return after;
    });
    this.#last = done.catch(() => undefined);
    return done;
  }
}

function parsed(text: string | null): Kept {
  if (text === null) return { views: [], defaultId: null, unread: [] };
  const note = json(text);
  if (!isJsonObject(note)) return { views: [], defaultId: null, unread: [text] };
  const { views: kept, defaultId, unread: before, ...others } = note;
  const views: SavedView[] = [];
  const unread: unknown[] = Object.keys(others).length > 0 ? [others] : [];
  for (const each of [...listed(kept), ...listed(before)]) {
    const view = savedViewSchema.safeParse(each).data;
    const isDouble = views.some(({ id }) => id === view?.id);
    if (view === undefined || isDouble || views.length === VIEWS_AT_MOST) unread.push(each);
    else views.push(view);
  }
  return { views, unread, defaultId: typeof defaultId === 'string' ? defaultId : null };
}

/** A list as it is; anything else as its only element. */
function listed(value: unknown): unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
