import { z } from 'zod';
import { crashReportSchema, type CrashReport } from '@contract/crashes';
import { reportFault } from '../faults';
import type { Clock } from '../ports/clock';
import type { Files } from '../ports/files';
import { readStored } from '../stored-json';
import type { Journal } from './journal';

const REPORTS = 'crash-reports.json';
/** It is there while the app runs: one that is found at the start was left by a crash. */
const MARKER = 'running.json';
/** So many reports are kept, and so many lines of the log in each. */
const MOST_REPORTS = 5;
const MOST_LINES = 40;
/** Characters of the log that are read for the report of a run that is gone. */
const LOG_END = 8_000;
const LONGEST_LINE = 1_000;

const reportsSchema = z.array(crashReportSchema);
const markerSchema = z.object({ version: z.string().max(40), startedAt: z.number() });

/** What the reports of crashes need. */
export interface CrashBookOptions {
  files: Files;
  clock: Clock;
  journal: Journal;
  version: string;
}

/**
 * Keeps reports of crashes on this computer; nothing is sent. A report is text: what ended, how,
 * and the last lines of the log, which are redacted. No dump of memory is ever written, as it would
 * put tokens, plates and names on the disk in clear.
 */
export class CrashBook {
  readonly #options: CrashBookOptions;
  #reports: CrashReport[];
  #lastWrite: Promise<unknown> = Promise.resolve();

  private constructor(options: CrashBookOptions, reports: CrashReport[]) {
    this.#options = options;
    this.#reports = reports;
    options.journal.setCrashes(reports);
  }

  /**
   * Reads what is kept, and adds a report where the run before did not end in order. To be called
   * before this run writes much to the log.
   */
  static async open(options: CrashBookOptions): Promise<CrashBook> {
    const { files, journal, version } = options;
    const kept = await files.read(REPORTS).catch(() => null);
    const book = new CrashBook(options, readStored(reportsSchema, kept ?? '') ?? []);
    // A full disk, or a folder that can't be written: the app starts all the same.
    const tell = (fault: unknown): void => {
      reportFault('the mark of a running app could not be written', fault);
    };
    try {
      await book.#addRunBefore();
      const marker = JSON.stringify({ version, startedAt: journal.startedAt });
      // The start waits for no disk.
      book.#lastWrite = files.write(MARKER, marker).catch(tell);
    } catch (fault) {
      tell(fault);
    }
    return book;
  }

  /** A part of the app ended, or does not answer; the app goes on. */
  add(part: CrashReport['part'], reason: string, exitCode: number | null = null): void {
    const { clock, journal, version } = this.#options;
    const lines = journal.lastLines(MOST_LINES).map((line) => line.slice(0, LONGEST_LINE));
    const report = {
      at: clock.now(),
      part,
      reason: reason.slice(0, 100),
      exitCode,
      version,
      lines,
    };
    const added = this.#add(report).catch((fault: unknown) => {
      reportFault('a report of a crash could not be kept', fault);
    });
    // A write of before may be slower, and would leave its file after the end.
    this.#lastWrite = Promise.all([this.#lastWrite, added]);
  }

  /** The app ends in order. */
  async end(): Promise<void> {
    await this.#lastWrite;
    await this.#options.files.remove(MARKER);
  }

  /** A report of the run before, where it left its mark. */
  async #addRunBefore(): Promise<void> {
    const { files, journal, clock, version } = this.#options;
    const left = await files.read(MARKER);
    if (left === null) return;
    const marker = readStored(markerSchema, left);
    const [newest] = await journal.read(LOG_END);
    const lines = linesBefore(newest?.text ?? '', marker?.startedAt ?? 0, journal.startedAt);
    const at = timeOf(lines.at(-1)) ?? marker?.startedAt ?? clock.now();
    const of = marker?.version ?? version;
    await this.#add({ at, part: 'app', reason: 'ended', exitCode: null, version: of, lines });
  }

  async #add(report: CrashReport): Promise<void> {
    this.#reports = [report, ...this.#reports].slice(0, MOST_REPORTS);
    this.#options.journal.setCrashes(this.#reports);
    await this.#options.files.write(REPORTS, JSON.stringify(this.#reports));
  }
}

/** The last lines of the run that began then, without those of the run that reads them. */
function linesBefore(text: string, from: number, until: number): string[] {
  const lines = text.split('\n').filter((line) => {
    const at = timeOf(line);
    return line !== '' && (at === null || (at >= from && at < until));
  });
  return lines.slice(-MOST_LINES).map((line) => line.slice(0, LONGEST_LINE));
}

/** When a line of the log was written; null for one that goes on with the line above. */
function timeOf(line: string | undefined): number | null {
  const at = Date.parse((line ?? '').slice(0, 24));
  return Number.isNaN(at) ? null : at;
}
