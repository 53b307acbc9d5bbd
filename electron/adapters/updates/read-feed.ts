import { z } from 'zod';
import { UpdateFailure } from '@core/ports/updater';
import { versionForm } from '@core/updates/compare-versions';

/** A file of a release. It is beside the feed: no name leads elsewhere. */
const fileSchema = z.object({
  url: z.string().regex(/^[\w][\w.+-]{0,199}$/),
  sha512: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
  size: z.number().int().positive().optional(),
  blockMapSize: z.number().int().positive().optional(),
});

const feedSchema = z.object({
  version: z.string().regex(versionForm),
  files: z.array(fileSchema).min(1).max(20),
  releaseDate: z.iso.datetime({ offset: true }).optional(),
  releaseNotes: z.string().max(50_000).nullish(),
  stagingPercentage: z.number().min(0).max(100).optional(),
});

/** A feed as electron-builder writes it: what Fleetdesk uses of it, and nothing else. */
export type UpdateFeed = z.infer<typeof feedSchema>;

/** Reads a feed whose signature was found right. @throws UpdateFailure `unreadable` */
export async function readFeed(bytes: Uint8Array): Promise<UpdateFeed> {
  // Few runs read one, and none at its start.
  const { CORE_SCHEMA, load } = await import('js-yaml');
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return feedSchema.parse(load(text, { schema: CORE_SCHEMA }));
  } catch (fault) {
    const words = fault instanceof Error ? fault.message : String(fault);
    throw new UpdateFailure('unreadable', `The feed can't be read: ${words}`);
  }
}
