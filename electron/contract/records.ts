import { z } from 'zod';
import { collectionNameSchema } from './collections';
import { isLonger, TEXT_AT_MOST } from './rules/text-length';

/** Exactly 15 letters and digits (public API, "Common record envelope"). */
export const recordIdPattern = /^[a-zA-Z0-9]{15}$/;

/** Identifier of a record. */
export const recordIdSchema = z.string().regex(recordIdPattern);

/** A name for a record that was created here and that the service has not named yet. */
export const localIdSchema = z.string().regex(/^local:[A-Za-z0-9_-]{20,64}$/);

/** What a record is called inside the app: the service's identifier, or a local one until it has one. */
export const recordKeySchema = z.union([recordIdSchema, localIdSchema]);

/** What a record is called inside the app. */
export type RecordKey = string;

/** Whether a record waits for the service to name it. */
export function isLocalKey(key: RecordKey): boolean {
  return key.startsWith('local:');
}

/** A moment as epoch milliseconds, UTC. */
export const momentSchema = z.number().finite();

/** A calendar day, as `YYYY-MM-DD`; of what was measured, in the connection's time zone. */
export const daySchema = z.iso.date();

/** What could not be read of a record: its path and why, for the record's detail view. */
export const unreadSchema = z.object({ path: z.string(), problem: z.string() });

/** What could not be read of a record. */
export type Unread = z.infer<typeof unreadSchema>;

/** The value of a field: null is empty; a field that is missing was not told by the service. */
export const fieldValueSchema = z.union([
  z.string().max(TEXT_AT_MOST),
  z.number().finite(),
  z.array(z.string()),
  z.null(),
]);

/** The value of a field. */
export type FieldValue = z.infer<typeof fieldValueSchema>;

/** Fields of one record by the app's names (`resources/`). */
export const fieldsSchema = z.record(z.string().min(1).max(64), fieldValueSchema);

/** Most fields of a record, and most entries of a list in one, that a page may hand over. */
const MOST_FIELDS = 100;
const MOST_LISTED = 1_000;

/**
 * Fields that a page hands over to be written. What the service tells may be larger; what a person
 * enters is not, and nothing without end is to reach the store.
 */
export const enteredFieldsSchema = fieldsSchema.superRefine((fields, context) => {
  const refuse = (path: string[]) => {
    context.addIssue({ code: 'custom', path, message: 'too-large' });
  };
  if (Object.keys(fields).length > MOST_FIELDS) refuse([]);
  for (const [name, value] of Object.entries(fields)) {
    if (!Array.isArray(value)) continue;
    if (value.length > MOST_LISTED || value.some((entry) => isLonger(entry, 255))) refuse([name]);
  }
});

/** Fields of one record by the app's names; a missing one was not told by the service. */
export type Fields = Readonly<Record<string, FieldValue>>;

/** What a record holds that the service does not know yet: nothing, or how far that is. */
export const recordMarks = ['none', 'waiting', 'sending', 'attention', 'deleting'] as const;

/** How far what a person did to a record is from the service. */
export type RecordMark = (typeof recordMarks)[number];

/** A record as lists show it: what the service told, with what was changed here laid over it. */
export const recordRowSchema = z.object({
  key: recordKeySchema,
  fields: fieldsSchema,
  mark: z.enum(recordMarks),
  /** Names of fields that were changed here and are not at the service yet. */
  changed: z.array(z.string()),
  /** When the service told it last; null for one that it does not know yet. */
  readAt: momentSchema.nullable(),
  /** Since when the service no longer has it (404, or missing from two complete syncs). */
  goneAt: momentSchema.nullable(),
  /**
   * What lists show beside the fields, as far as known: `derived` of the resource's declaration,
   * and what was set here last of fields that the service does not tell.
   */
  derived: fieldsSchema.optional(),
  /** Derived values that are empty because nobody has looked yet. */
  unknown: z.array(z.string()).optional(),
});

/** A record as lists show it. */
export type RecordRow = z.infer<typeof recordRowSchema>;

/** A record with all that is known of it. */
export const recordDetailSchema = recordRowSchema.extend({
  collection: collectionNameSchema,
  /** As the service told it last; null for one that it does not know yet. */
  told: fieldsSchema.nullable(),
  /** Values set here that the service does not tell back, with the moment they were set. */
  setHere: z.record(z.string(), z.object({ value: fieldValueSchema, at: momentSchema })),
  /** The record as it came, for the raw view; null for one that the service does not know yet. */
  raw: z.record(z.string(), z.unknown()).nullable(),
  /** It was changed from here since it came so: what the service has now is read in the background. */
  isOutdated: z.boolean(),
  unread: z.array(unreadSchema),
  /** Entries of the outbox that are about this record and not done. */
  entryIds: z.array(z.string()),
});

/** A record with all that is known of it. */
export type RecordDetail = z.infer<typeof recordDetailSchema>;

/** A record by collection and key. */
export const recordNameSchema = z.object({
  collection: collectionNameSchema,
  key: recordKeySchema,
});

/** A name that a record is given on this computer; null takes it back. */
export const hereNameSchema = recordNameSchema.extend({
  name: z.string().trim().min(1).max(255).nullable(),
});

/** A record by collection and key. */
export type RecordName = z.infer<typeof recordNameSchema>;

/**
 * One condition on the visible records: the field has one of the values (null: it is empty), or
 * has any at all, or is a moment or a day within a span. `mark` is a field here too. A value that is not
 * known yet is neither empty nor there; `withUnknown` finds it.
 */
export const recordFilterSchema = z.union([
  z.object({
    field: z.string().max(64),
    anyOf: z.array(z.string().nullable()).max(500),
    withUnknown: z.boolean().optional(),
  }),
  z.object({ field: z.string().max(64), isPresent: z.boolean() }),
  z.object({
    field: z.string().max(64),
    /** The first moment that fits, and the first that no longer does; null has no limit. */
    from: momentSchema.nullable(),
    before: momentSchema.nullable(),
  }),
  z.object({
    field: z.string().max(64),
    /** The first and the last day that fit; null has no limit. */
    fromDay: daySchema.nullable(),
    toDay: daySchema.nullable(),
  }),
]);

/** One condition on the visible records. */
export type RecordFilter = z.infer<typeof recordFilterSchema>;

/** Most columns that a list is sorted by at once. */
export const SORTED_AT_MOST = 8;

/** One column that a list is sorted by; records without a value come last in both directions. */
export const recordSortSchema = z.object({
  field: z.string().max(64),
  direction: z.enum(['up', 'down']),
});

/** One column that a list is sorted by. */
export type RecordSort = z.infer<typeof recordSortSchema>;

/** What a list shows, and in which order. */
export const recordQuerySchema = z.object({
  collection: collectionNameSchema,
  /**
   * Finds any part of plates, IMEI, ICCID, numbers, user names and e-mail addresses, and the
   * beginnings of words; accents don't matter.
   */
  search: z.string().max(200),
  filters: z.array(recordFilterSchema).max(50),
  /**
   * The first column decides, the next one where values are equal. What is equal in all of them is
   * ordered by title, then by key. Empty: the order in which the records were first kept.
   */
  sort: z.array(recordSortSchema).max(SORTED_AT_MOST),
  /** With records that the service no longer has. */
  withGone: z.boolean(),
  /**
   * Words of the reader's language for types of vehicles, by `typeKeyOf`: types are sorted by them,
   * and found by the beginnings of their words. One without words is sorted as it came.
   */
  typeWords: z.record(z.string().max(64), z.string().max(200)).optional(),
  /**
   * What values of other fields are called here, by field and value: names that people gave types
   * of which the service shares the identifier alone. They sort and find as `typeWords` do.
   */
  valueWords: z
    .record(z.string().max(64), z.record(z.string().max(64), z.string().max(255)))
    .optional(),
  /**
   * Puts what fits the search best first: the same value, then values that begin with it, then the
   * rest; equally good ones in the order of `sort`.
   */
  bestFirst: z.boolean().optional(),
  /**
   * Of vehicles: finds them by the people and devices on them too, and by the chips of these
   * devices. With `bestFirst` they come after those that are found by what they are themselves.
   */
  related: z.boolean().optional(),
});

/** What a list shows, and in which order. */
export type RecordQuery = z.infer<typeof recordQuerySchema>;

/** What a record was found by that is not in the record itself: a field of another one. */
export const foundBySchema = recordNameSchema.extend({
  /** What the other record is called; null where nothing names it. */
  label: z.string().nullable(),
  field: z.string(),
  value: z.string(),
  /** Of a person: what they are to the vehicle, in the service's word, where that is told. */
  nature: z.string().optional(),
});

/** What a record was found by that is not in the record itself. */
export type FoundBy = z.infer<typeof foundBySchema>;

/** Most records of an answer of which it says what they were found by. */
export const EXPLAINED_AT_MOST = 2_000;

/** The keys that a query finds, in its order. */
export const recordsFoundSchema = z.object({
  keys: z.array(recordKeySchema),
  /** Of records that were found by others (`related`): by which, for the first 2,000. */
  by: z.record(recordKeySchema, foundBySchema).optional(),
});

/** What a query finds. */
export type RecordsFound = z.infer<typeof recordsFoundSchema>;

/** Values that a person gives a record; `key` is null for one that is about to be made. */
export const givenValuesSchema = z.object({
  collection: collectionNameSchema,
  key: recordKeySchema.nullable(),
  fields: enteredFieldsSchema,
});

/** Another record of the collection that has the same value in a field which should be distinct. */
export const duplicateSchema = z.object({
  field: z.string(),
  key: recordKeySchema,
  /** What the other record is called: plate, name; null where nothing names it. */
  label: z.string().nullable(),
  /** What tells it apart from others of that name: make and model, IMEI, user name, number. */
  detail: z.string().nullable(),
  /** How many more records have the value. */
  others: z.number().int(),
});

/** Another record that has the same value in a field which should be distinct. */
export type Duplicate = z.infer<typeof duplicateSchema>;

/** Most rows that one call asks for. */
export const ROWS_AT_MOST = 500;

/** Rows asked for by their keys. Unknown keys are missing from the answer. */
export const rowsWantedSchema = z.object({
  collection: collectionNameSchema,
  keys: z.array(recordKeySchema).max(ROWS_AT_MOST),
});

/** A value that a field takes, and how often: for filters. */
export const valueCountSchema = z.object({
  value: z.string().nullable(),
  count: z.number().int(),
  /** So many records of which the value is not known yet; `value` is null. */
  isUnknown: z.literal(true).optional(),
});

/** A value that a field takes, and how often. */
export type ValueCount = z.infer<typeof valueCountSchema>;

/** How far a collection has been read. */
export const collectionSyncSchema = z.object({
  /**
   * `waiting` until the first page, `off` where this deployment offers no such list, `refused`
   * where the signed-in user may not read it.
   */
  phase: z.enum(['off', 'waiting', 'reading', 'complete', 'failed', 'refused']),
  /** Records read in this pass. */
  read: z.number().int(),
  /** Everything of the list is at least this new: when the last pass to its end began. */
  completedAt: momentSchema.nullable(),
  /** The service repeats the same page, or never ends: what is kept may be a part. */
  pagingRefused: z.boolean(),
  /**
   * Items of the list that are no records, for want of an identifier as the service documents it:
   * they can't be shown or changed. Left out where there are none.
   */
  unreadable: z.number().int().optional(),
  /** Records that are kept, without the gone ones. */
  count: z.number().int(),
});

/** How far a collection has been read. */
export type CollectionSync = z.infer<typeof collectionSyncSchema>;

/** The state of all collections: how far each has been read. */
export const recordsSnapshotSchema = z.object({
  syncs: z.record(collectionNameSchema, collectionSyncSchema),
});

/** What changed in the collections. A key of `renamed` is from now on called by its value. */
export const recordsPatchSchema = z.object({
  syncs: z.record(collectionNameSchema, collectionSyncSchema),
  /** Records that changed, came or went; null where too many to name did. */
  changed: z.record(collectionNameSchema, z.array(recordKeySchema).nullable()),
  renamed: z.record(recordKeySchema, recordKeySchema),
  /** Records of which lists show something else beside the fields; null where too many to name. */
  derived: z.record(collectionNameSchema, z.array(recordKeySchema).nullable()).optional(),
});

/** The state of all collections. */
export type RecordsSnapshot = z.infer<typeof recordsSnapshotSchema>;
/** What changed in the collections. */
export type RecordsPatch = z.infer<typeof recordsPatchSchema>;
