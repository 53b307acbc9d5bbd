import { FleetdeskError, type AppError, type ErrorReason } from '@contract/errors';
import type { TilePlace } from '@contract/map-sources';
import type { Clock } from '../ports/clock';
import type { TileArchive, TileArchives } from '../ports/tile-archives';

/** A source that can't be read is tried again after so many ms. */
const retryAfter = 15_000;

/** A drive that does not answer for so many ms counts as gone. */
const longestRead = 10_000;

/** Faults of one tile: the others of the file can still be read. */
const ofOneTile: ReadonlySet<ErrorReason | undefined> = new Set([
  'map-damaged',
  'map-cut-off',
  'map-tile-too-large',
]);

/** What is known of a source's file. */
export type Condition = { readonly readable: boolean; readonly fault: AppError | null };

/** The file of one source: opened when the first tile is asked for, tried again after a fault. */
export class OpenSource {
  readonly #file: string;
  readonly #archives: TileArchives;
  readonly #clock: Clock;
  readonly #onChange: () => void;
  #archive: Promise<TileArchive> | null = null;
  #condition: Condition = { readable: true, fault: null };
  #cancelRetry: (() => void) | null = null;
  #ended = false;

  constructor(
    file: string,
    { archives, clock }: { archives: TileArchives; clock: Clock },
    onChange: () => void,
  ) {
    this.#file = file;
    this.#archives = archives;
    this.#clock = clock;
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
    const archive = (this.#archive ??= this.#archives.open(this.#file));
    let isOpen = false;
    const read = archive.then((open) => {
      isOpen = true;
      return open.tile(place);
    });
    try {
      return await this.#inTime(read);
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
      this.#cancelRetry = this.#clock.after(retryAfter, () => {
        void this.#retry();
      });
    }
    if (isNew || wasReadable !== readable) this.#onChange();
  }

  /** No tile is asked for while the source can’t be read: a timer looks whether it is back. */
  async #retry(): Promise<void> {
    const archive = (this.#archive = this.#archives.open(this.#file));
    try {
      await this.#inTime(archive);
    } catch (fault) {
      if (this.#archive === archive && !this.#ended) this.#fail(FleetdeskError.from(fault), false);
      return;
    }
    if (this.#archive !== archive) return;
    this.#condition = { readable: true, fault: null };
    this.#onChange();
  }

  #inTime<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const cancel = this.#clock.after(longestRead, () => {
        const message = `No answer within ${longestRead} ms.`;
        reject(new FleetdeskError({ code: 'file-unreadable', reason: 'map-file-gone', message }));
      });
      work.then(resolve, reject).finally(cancel);
    });
  }
}

/** Closes an archive once it is open, be it late; nobody waits for one that never opens. */
function close(archive: Promise<TileArchive> | null): void {
  void archive?.then(
    (open) => open.close(),
    () => undefined,
  );
}
