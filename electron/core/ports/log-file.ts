import type { LogStop } from '@contract/journal';

/** One file of the log, as it is on disk. */
export interface LogPart {
  /** Without the folder. */
  readonly name: string;
  readonly bytes: number;
  /** Its last part, at most as long as was asked for. */
  readonly text: string;
}

/** The log on disk: the newest file and a few older ones, of a limited size in total. */
export interface LogFile {
  /** Adds lines, each ended by a line break; what can't be written is lost and reported to `onStop`. */
  write(text: string): void;
  /** Told once when writing fails; nothing is written from then on, until `reopen`. */
  onStop(listener: (why: LogStop) => void): void;
  /** Tries to write again. Answers why that fails, null where it works. */
  reopen(): Promise<LogStop | null>;
  /** The files, the newest first, each with at most its last `most` characters. */
  read(most: number): Promise<LogPart[]>;
  /** Deletes all files; what is written meanwhile is in a new one. @throws where that fails */
  clear(): Promise<void>;
  /** Waits for what is being written, and writes no more. */
  close(): Promise<void>;
}
