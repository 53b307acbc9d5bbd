import type { Files } from '@core/ports/files';

/** Files in memory. A test can look at them, break them, or make the disk fail. */
export class MemoryFiles implements Files {
  readonly contents = new Map<string, string>();
  /** Thrown by every write while it is set. */
  writeFault: Error | null = null;
  /** Thrown by every read while it is set. */
  readFault: Error | null = null;
  writes = 0;

  read(name: string): Promise<string | null> {
    if (this.readFault) return Promise.reject(this.readFault);
    return Promise.resolve(this.contents.get(name) ?? null);
  }

  write(name: string, text: string): Promise<void> {
    if (this.writeFault) return Promise.reject(this.writeFault);
    this.writes += 1;
    this.contents.set(name, text);
    return Promise.resolve();
  }

  remove(name: string): Promise<void> {
    this.contents.delete(name);
    return Promise.resolve();
  }

  setAside(name: string): Promise<string> {
    const aside = `${name}.broken-1`;
    const text = this.contents.get(name);
    if (text !== undefined) this.contents.set(aside, text);
    this.contents.delete(name);
    return Promise.resolve(aside);
  }

  /** Everything that is on this disk, for searches. */
  get everything(): string {
    return [...this.contents].flat().join('\n');
  }
}
