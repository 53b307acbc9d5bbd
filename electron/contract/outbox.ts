import { z } from 'zod';
import { associationSides } from './associations';
import { collectionNameSchema } from './collections';
import { appErrorSchema } from './errors';
import {
  enteredFieldsSchema,
  fieldsSchema,
  fieldValueSchema,
  momentSchema,
  recordKeySchema,
} from './records';
import { credentialSchema } from './session';

/** What a person can do to a record, as the outbox queues it. */
export const changeKinds = [
  'create',
  'update',
  'delete',
  'activate',
  'deactivate',
  'associate',
  'makeMain',
  'dissociate',
] as const;

/** What a person can do to a record. */
export type ChangeKind = (typeof changeKinds)[number];

/** States of a queued change; the machine is in `core/outbox/entries/state-machine.ts`. */
export const entryStates = [
  /** What takes something away, while it can still be undone. */
  'held',
  'waiting',
  'sending',
  /** The answer was lost: the service is looked at before anything is sent again. */
  'unsure',
  /** It needs a person. */
  'attention',
  'sent',
  'discarded',
] as const;

/** A state of a queued change. */
export type EntryState = (typeof entryStates)[number];

/** One field on which others and this office disagree; a value is missing where it was not told. */
export const fieldConflictSchema = z.object({
  field: z.string(),
  base: fieldValueSchema.optional(),
  theirs: fieldValueSchema.optional(),
  mine: fieldValueSchema,
});

/** One field on which others and this office disagree. */
export type FieldConflict = z.infer<typeof fieldConflictSchema>;

/** Why a change needs a person. */
export const troubleSchema = z.discriminatedUnion('kind', [
  /** The service refused it; the error's fields name where. */
  z.object({
    kind: z.literal('refused'),
    error: appErrorSchema,
    /**
     * It was not sent: the service refused the same kind of change for other records. Once a person
     * sends one of these again and the service accepts it, this one is sent automatically; what
     * had an *Undo* when it was made is held for it again.
     */
    isOnHold: z.boolean().optional(),
  }),
  /** Others changed the same fields. */
  z.object({
    kind: z.literal('conflict'),
    fields: z.array(fieldConflictSchema),
    /** It was no other office: a request from here that was given up arrived late. */
    isLate: z.boolean().optional(),
  }),
  /** It may have been applied, and looking at the service did not tell. */
  z.object({ kind: z.literal('uncertain'), error: appErrorSchema.nullable() }),
  /**
   * A request that was given up arrived late and undid this change, which was sent already. Of a
   * delete: it made the record, though another one was made or nobody wants it any more.
   */
  z.object({
    kind: z.literal('late'),
    /** It did what a person had dropped; this change takes it back. */
    isDropped: z.boolean().optional(),
  }),
  /** The record to change is no longer at the service. */
  z.object({ kind: z.literal('gone') }),
  /** A record that was to be deleted was changed or newly associated in the meantime. */
  z.object({
    kind: z.literal('changed'),
    fields: z.array(fieldConflictSchema.omit({ mine: true })),
    /** Names of what it was newly associated with. */
    associatedWith: z.array(z.string()),
  }),
  /** It was taken out of a store that could not be read whole; nobody knows whether it was sent. */
  z.object({ kind: z.literal('recovered') }),
  /**
   * A create whose answer was lost: the service has a record of the same plate, user name or the
   * like that differs in other fields, so that another office may have made it.
   */
  z.object({
    kind: z.literal('lookalike'),
    /** What the service calls that record. */
    key: recordKeySchema,
    /** Where the two differ; `theirs` is what the service has. */
    fields: z.array(fieldConflictSchema.omit({ base: true })),
  }),
]);

/** Why a change needs a person. */
export type Trouble = z.infer<typeof troubleSchema>;

/** Why a change is not sent yet. */
export const holdUpSchema = z.discriminatedUnion('kind', [
  /** In line: it goes out as the budget allows. */
  z.object({ kind: z.literal('queue') }),
  z.object({ kind: z.literal('offline') }),
  z.object({ kind: z.literal('workOffline') }),
  z.object({ kind: z.literal('signedOut') }),
  z.object({ kind: z.literal('paused') }),
  /** Another change has to be done first. */
  z.object({ kind: z.literal('after'), entryId: z.string() }),
  /** The service failed; a new attempt is made then. */
  z.object({ kind: z.literal('retry'), at: momentSchema }),
  /** What takes something away, and can be undone until then. */
  z.object({ kind: z.literal('undo'), until: momentSchema }),
]);

/** Why a change is not sent yet. */
export type HoldUp = z.infer<typeof holdUpSchema>;

/** What a change is about, in words that were true when it was made: a plate, a name. */
export const changeSubjectSchema = z.object({
  collection: collectionNameSchema,
  key: recordKeySchema,
  label: z.string(),
});

/** What a change is about. */
export type ChangeSubject = z.infer<typeof changeSubjectSchema>;

/** A queued change as screens show it. It never holds a password. */
export const outboxEntrySchema = z.object({
  id: z.string().max(64),
  kind: z.enum(changeKinds),
  subject: changeSubjectSchema,
  /** Of associations: the device or user, and the side they are on. */
  other: changeSubjectSchema.nullable(),
  side: z.enum(associationSides).nullable(),
  /**
   * Changes that a person made as one action, such as replacing a device, share this: they are
   * dropped together. Null for a change on its own.
   */
  action: z.string().nullable(),
  /** What is to be set, by the app's field names; empty for deletes. */
  fields: fieldsSchema,
  /** What the fields were when the change was made; a missing one was not told by the service. */
  base: fieldsSchema,
  /** A create of a user whose password is kept in the store until it is sent. */
  hasPassword: z.boolean(),
  state: z.enum(entryStates),
  holdUp: holdUpSchema.nullable(),
  trouble: troubleSchema.nullable(),
  createdAt: momentSchema,
  changedAt: momentSchema,
  /** When the service had it. */
  sentAt: momentSchema.nullable(),
  attempts: z.number().int(),
  /** Fields that the service stored in another way than they were sent. */
  storedDifferently: z.array(
    z.object({ field: z.string(), sent: fieldValueSchema, stored: fieldValueSchema }),
  ),
});

/** A queued change as screens show it. */
export type OutboxEntry = z.infer<typeof outboxEntrySchema>;

/** Whether a kind of change takes something away. */
function isRemoval(kind: ChangeKind): boolean {
  return kind === 'delete' || kind === 'deactivate' || kind === 'dissociate';
}

/**
 * Whether a change is held for *Undo* before it goes out: what takes something away, and all that
 * one action enters together.
 */
export function isHeldFirst({ kind, action }: Pick<OutboxEntry, 'kind' | 'action'>): boolean {
  return isRemoval(kind) || action !== null;
}

/**
 * Whether a person can take a change back with *Undo*: while it is held; and while it waits for its
 * turn, as it does offline, where it is held first or puts something on a vehicle.
 */
export function canBeUndone(entry: Pick<OutboxEntry, 'kind' | 'action' | 'state'>): boolean {
  if (entry.state === 'held') return true;
  return entry.state === 'waiting' && (isHeldFirst(entry) || entry.kind === 'associate');
}

/** What a discard of a change means for the others, each list in its order. */
export const discardEffectsSchema = z.object({
  /** Changes that are dropped with it: they depend on it, or belong to the same action. */
  dropped: z.array(outboxEntrySchema),
  /** Changes that waited for these, and go out once they are gone. */
  released: z.array(outboxEntrySchema),
});

/** What a discard of a change means for the others. */
export type DiscardEffects = z.infer<typeof discardEffectsSchema>;

/** What an undo did. */
export const undoneSchema = z.object({
  /** Changes that were taken back, in their order. */
  undone: z.array(outboxEntrySchema),
  /** Changes of the same action that stay: they were sent, or may have been. */
  stays: z.array(outboxEntrySchema),
});

/** What an undo did. */
export type Undone = z.infer<typeof undoneSchema>;

/** Which change is dropped; `withReleased` also drops what only waited for it. */
export const discardSchema = z.object({
  entryId: z.string().max(64),
  withReleased: z.boolean(),
});

/** The outbox: what is not done, in the order it was made. */
export const outboxSnapshotSchema = z.object({
  entries: z.array(outboxEntrySchema),
  /** A person holds the sending. */
  isPaused: z.boolean(),
  /** Seconds until all that can go has gone, at this budget; null while nothing goes. */
  secondsLeft: z.number().nullable(),
});

/**
 * What changed in the outbox; `removed` are done or discarded, and `changed` tells them once more
 * as they ended.
 */
export const outboxPatchSchema = z.object({
  changed: z.array(outboxEntrySchema),
  removed: z.array(z.string()),
  isPaused: z.boolean(),
  secondsLeft: z.number().nullable(),
});

/** The outbox: what is not done. */
export type OutboxSnapshot = z.infer<typeof outboxSnapshotSchema>;
/** What changed in the outbox. */
export type OutboxPatch = z.infer<typeof outboxPatchSchema>;

/** A new record. `password` is of users alone; it is kept apart from the other fields. */
export const newRecordSchema = z.object({
  collection: collectionNameSchema,
  fields: enteredFieldsSchema,
  password: credentialSchema.optional(),
});

/** A change of a record: the fields that a person touched. */
export const recordChangeSchema = z.object({
  collection: collectionNameSchema,
  key: recordKeySchema,
  fields: enteredFieldsSchema,
});

/**
 * What saving answers: the entry that carries it, empty where nothing was left to send, and what
 * the record is called.
 */
export const savedSchema = z.object({ entryId: z.string(), key: recordKeySchema });

/** What saving answers. */
export type Saved = z.infer<typeof savedSchema>;

/** How a person settles a conflict: what each field is to be. */
export const resolutionSchema = z.object({
  entryId: z.string().max(64),
  fields: enteredFieldsSchema,
});

/** A refused change with its content put right. */
export const correctionSchema = z.object({
  entryId: z.string().max(64),
  fields: enteredFieldsSchema,
  password: credentialSchema.optional(),
});

/** What a person decides about a change of which nobody knows whether it was applied. */
export const decisionSchema = z.object({
  entryId: z.string().max(64),
  verdict: z.enum(['applied', 'sendAgain']),
});

/** A record that was deleted here, kept for 90 days (behaviour, "Writing"). */
export const deletedRecordSchema = z.object({
  id: z.string().max(64),
  subject: changeSubjectSchema,
  fields: fieldsSchema,
  /** What it was associated with, by name. */
  associations: z.array(
    z.object({ side: z.enum(associationSides), label: z.string(), isMain: z.boolean() }),
  ),
  deletedAt: momentSchema,
  /** Field names that can't come back: id and password always, and what was not readable. */
  lost: z.array(z.string()),
  /** The record that was made of it again. */
  recreatedAs: recordKeySchema.nullable(),
});

/** A record that was deleted here. */
export type DeletedRecord = z.infer<typeof deletedRecordSchema>;
