import { z } from 'zod';
import { cacheLimits } from '@contract/online-maps';
import { mapSourceIdSchema, mapSourceSchema, type MapSource } from '@contract/map-sources';
import { readStored } from '../stored-json';

/** The list of map sources as a file of this machine holds it. */
export type KeptSources = {
  /** Ids are not given twice. */
  readonly nextId: number;
  readonly sources: readonly MapSource[];
  /** Megabytes that the tiles of online maps may take on the disk. */
  readonly cacheLimit: CacheLimit;
};

/** One choice of how much the tiles of online maps may take. */
export type CacheLimit = (typeof cacheLimits)[number];

/** As it is until a person chooses: a few weeks of a city, usually. */
const usualLimit: CacheLimit = 500;

const empty: KeptSources = { nextId: 1, sources: [], cacheLimit: usualLimit };

const fileSchema = z.object({
  version: z.literal(1),
  nextId: mapSourceIdSchema,
  sources: z.array(z.unknown()),
  cacheLimit: z.literal(cacheLimits).catch(usualLimit),
});

/** Reads each source separately, so that a bad one costs no other; null is an empty list. */
export function readSources(text: string | null): { kept: KeptSources; isWhole: boolean } {
  if (text === null) return { kept: empty, isWhole: true };
  const stored = readStored(fileSchema, text);
  if (stored === null) return { kept: empty, isWhole: false };
  const sources = new Map<number, MapSource>();
  for (const each of stored.sources) {
    const read = mapSourceSchema.safeParse(each);
    if (read.success && !sources.has(read.data.id)) sources.set(read.data.id, read.data);
  }
  const nextId = Math.max(stored.nextId, ...[...sources.keys()].map((id) => id + 1));
  const isWhole = sources.size === stored.sources.length;
  const { cacheLimit } = stored;
  return { kept: { nextId, cacheLimit, sources: [...sources.values()] }, isWhole };
}

/** The file's text for a list. */
export function writtenSources(kept: KeptSources): string {
  return `${JSON.stringify({ version: 1, ...kept }, null, 2)}\n`;
}
