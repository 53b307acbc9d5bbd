import {
  FleetdeskError,
  passingMapReasons,
  type AppError,
  type ErrorReason,
} from '@contract/errors';
import type { CopyPhase, RegionCopy } from '@contract/region-copies';
import { requireWanted } from '../cancelled';
import { mapError } from '../map-sources/ask-map-server';
import { RetryPause } from '../map-sources/retry-pause';
import type { Turns } from '../map-sources/turns';
import type { Clock } from '../ports/clock';
import type { Span } from '../ports/archive-format';
import type { RegionFile, RegionFiles } from '../ports/region-files';
import { reportFault } from '../faults';
import { cut, mergeSpans, type Part } from './merge-spans';
import { contentsOf } from './plan-region';
import { changedError, type RemoteArchive } from './remote-archive';
import type { KeptCopy } from './kept-copies';

/** So many requests are on their way at once, for each copy. */
const atOnce = 2;

/** So often a copy starts over, or is mended after the last check, before a person is asked. */
const mostRounds = 3;

/** The copy goes on without a person once these are over. */
const passing: ReadonlySet<ErrorReason | undefined> = new Set([
  ...passingMapReasons,
  ...(['proxy-sign-in', 'proxy-script'] as const),
  ...(['map-key', 'work-offline'] as const),
]);

/** What a copy works with. */
export interface JobOptions {
  readonly clock: Clock;
  readonly files: RegionFiles;
  /** Requests of all copies together take turns. */
  readonly turns: Turns;
  /** Opens the archive of a copy. */
  open(copy: KeptCopy, signal: AbortSignal): Promise<RemoteArchive>;
  /** Keeps what is known of a copy on the disk, before anything rests on it. */
  keep(copy: KeptCopy): Promise<void>;
  /** Opens the complete file as a map. */
  addMap(file: string): Promise<unknown>;
  /** Why nothing may be asked now; null where all is well. */
  restraint(): AppError | null;
  onChange(): void;
  /** The map is there: the copy is done. */
  onDone(): void;
}

/** Copies one region: what is on the disk stays there whatever happens. */
export class CopyJob {
  #kept: KeptCopy;
  readonly #options: JobOptions;
  readonly #pause: RetryPause;
  #phase: CopyPhase = 'planning';
  #fault: AppError | null = null;
  #doneBytes = 0;
  /** When this run began to copy, monotonic ms, and what was there then. */
  #begun: { at: number; bytes: number } | null = null;
  #rounds = 0;
  #stop: AbortController | null = null;
  #running: Promise<void> = Promise.resolve();

  constructor(kept: KeptCopy, options: JobOptions) {
    this.#kept = kept;
    this.#options = options;
    this.#pause = new RetryPause(options.clock, () => {
      this.start();
    });
    if (kept.isPaused) this.#phase = 'paused';
    this.#doneBytes = kept.doneBytes;
  }

  get kept(): KeptCopy {
    return this.#kept;
  }

  /** The copy as a screen sees it. */
  state(): RegionCopy {
    const { id, name, address, bytes, startedOver } = this.#kept;
    return {
      ...{ id, name, bytes, startedOver },
      host: URL.canParse(address) ? new URL(address).hostname : '',
      phase: this.#phase,
      doneBytes: Math.max(0, Math.min(bytes, this.#doneBytes)),
      secondsLeft: this.#secondsLeft(),
      fault: this.#fault,
    };
  }

  /** Goes on, unless it does already. */
  start(): void {
    if (this.#stop !== null) return;
    const stop = (this.#stop = new AbortController());
    this.#running = this.#running
      .then(() => this.#run(stop.signal))
      .finally(() => {
        if (this.#stop === stop) this.#stop = null;
      });
  }

  /** A person wants to go on: what was wrong counts no more. */
  async resume(): Promise<void> {
    // Where the finished file is gone, it is copied again.
    const isFinishing = this.#kept.isFinishing && this.#fault?.reason !== 'map-file-gone';
    await this.#keep({ isPaused: false, isFinishing });
    this.#pause.end();
    this.#rounds = 0;
    this.#tell(this.#kept.isFinishing ? 'checking' : 'planning');
    this.start();
  }

  /** A person pauses it. What is on its way is given up. */
  async pause(): Promise<void> {
    await this.end();
    // Also where that can't be kept: nothing is copied any more.
    this.#tell('paused');
    await this.#keep({ isPaused: true, doneBytes: this.#doneBytes });
  }

  /** Ends all work, and waits for what is being written. */
  async end(): Promise<void> {
    this.#pause.end();
    this.#stop?.abort();
    await this.#running;
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        if (await this.#attempt(signal)) return;
      } catch (caught) {
        if (signal.aborted || !(await this.#retriesAfter(caught))) return;
      }
    }
  }

  /** Says what is wrong. @returns whether the same run tries again at once */
  async #retriesAfter(caught: unknown): Promise<boolean> {
    const fault = FleetdeskError.from(caught);
    if (fault.reason === 'internal') reportFault('a region could not be copied', caught);
    this.#begun = null;
    if (fault.reason === 'work-offline') {
      // Back online while the last request was still on its way: no event comes any more.
      if (this.#options.restraint() === null) return true;
      this.#wait(fault);
    } else if (passing.has(fault.reason)) {
      this.#pause.start(fault);
      this.#wait(this.#pause.fault);
    } else if (fault.reason === 'map-changed' && (this.#rounds += 1) < mostRounds) {
      return this.#startOver();
    } else {
      this.#tell('stopped', fault);
    }
    return false;
  }

  /** The run ends; another one may start at once. */
  #wait(fault: AppError | null): void {
    this.#stop = null;
    this.#tell('waiting', fault);
  }

  /** @returns whether there is a new beginning */
  async #startOver(): Promise<boolean> {
    try {
      await this.#options.files.discard(this.#kept.file);
      await this.#keep({ version: null, bytes: 0, startedOver: true });
    } catch (caught) {
      this.#tell('stopped', FleetdeskError.from(caught));
      return false;
    }
    this.#doneBytes = 0;
    this.#tell('planning');
    return true;
  }

  /** @returns whether the copy is done; else there is something to be copied again */
  async #attempt(signal: AbortSignal): Promise<boolean> {
    const { files, addMap, onDone } = this.#options;
    const file = await files.open(this.#kept.file);
    // It was given its final name, and the app ended before it could say so.
    if (file === null && this.#kept.isFinishing) {
      await addMap(this.#kept.file);
      onDone();
      return true;
    }
    const ready = await this.#copy(file, signal);
    try {
      requireWanted(signal);
      this.#tell('checking');
      const bad = await ready.check();
      requireWanted(signal);
      if (bad > 0) {
        this.#rounds += 1;
        if (this.#rounds < mostRounds) return false;
        throw mapError('file-unreadable', 'map-damaged', `${bad} tiles can not be read again.`);
      }
      await this.#keep({ isFinishing: true });
      await ready.finish();
    } finally {
      await ready.close();
    }
    await addMap(this.#kept.file);
    onDone();
    return true;
  }

  /** @param begun the file as an earlier run left it. @returns the file with all contents */
  async #copy(begun: RegionFile | null, signal: AbortSignal): Promise<RegionFile> {
    let file = begun;
    try {
      const missing = file && (await file.missing());
      if (file && missing) this.#doneBytes = this.#kept.bytes - bytesOf(missing);
      if (file && missing?.length === 0) return file;
      this.#refuseWhileAway();
      this.#tell('planning');
      const archive = await this.#options.open(this.#kept, signal);
      requireWanted(signal);
      const isOther = this.#kept.version !== null && this.#kept.version !== archive.version;
      if (file && isOther) throw changedError();
      file ??= await this.#create(archive, signal);
      const spans = missing ?? (await file.missing());
      await this.#download(file, archive, spans, signal);
      return file;
    } catch (fault) {
      await file?.close();
      throw fault;
    }
  }

  async #create(archive: RemoteArchive, signal: AbortSignal): Promise<RegionFile> {
    const { runs, bytes } = await contentsOf(archive, this.#kept, signal);
    const { packing, metadata } = archive.description;
    const { name, bounds, maxZoom } = this.#kept;
    const own = { name, bounds: bounds.join(','), maxzoom: String(maxZoom) };
    requireWanted(signal);
    await this.#keep({ version: archive.version, bytes });
    return this.#options.files.create(this.#kept.file, {
      ...{ runs, packing },
      metadata: { ...metadata, ...own },
    });
  }

  async #download(
    file: RegionFile,
    archive: RemoteArchive,
    missing: readonly Span[],
    signal: AbortSignal,
  ): Promise<void> {
    this.#doneBytes = Math.max(0, this.#kept.bytes - bytesOf(missing));
    this.#begun = { at: this.#options.clock.monotonic(), bytes: this.#doneBytes };
    this.#tell('copying');
    const parts = mergeSpans(missing);
    let next = 0;
    let failed = false;
    const work = async (): Promise<void> => {
      for (let part = parts[next++]; part && !failed; part = parts[next++]) {
        try {
          await this.#copyPart(file, archive, part, signal);
        } catch (fault) {
          failed = true;
          throw fault;
        }
      }
    };
    const ends = await Promise.allSettled(Array.from({ length: atOnce }, work));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  async #copyPart(
    file: RegionFile,
    archive: RemoteArchive,
    part: Part,
    signal: AbortSignal,
  ): Promise<void> {
    const bytes = await this.#options.turns.run(() => {
      this.#refuseWhileAway();
      return archive.read(archive.contentSpan(part), signal);
    });
    const contents = cut(part, bytes);
    await file.write(contents);
    this.#doneBytes += contents.reduce((sum, { data }) => sum + data.length, 0);
    this.#pause.endIfOver();
    this.#tell('copying');
  }

  #refuseWhileAway(): void {
    const restraint = this.#options.restraint();
    if (restraint) throw new FleetdeskError(restraint);
  }

  async #keep(change: Partial<KeptCopy>): Promise<void> {
    const kept = { ...this.#kept, ...change };
    await this.#options.keep(kept);
    this.#kept = kept;
  }

  #secondsLeft(): number | null {
    if (this.#phase !== 'copying' || this.#begun === null) return null;
    const took = (this.#options.clock.monotonic() - this.#begun.at) / 1000;
    const copied = this.#doneBytes - this.#begun.bytes;
    if (copied <= 0 || took <= 0) return null;
    return ((this.#kept.bytes - this.#doneBytes) * took) / copied;
  }

  #tell(phase: CopyPhase, fault: AppError | null = null): void {
    this.#phase = phase;
    this.#fault = fault;
    this.#options.onChange();
  }
}

function bytesOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { length }) => sum + length, 0);
}
