import { z } from 'zod';
import { collectionNameSchema } from './collections';
import { givenNameSchema } from './given-names';
import { recordSortSchema, SORTED_AT_MOST } from './records';
import { tableLookSchema } from './settings';

/** Most views that a list keeps. */
export const VIEWS_AT_MOST = 50;

/** Longest name of a view, characters. */
export const VIEW_NAME_AT_MOST = 60;

/** What a list shows, as a view keeps it; values that the list no longer knows are left out there. */
const viewContentSchema = z.object({
  search: z.string().max(200),
  sort: z.array(recordSortSchema).max(SORTED_AT_MOST),
  /** Chosen values by the filter's name in the list's address. */
  filters: z
    .record(z.string().max(64), z.array(z.string().max(500)).max(100))
    .refine((filters) => Object.keys(filters).length <= 50),
  isUnsent: z.boolean(),
  withGone: z.boolean(),
  /** Columns and their widths. */
  look: tableLookSchema,
});

/** What a list shows, as a view keeps it. */
export type ViewContent = z.infer<typeof viewContentSchema>;

/** A list as a person saved it under a name. */
export const savedViewSchema = z.object({
  id: z.string().min(1).max(64),
  name: givenNameSchema(VIEW_NAME_AT_MOST),
  content: viewContentSchema,
});

/** A list as a person saved it under a name. */
export type SavedView = z.infer<typeof savedViewSchema>;

/** The saved views of one list. They are kept in the store, since they may name records. */
export const savedViewsSchema = z.object({
  views: z.array(savedViewSchema).max(VIEWS_AT_MOST),
  /** The view that the list opens with; null opens it as it comes. */
  defaultId: z.string().max(64).nullable(),
});

/** The saved views of one list. */
export type SavedViews = z.infer<typeof savedViewsSchema>;

/** One change of the saved views of a list: what is not named stays as it is. */
export const viewChangeSchema = z.discriminatedUnion('kind', [
  /** Saves a view: in place of the one with its id, else as the last one. */
  z.object({ kind: z.literal('keep'), view: savedViewSchema }),
  /** Brings a deleted view back, to its place as far as that is still there. */
  z.object({
    kind: z.literal('restore'),
    view: savedViewSchema,
    at: z.number().int().min(0),
    /** The list opened with it; it does again where no other view took its place. */
    isDefault: z.boolean(),
  }),
  z.object({ kind: z.literal('delete'), id: savedViewSchema.shape.id }),
  /** Opens the list with a view from now on, or with none. */
  z.object({ kind: z.literal('default'), id: savedViewSchema.shape.id.nullable() }),
]);

/** One change of the saved views of a list. */
export type ViewChange = z.infer<typeof viewChangeSchema>;

/** A change of the saved views of one list. */
export const viewsChangeSchema = z.object({
  collection: collectionNameSchema,
  change: viewChangeSchema,
});

/** The saved views after a change; a view that is there already is replaced, never doubled. */
export function changedViews({ views, defaultId }: SavedViews, change: ViewChange): SavedViews {
  switch (change.kind) {
    case 'keep': {
      const { view } = change;
      const isThere = views.some(({ id }) => id === view.id);
      if (!isThere) return { views: [...views, view], defaultId };
      return { views: views.map((each) => (each.id === view.id ? view : each)), defaultId };
    }
    case 'restore': {
      const { view, at, isDefault } = change;
      const others = views.filter(({ id }) => id !== view.id);
      return {
        views: others.toSpliced(at, 0, view),
        defaultId: isDefault ? (defaultId ?? view.id) : defaultId,
      };
    }
    case 'delete':
      return {
        views: views.filter(({ id }) => id !== change.id),
        defaultId: defaultId === change.id ? null : defaultId,
      };
    case 'default':
      // The view may have been deleted elsewhere meanwhile.
      return views.some(({ id }) => id === change.id) || change.id === null
        ? { views, defaultId: change.id }
        : { views, defaultId };
  }
}
