import type { Files } from '@core/ports/files';

/** The app's files, with a way to wait for what is still being written: quitting does. */
export class PendingFiles implements Files {
  readonly #files: Files;
  readonly #pending = new Set<Promise<unknown>>();

  constructor(files: Files) {
    this.#files = files;
  }

  read(name: string): Promise<string | null> {
    return this.#files.read(name);
  }

  write(name: string, text: string): Promise<void> {
    return this.#track(this.#files.write(name, text));
  }

  remove(name: string): Promise<void> {
    return this.#track(this.#files.remove(name));
  }

  setAside(name: string): Promise<string> {
    return this.#track(this.#files.setAside(name));
  }

  /** Settles once nothing is being written any more, well or not. */
  async idle(): Promise<void> {
    while (this.#pending.size > 0) await Promise.allSettled([...this.#pending]);
  }

  #track<T>(work: Promise<T>): Promise<T> {
    this.#pending.add(work);
    const done = () => this.#pending.delete(work);
    work.then(done, done);
    return work;
  }
}
