import { z } from 'zod';
import { associationSides } from '@contract/associations';
import { changeKinds, changeSubjectSchema, entryStates } from '@contract/outbox';
import { fieldsSchema, fieldValueSchema, momentSchema, recordKeySchema } from '@contract/records';
import type { StoredEntry } from '../../ports/store';
import { readStored } from '../../stored-json';

const count = z.int().nonnegative();

/** What of a change is kept with its request; the rest is not needed to compare. */
const strayEntrySchema = z.object({
  id: z.string().min(1),
  seq: count,
  kind: z.enum(changeKinds),
  subject: changeSubjectSchema,
  other: changeSubjectSchema.nullable(),
  side: z.enum(associationSides).nullable(),
  associationKey: recordKeySchema.nullable(),
  fields: fieldsSchema,
  base: fieldsSchema,
  state: z.enum(entryStates),
  action: z.string().nullable(),
  after: z.array(z.string()),
  notBefore: momentSchema.nullable(),
  createdAt: momentSchema,
  changedAt: momentSchema,
  sentAt: momentSchema.nullable(),
  attempts: count,
  firstSentAt: count.nullable(),
  wasInDoubt: z.boolean(),
  taken: recordKeySchema.nullable(),
  pack: count.nullable(),
  storedDifferently: z.array(
    z.object({ field: z.string(), sent: fieldValueSchema, stored: fieldValueSchema }),
  ),
});

/** A change without what nobody needs to compare: the password is to be wiped once it is sent. */
export function strayOf(
  entry: Omit<StoredEntry, 'password' | 'trouble' | 'snapshot'>,
): StoredEntry {
  return { ...entry, password: null, trouble: null, snapshot: null };
}

/** Reads the note of requests that were given up, and leaves out what can't be read. */
export function readStrays(note: string | null): StoredEntry[] {
  const entries = note === null ? null : readStored(z.array(z.unknown()), note);
  return (entries ?? []).flatMap((entry) => {
    const parsed = strayEntrySchema.safeParse(entry);
    return parsed.success ? [strayOf(parsed.data)] : [];
  });
}
