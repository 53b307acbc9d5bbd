import { z } from 'zod';

/** Kinds of data that Fleetdesk keeps on this computer. */
export const keptKinds = [
  /** Records of the service, unsent changes, alerts: all of the store but what follows. */
  'records',
  /** Trails, and days that were replayed. */
  'tracks',
  /** Images of online maps. */
  'mapImages',
  /** Answers of the address server. */
  'answers',
  'log',
  /** Reports of what closed or crashed. */
  'crashes',
] as const;

/** Kinds that a person can delete by themselves: nothing in them waits to be sent. */
export const deletableKinds = ['tracks', 'mapImages', 'answers', 'log'] as const;

/** A kind that a person can delete by itself. */
export type DeletableKind = (typeof deletableKinds)[number];

/**
 * Bytes on disk of a kind; null for what is kept nowhere, `unseen` for what may be there and can't
 * be looked at now.
 */
export const keptSizeSchema = z.union([z.number().nonnegative(), z.literal('unseen'), z.null()]);

/** Bytes on disk of a kind. */
export type KeptSize = z.infer<typeof keptSizeSchema>;

/** Bytes on disk by kind. */
export const keptUseSchema = z.record(z.enum(keptKinds), keptSizeSchema);

/** Bytes on disk by kind. */
export type KeptUse = z.infer<typeof keptUseSchema>;
