import type { Files } from '@core/ports/files';

/** The app's folder, in memory. `hold` keeps writes waiting until it is released. */
export class MemoryFiles implements Files {
  readonly contents = new Map<string, string>();
  readonly writes: string[] = [];
  hold: Promise<void> | null = null;

  read(name: string): Promise<string | null> {
    return Promise.resolve(this.contents.get(name) ?? null);
  }

  async write(name: string, text: string): Promise<void> {
    await this.hold;
    this.writes.push(text);
    this.contents.set(name, text);
  }

  remove(name: string): Promise<void> {
    this.contents.delete(name);
    return Promise.resolve();
  }

  setAside(name: string): Promise<string> {
    const aside = `${name}.broken-1`;
    this.contents.set(aside, this.contents.get(name) ?? '');
    this.contents.delete(name);
    return Promise.resolve(aside);
  }
}
