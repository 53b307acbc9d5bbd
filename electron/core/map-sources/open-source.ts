import { FleetdeskError, type AppError, type ErrorReason } from '@contract/errors';
import type { TilePlace } from '@contract/map-sources';
import type { Clock } from '../ports/clock';
import type { TileArchive, TileArchives } from '../ports/tile-archives';

/** A source that can't be read is tried again after so many ms. */
const retryAfter = 15_000;

/** A drive that does not answer for so many ms counts as gone. */
const longestRead = 10_000;

/** Faults of one tile: the others of the file can still be read. */
export const ofOneTile: ReadonlySet<ErrorReason | undefined> = new Set([
  'map-damaged',
  'map-cut-off',
  'map-tile-too-large',
]);

/** What is known of a source's file. */
export type Condition = { readonly readable: boolean; readonly fault: AppError | null };

/** What a file is opened with. */
export interface OpenOptions {
  readonly archives: TileArchives;
  readonly clock: Clock;
}

/**
 * Opens a file; one that does not answer is given up.
 * @throws FleetdeskError `file-unreadable` with a reason
 */
export function openInTime(file: string, { archives, clock }: OpenOptions): Promise<TileArchive> {
  const attempt = new AbortController();
  const opened = archives.open(file, attempt.signal);
  return inTime(opened, clock, () => {
    attempt.abort();
    // It may have opened in the same moment.
    close(opened);
  });
}

/** The file of one source: opened when the first tile is asked for, tried again after a fault. */
export class OpenSource {
  readonly #file: string;
  readonly #options: OpenOptions;
  readonly #onChange: () => void;
  #archive: Promise<TileArchive> | null = null;
  #condition: Condition = { readable: true, fault: null };
  #cancelRetry: (() => void) | null = null;
  #ended = false;

  constructor(file: string, options: OpenOptions, onChange: () => void) {
    this.#file = file;
    this.#options = options;
    this.#onChange = onChange;
  }

  condition(): Condition {
    return this.#condition;
  }

  /** Takes an archive that was opened already. */
  take(archive: TileArchive): void {
    this.#archive = Promise.resolve(archive);
  }

  /** @throws FleetdeskError `file-unreadable`; at once while the file can't be read */
  async tile(place: TilePlace): Promise<Uint8Array | null> {
    const { readable, fault } = this.#condition;
    if (!readable && fault) throw new FleetdeskError(fault);
    const archive = (this.#archive ??= openInTime(this.#file, this.#options));
    let isOpen = false;
    const read = archive.then((open) => {
      isOpen = true;
      return open.tile(place);
    });
    try {
      return await inTime(read, this.#options.clock);
    } catch (caught) {
      const error = FleetdeskError.from(caught);
      if (this.#archive === archive) this.#fail(error, isOpen && ofOneTile.has(error.reason));
      throw new FleetdeskError(error, { cause: caught });
    }
  }

  /** Lets go of the file until the next tile is asked for, and forgets what was wrong with it. */
  rest(): void {
    this.#cancelRetry?.();
    this.#cancelRetry = null;
    this.#condition = { readable: true, fault: null };
    const archive = this.#archive;
    this.#archive = null;
    close(archive);
  }

  end(): void {
    this.#ended = true;
    this.rest();
  }

  #fail(fault: AppError, readable: boolean): void {
    const isNew = this.#condition.fault?.reason !== fault.reason;
    const wasReadable = this.#condition.readable;
    this.#condition = { readable, fault };
    if (!readable) {
      close(this.#archive);
      this.#archive = null;
      this.#cancelRetry?.();
      this.#cancelRetry = this.#options.clock.after(retryAfter, () => {
        void this.#retry();
      });
    }
    if (isNew || wasReadable !== readable) this.#onChange();
  }

  /** No tile is asked for while the source can’t be read: a timer looks whether it is back. */
  async #retry(): Promise<void> {
    const archive = (this.#archive = openInTime(this.#file, this.#options));
    try {
      await archive;
    } catch (fault) {
      if (this.#archive === archive && !this.#ended) this.#fail(FleetdeskError.from(fault), false);
      return;
    }
    if (this.#archive !== archive) return;
    this.#condition = { readable: true, fault: null };
    this.#onChange();
  }
}

function inTime<T>(work: Promise<T>, clock: Clock, giveUp?: () => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(longestRead, () => {
      const message = `No answer within ${longestRead} ms.`;
      reject(new FleetdeskError({ code: 'file-unreadable', reason: 'map-file-gone', message }));
      giveUp?.();
    });
    work.then(resolve, reject).finally(cancel);
  });
}

/** Closes an archive once it is open, however late; nobody waits for one that never opens. */
function close(archive: Promise<TileArchive> | null): void {
  void archive?.then(
    (open) => open.close(),
    () => undefined,
  );
}
