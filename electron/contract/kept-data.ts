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

/** A kind of data that Fleetdesk keeps on this computer. */
export type KeptKind = (typeof keptKinds)[number];

/** Kinds that a person can delete by themselves: nothing in them waits to be sent. */
export const deletableKinds = ['tracks', 'mapImages', 'answers', 'log'] as const;

/** A kind that a person can delete by itself. */
export type DeletableKind = (typeof deletableKinds)[number];

/** Bytes on disk by kind; null for what is kept nowhere, or can't be looked at now. */
export const keptUseSchema = z.record(z.enum(keptKinds), z.number().nonnegative().nullable());

/** Bytes on disk by kind. */
export type KeptUse = z.infer<typeof keptUseSchema>;
