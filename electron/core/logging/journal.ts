import type { CrashReport } from '@contract/crashes';
import type { JournalState, LogLevel, LogStop, PageFault } from '@contract/journal';
import { Feed } from '../feed';
import type { LogFacts, LogSink } from '../log';
import type { Clock } from '../ports/clock';
import type { LogFile, LogPart } from '../ports/log-file';
import { FaultBook } from './fault-book';
import { Redactor } from './redact';

/** So many lines are kept in memory, for a report of a crash and until the file is open. */
const MOST_LINES = 200;
/** Longest detail of a fault, characters. */
const LONGEST_DETAIL = 8_000;
/** A page in trouble may report without end: so many faults a minute are kept of each. */
const PAGE_FAULTS_A_MINUTE = 20;
const MINUTE = 60_000;
/** Of these there are several in every minute of the day. */
const FREQUENT = 'request';
/** Lines that tell of nothing special are written together, so long after the first, ms. */
const TOGETHER = 25_000;
/** And if no other line follows, so long after it. */
const AT_LATEST = 30_000;

/** What the journal needs. */
export interface JournalOptions {
  clock: Clock;
  /** Gets every fault as text as well, redacted: the terminal of a developer. */
  echo?: (text: string) => void;
}

/**
 * The log and the last faults. Everything that is written goes through one redactor. Where the
 * disk takes nothing, the log stops, the state says so, and everything else goes on.
 */
export class Journal implements LogSink {
  readonly #clock: Clock;
  readonly #echo: (text: string) => void;
  readonly #feed = new Feed<JournalState>('the log');
  readonly #book = new FaultBook();
  readonly #lines: string[] = [];
  readonly #pageFaults = new Map<number, { since: number; count: number }>();
  /** It is asked as well where a text is to leave the program by another way. */
  readonly redactor = new Redactor();
  #file: LogFile | null = null;
  /** Lines that are to be written with the next ones. */
  #held: string[] = [];
  #heldSince = 0;
  #cancelFlush: () => void = () => undefined;
  #stopped: LogStop | null = null;
  #crashes: CrashReport[] = [];
  /** When this run began, epoch milliseconds. */
  readonly startedAt: number;
  /** The detailed log is on. */
  isDetailed = false;

  constructor({ clock, echo }: JournalOptions) {
    this.#clock = clock;
    this.startedAt = clock.now();
    this.#echo = echo ?? (() => undefined);
  }

  /** What it takes its times from. */
  get clock(): Clock {
    return this.#clock;
  }

  state(): JournalState {
    return { faults: this.#book.list(), crashes: this.#crashes, stopped: this.#stopped };
  }

  subscribe(listener: (state: JournalState) => void): () => void {
    return this.#feed.subscribe(listener);
  }

  /** Writes to this file from now on, beginning with what was said before. */
  open(file: LogFile): void {
    this.#file = file;
    file.onStop((why) => {
      this.#setStopped(why);
    });
    if (this.#lines.length > 0) file.write(`${this.#lines.join('\n')}\n`);
  }

  write(level: LogLevel, event: string, facts: LogFacts): void {
    if (level === 'debug' && !this.isDetailed) return;
    const text = `${this.redactor.text(event)} ${this.redactor.facts(facts)}`.trimEnd();
    const canWait = level === 'info' && event === FREQUENT && !this.isDetailed;
    this.#add(level, text, canWait);
  }

  hide(secret: string, isLasting = false): void {
    this.redactor.hide(secret, isLasting);
  }

  /** Takes the report of a fault: see `reportFault`. */
  readonly addFault = (where: string, fault: unknown): void => {
    const place = this.redactor.text(where);
    const detail = this.redactor.fault(textOf(fault)).slice(0, LONGEST_DETAIL);
    this.#book.add(place, detail, this.#clock.now());
    this.#echo(`Fleetdesk: ${place}${detail === '' ? '' : `\n${detail}`}\n`);
    this.#add('error', `fault: ${place}${detail === '' ? '' : `\n${indented(detail)}`}`);
    this.#feed.publish(this.state());
  };

  /** Takes the fault of a page; what comes too fast of one window is dropped. */
  addPageFault(windowId: number, { noticedBy, message, stack }: PageFault): void {
    const now = this.#clock.monotonic();
    const known = this.#pageFaults.get(windowId);
    const recent = known && now - known.since < MINUTE ? known : { since: now, count: 0 };
    recent.count += 1;
    this.#pageFaults.set(windowId, recent);
    if (recent.count > PAGE_FAULTS_A_MINUTE) return;
    const text = stack.includes(message) ? stack : `${message}\n${stack}`;
    this.addFault(`a fault in the page (${noticedBy})`, text.trim());
  }

  /** What is kept of crashes, for the state. */
  setCrashes(crashes: readonly CrashReport[]): void {
    this.#crashes = [...crashes];
    this.#feed.publish(this.state());
  }

  /** The newest lines in memory, the newest last. */
  lastLines(most: number): string[] {
    return this.#lines.slice(-most);
  }

  /** What is on disk; without a file what is in memory. */
  async read(most: number): Promise<LogPart[]> {
    this.#flush();
    if (this.#file !== null && this.#stopped === null) return this.#file.read(most);
    const text = `${this.#lines.join('\n')}\n`.slice(-most);
    return [{ name: 'fleetdesk.log', bytes: text.length, text }];
  }

  /** Bytes of the log on disk; without a file of what is in memory. */
  async bytes(): Promise<number> {
    return (await this.read(0)).reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Deletes the log, and what is in memory of it. The last faults stay until the app ends. */
  async clear(): Promise<void> {
    this.#lines.length = 0;
    this.#held = [];
    this.#cancelFlush();
    await this.#file?.clear();
  }

  /** Tries to write to the disk again, where that failed. Answers whether the log is written. */
  async reopen(): Promise<boolean> {
    if (this.#file !== null && this.#stopped !== null) {
      this.#setStopped(await this.#file.reopen());
    }
    return this.#file !== null && this.#stopped === null;
  }

  async close(): Promise<void> {
    this.#flush();
    await this.#file?.close();
  }

  #add(level: LogLevel, text: string, canWait = false): void {
    const line = `${new Date(this.#clock.now()).toISOString()} ${level} ${text}`;
    this.#lines.push(line);
    if (this.#lines.length > MOST_LINES) this.#lines.shift();
    if (this.#file === null || this.#stopped !== null) return;
    this.#hold(line);
    const isFull = this.#clock.monotonic() - this.#heldSince >= TOGETHER;
    if (!canWait || isFull) this.#flush();
  }

  #hold(line: string): void {
    if (this.#held.length === 0) {
      this.#heldSince = this.#clock.monotonic();
      this.#cancelFlush = this.#clock.after(AT_LATEST, () => {
        this.#flush();
      });
    }
    this.#held.push(`${line}\n`);
  }

  #flush(): void {
    this.#cancelFlush();
    const held = this.#held.join('');
    this.#held = [];
    if (held !== '' && this.#stopped === null) this.#file?.write(held);
  }

  #setStopped(why: LogStop | null): void {
    if (this.#stopped === why) return;
    this.#stopped = why;
    this.#feed.publish(this.state());
  }
}

function textOf(fault: unknown): string {
  if (fault === undefined || fault === null) return '';
  if (fault instanceof Error) return fault.stack ?? `${fault.name}: ${fault.message}`;
  // Anything else may be a record of the service: its kind is all that may be said.
  return typeof fault === 'string' ? fault : `a ${typeof fault} was thrown`;
}

function indented(text: string): string {
  return text
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n');
}
