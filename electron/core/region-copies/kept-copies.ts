import { z } from 'zod';
import { mapFileSchema, tileZoomSchema, mapBoundsSchema } from '@contract/map-sources';
import { copyIdSchema } from '@contract/region-copies';
import { readStored } from '../stored-json';

const keptCopySchema = z.object({
  id: copyIdSchema,
  name: z.string().min(1).max(120),
  /** The final file. */
  file: mapFileSchema,
  /** Without its key, which the keychain has. */
  address: z.string().min(1).max(2000),
  keyName: z.string().max(64).nullable(),
  isPrivate: z.boolean(),
  bounds: mapBoundsSchema,
  maxZoom: tileZoomSchema,
  /** Tells the archive's version that was begun with; null before it was read. */
  version: z.string().nullable(),
  /** Bytes of all contents; 0 before they were counted. */
  bytes: z.number().int().min(0),
  /** Bytes that were there when a person paused it. */
  doneBytes: z.number().int().min(0),
  isPaused: z.boolean(),
  startedOver: z.boolean(),
  /** Everything is there; the file gets its final name. */
  isFinishing: z.boolean(),
});

/** A copy as a file of this machine holds it. */
export type KeptCopy = z.infer<typeof keptCopySchema>;

/** The list of copies. */
export type KeptCopies = {
  readonly nextId: number;
  readonly copies: readonly KeptCopy[];
};

const fileSchema = z.object({
  version: z.literal(1),
  nextId: copyIdSchema,
  copies: z.array(z.unknown()),
});

/** Reads each copy separately, so that a bad one costs no other; null is an empty list. */
export function readCopies(text: string | null): { kept: KeptCopies; isWhole: boolean } {
  const stored = text === null ? null : readStored(fileSchema, text);
  if (stored === null) return { kept: { nextId: 1, copies: [] }, isWhole: text === null };
  const copies = stored.copies.flatMap((each) => {
    const read = keptCopySchema.safeParse(each);
    return read.success ? [read.data] : [];
  });
  const nextId = Math.max(stored.nextId, ...copies.map(({ id }) => id + 1));
  return { kept: { nextId, copies }, isWhole: copies.length === stored.copies.length };
}

/** The file's text for a list. */
export function writtenCopies(kept: KeptCopies): string {
  return `${JSON.stringify({ version: 1, ...kept }, null, 2)}\n`;
}
