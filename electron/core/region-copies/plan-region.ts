import { mostTilesOfCopy, type RegionPlan, type RegionWish } from '@contract/region-copies';
import { mapError } from '../map-sources/ask-map-server';
import type { ArchiveEntry, Span } from '../ports/archive-format';
import type { Clock } from '../ports/clock';
import type { TileRun } from '../ports/region-files';
import { cut, mergeSpans } from './merge-spans';
import type { RemoteArchive } from './remote-archive';
import { countTiles, tileRanges, within, type TileRange } from './tile-ranges';

/** Directories lie below one another, in two levels at most in practice. */
const deepest = 4;

/** No shorter time is shown, s. */
const shortest = 1;

/** What a region holds, by the archive's directories. */
export interface RegionContents {
  readonly runs: readonly TileRun[];
  /** Each content once, by its place in the archive. */
  readonly spans: readonly Span[];
  readonly tiles: number;
  /** Of all contents. */
  readonly bytes: number;
}

/**
 * Reads the directories that name tiles of a region, and no others.
 * @throws FleetdeskError `map-region-large`, `map-region-empty`, or as reading the archive does
 */
export async function contentsOf(
  archive: RemoteArchive,
  { bounds, maxZoom }: Pick<RegionWish, 'bounds' | 'maxZoom'>,
  signal?: AbortSignal,
): Promise<RegionContents> {
  const { map } = archive.description;
  const deepestZoom = Math.min(maxZoom, map.maxZoom);
  const count = countTiles(bounds, map.minZoom, deepestZoom);
  if (count > mostTilesOfCopy) {
    throw mapError('invalid-request', 'map-region-large', `${count} tiles.`);
  }
  const ranges = tileRanges(bounds, map.minZoom, deepestZoom);
  const runs: TileRun[] = [];
  let level = await archive.root(signal);
  for (let depth = 0; depth < deepest && level.length > 0; depth += 1) {
    const below = takeRuns(level, ranges, runs);
    level = await readLeaves(archive, below, signal);
  }
  if (runs.length === 0) throw mapError('not-found', 'map-region-empty', 'No tile is there.');
  const lengths = new Map(runs.map(({ offset, length }) => [offset, length]));
  const spans = [...lengths]
    .sort(([a], [b]) => a - b)
    .map(([offset, length]) => ({ offset, length }));
  const tiles = runs.reduce((sum, run) => sum + run.count, 0);
  return { runs, spans, tiles, bytes: spans.reduce((sum, { length }) => sum + length, 0) };
}

/** Tells what copying a region takes; a first part of it is read to see how fast the server is. */
export async function planOf(
  archive: RemoteArchive,
  { spans, tiles, bytes }: RegionContents,
  clock: Clock,
  signal?: AbortSignal,
): Promise<RegionPlan> {
  const parts = mergeSpans(spans.map((span) => archive.contentSpan(span)));
  const download = parts.reduce((sum, { length }) => sum + length, 0);
  const [sample] = parts;
  if (!sample) return { tiles, bytes, seconds: shortest };
  const start = clock.monotonic();
  await archive.read(sample, signal);
  const took = (clock.monotonic() - start) / 1000;
  const seconds = Math.max(shortest, (took * download) / Math.max(1, sample.length));
  return { tiles, bytes: download, seconds };
}

/** Takes the tiles of a directory that are in the region. @returns the directories to be read */
function takeRuns(
  entries: readonly ArchiveEntry[],
  ranges: readonly TileRange[],
  runs: TileRun[],
): Span[] {
  const below: Span[] = [];
  entries.forEach(({ tileId, runLength, offset, length }, index) => {
    const isLeaf = runLength === 0;
    const end = isLeaf ? (entries[index + 1]?.tileId ?? Infinity) : tileId + runLength;
    const found = within(ranges, tileId, end);
    if (isLeaf && found.length > 0) below.push({ offset, length });
    if (isLeaf) return;
    for (const { from, to } of found) runs.push({ first: from, count: to - from, offset, length });
  });
  return below;
}

async function readLeaves(
  archive: RemoteArchive,
  leaves: readonly Span[],
  signal?: AbortSignal,
): Promise<ArchiveEntry[]> {
  const spans = leaves.map((leaf) => archive.leafSpan(leaf)).sort((a, b) => a.offset - b.offset);
  const bytes = new Map<number, Uint8Array>();
  for (const part of mergeSpans(spans.filter((span) => !archive.hasLeaf(span)))) {
    for (const { offset, data } of cut(part, await archive.read(part, signal))) {
      bytes.set(offset, data);
    }
  }
  const entries: ArchiveEntry[] = [];
  for (const span of spans) {
    const read = bytes.get(span.offset);
    const found = await archive.leaf(span, () =>
      read ? Promise.resolve(read) : archive.read(span, signal),
    );
    for (const entry of found) entries.push(entry);
  }
  return entries.sort((a, b) => a.tileId - b.tileId);
}
