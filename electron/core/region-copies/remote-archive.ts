import { FleetdeskError } from '@contract/errors';
import type { ArchiveInfo } from '@contract/region-copies';
import { requireWanted } from '../cancelled';
import {
  askMapServer,
  mapError,
  refusalOf,
  type FetchOptions,
} from '../map-sources/ask-map-server';
import type {
  ArchiveDescription,
  ArchiveEntry,
  ArchiveFormat,
  ArchiveHead,
  Span,
} from '../ports/archive-format';
import type { TileAnswer } from '../ports/tile-network';
import { abortable } from '../service/signals';

/** The first request has header and root directory (PMTiles 3, *Overview*), usually all it needs. */
const firstBytes = 16 * 1024;

/** No part of an archive that Fleetdesk reads is larger. */
const largestRead = 4 * 1024 * 1024;

/** A part that has not come after so many ms is given up: 1 MB at 140 kbit/s. */
const longestRead = 60_000;

/** Directories are kept until so many are there. */
const keptDirectories = 512;

/** What archives are read with. */
export interface RemoteOptions extends FetchOptions {
  readonly format: ArchiveFormat;
}

/** Where an archive is. */
export interface RemotePlace {
  readonly url: string;
  readonly isPrivate: boolean;
}

/** A PMTiles archive at an address, read by ranges. All its parts are of one version. */
export class RemoteArchive {
  readonly description: ArchiveDescription;
  readonly info: ArchiveInfo;
  /** Tells one version of the archive from another, as the server's headers do. */
  readonly version: string;
  readonly #place: RemotePlace;
  readonly #options: RemoteOptions;
  readonly #head: ArchiveHead;
  readonly #start: Uint8Array;
  readonly #directories = new Map<number, Promise<readonly ArchiveEntry[]>>();

  private constructor(
    place: RemotePlace,
    options: RemoteOptions,
    known: {
      head: ArchiveHead;
      description: ArchiveDescription;
      start: Uint8Array;
      version: Version;
    },
  ) {
    this.#place = place;
    this.#options = options;
    this.#head = known.head;
    this.#start = known.start;
    this.description = known.description;
    this.version = known.version.mark;
    this.info = { ...known.description.map, bytes: known.version.total };
  }

  /** @throws FleetdeskError with a reason where it is no archive, or can't be read by ranges */
  static async open(
    place: RemotePlace,
    options: RemoteOptions,
    signal?: AbortSignal,
  ): Promise<RemoteArchive> {
    const start = await readRange(place, { offset: 0, length: firstBytes }, options, signal);
    const head = options.format.head(start.bytes);
    const { metadata } = head;
    const isThere = metadata.offset + metadata.length <= start.bytes.length;
    const text = isThere
      ? cutOf(start.bytes, metadata)
      : (await readRange(place, metadata, options, signal)).bytes;
    const description = head.describe(text);
    const known = { head, description, start: start.bytes, version: start.version };
    return new RemoteArchive(place, options, known);
  }

  /** Entries of the root directory. */
  root(signal?: AbortSignal): Promise<readonly ArchiveEntry[]> {
    const { root } = this.#head;
    const isThere = root.offset + root.length <= this.#start.length;
    const read = () =>
      isThere ? Promise.resolve(cutOf(this.#start, root)) : this.read(root, signal);
    return this.#directory(root, read);
  }

  /** The bytes of a directory, or of several that lie side by side, in the whole archive. */
  leafSpan({ offset, length }: Span): Span {
    return { offset: this.#head.leavesAt + offset, length };
  }

  /** The bytes of a content in the whole archive. */
  contentSpan({ offset, length }: Span): Span {
    return { offset: this.#head.tilesAt + offset, length };
  }

  /** Entries of a directory; its bytes are only asked for where it is not kept. */
  leaf(span: Span, read: () => Promise<Uint8Array>): Promise<readonly ArchiveEntry[]> {
    return this.#directory(span, read);
  }

  /** Whether a directory is kept, so that its bytes need not be read. */
  hasLeaf({ offset }: Span): boolean {
    return this.#directories.has(offset);
  }

  /** Reads a part. @throws FleetdeskError `map-changed` where the archive is another one by now */
  async read(span: Span, signal?: AbortSignal): Promise<Uint8Array> {
    const { bytes, version } = await readRange(this.#place, span, this.#options, signal);
    if (version.mark !== this.version) throw changedError();
    if (bytes.length === span.length) return bytes;
    const message = `${bytes.length} bytes of ${span.length} at ${span.offset}`;
    throw mapError('file-unreadable', 'map-cut-off', message);
  }

  #directory({ offset }: Span, read: () => Promise<Uint8Array>): Promise<readonly ArchiveEntry[]> {
    const kept = this.#directories.get(offset);
    if (kept) return kept;
    if (this.#directories.size >= keptDirectories) this.#directories.clear();
    const entries = read().then((bytes) => this.#head.entries(bytes));
    this.#directories.set(offset, entries);
    entries.catch(() => this.#directories.delete(offset));
    return entries;
  }
}

/** The archive is not the one that a copy was begun from. */
export function changedError(): FleetdeskError {
  return mapError('bad-response', 'map-changed', 'The archive has changed on its server.');
}

interface Version {
  readonly mark: string;
  readonly total: number | null;
}

async function readRange(
  { url, isPrivate }: RemotePlace,
  { offset, length }: Span,
  options: RemoteOptions,
  signal?: AbortSignal,
): Promise<{ bytes: Uint8Array; version: Version }> {
  requireWanted(signal);
  if (!Number.isSafeInteger(offset) || offset < 0 || length > largestRead) {
    throw mapError('file-unreadable', 'map-damaged', `A part of ${length} bytes at ${offset}.`);
  }
  // Packed on the way, the bytes of a range would mean others.
  const headers = {
    'accept-encoding': 'identity',
    range: `bytes=${offset}-${offset + length - 1}`,
  };
  const question = { url, isPrivate, headers, timeout: longestRead, maxBytes: length };
  const asked = askMapServer(question, options);
  const answer = await (signal ? abortable(asked, signal) : asked).catch((fault: unknown) => {
    const { reason } = FleetdeskError.from(fault);
    if (reason === 'map-tile-too-large') throw wholeError();
    throw fault;
  });
  requireWanted(signal);
  return { bytes: answer.body, version: versionOf(answer, offset, options) };
}

/** @throws FleetdeskError where the answer is not the range that was asked for */
function versionOf(answer: TileAnswer, offset: number, { clock }: RemoteOptions): Version {
  const { status, headers } = answer;
  if (status === 200) throw wholeError();
  if (status === 404 || status === 410) {
    throw mapError('not-found', 'map-archive-gone', 'No file there.', { status });
  }
  // Beyond the end: the archive is shorter than it said.
  if (status === 416) throw offset === 0 ? wholeError() : changedError();
  if (status !== 206) throw refusalOf(answer, clock);
  const range = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(headers['content-range'] ?? '');
  if (Number(range?.[1]) !== offset) throw wholeError();
  const total = range?.[3] === '*' ? null : Number(range?.[3]);
  const mark = headers['etag'] ?? headers['last-modified'] ?? '';
  return { total, mark: `${mark} ${total ?? ''}`.trim() };
}

function cutOf(bytes: Uint8Array, { offset, length }: Span): Uint8Array {
  return bytes.subarray(offset, offset + length);
}

function wholeError(): FleetdeskError {
  return mapError('bad-response', 'map-no-ranges', 'The server does not answer with a range.');
}
