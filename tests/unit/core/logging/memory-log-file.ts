import type { LogStop } from '@contract/journal';
import type { LogFile, LogPart } from '@core/ports/log-file';

/** A log in memory. A test can fill its disk. */
export class MemoryLogFile implements LogFile {
  text = '';
  /** Why nothing can be written. */
  fault: LogStop | null = null;
  #onStop: (why: LogStop) => void = () => undefined;

  write(text: string): void {
    if (this.fault !== null) this.#onStop(this.fault);
    else this.text += text;
  }

  onStop(listener: (why: LogStop) => void): void {
    this.#onStop = listener;
  }

  reopen(): Promise<LogStop | null> {
    return Promise.resolve(this.fault);
  }

  read(most: number): Promise<LogPart[]> {
    const part = { name: 'fleetdesk.log', bytes: this.text.length, text: this.text.slice(-most) };
    return Promise.resolve([part]);
  }

  clear(): Promise<void> {
    this.text = '';
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
