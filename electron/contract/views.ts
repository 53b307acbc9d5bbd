import { z } from 'zod';
import { collectionNameSchema } from './collections';
import { recordSortSchema, SORTED_AT_MOST } from './records';
import { tableLookSchema } from './settings';

/** Most views that a list keeps. */
export const VIEWS_AT_MOST = 50;

/** What a list shows, as a view keeps it; values that the list no longer knows are left out there. */
export const viewContentSchema = z.object({
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
  name: z.string().trim().min(1).max(60),
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

/** The saved views that a list should have from now on. */
export const keptViewsSchema = z.object({
  collection: collectionNameSchema,
  saved: savedViewsSchema,
});
