/**
 * Small files in Fleetdesk's own folder: settings, connections, ledgers. Names are relative, with
 * `/`, without `..`. A write is atomic and durable: after a crash it holds the old or the new content.
 */
export interface Files {
  /**
   * The text, or null where there is no such file. What is in its place and can't be read (a
   * folder, a file of somebody else, one without end) reads as empty: damaged, like any other.
   */
  read(name: string): Promise<string | null>;
  write(name: string, text: string): Promise<void>;
  remove(name: string): Promise<void>;
  /** Renames a broken file out of the way and answers its new name. */
  setAside(name: string): Promise<string>;
}
