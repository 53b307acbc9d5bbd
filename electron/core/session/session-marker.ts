import { z } from 'zod';
import type { Files } from '../ports/files';
import { readStored } from '../stored-json';

const FILE = 'session.json';

const markerSchema = z.strictObject({
  version: z.literal(1),
  /** The saved connection that is signed in. */
  connectionId: z.string(),
  /** The keychain account: the identity's hash. */
  account: z.string(),
  place: z.enum(['keychain', 'passphrase']),
});

/** Says that a keychain entry exists, so that its absence is never taken for a sign-out. */
export type SessionMarker = Omit<z.output<typeof markerSchema>, 'version'>;

/** The marker that is beside the settings. It holds no secret. */
export class SessionMarkerFile {
  readonly #files: Files;

  constructor(files: Files) {
    this.#files = files;
  }

  /** The marker as it is; null where there is none, and for one that can't be read. */
  async peek(): Promise<SessionMarker | null> {
    const text = await this.#files.read(FILE).catch(() => null);
    return text === null ? null : readStored(markerSchema, text);
  }

  /** The marker, null where there is none, `broken` for one that can't be read: it is set aside. */
  async read(): Promise<SessionMarker | 'broken' | null> {
    const text = await this.#files.read(FILE);
    if (text === null) return null;
    const marker = readStored(markerSchema, text);
    if (marker !== null) {
      const { connectionId, account, place } = marker;
      return { connectionId, account, place };
    }
    await this.#files.setAside(FILE).catch(() => undefined);
    return 'broken';
  }

  async write(marker: SessionMarker): Promise<void> {
    await this.#files.write(FILE, JSON.stringify({ version: 1, ...marker }));
  }

  async remove(): Promise<void> {
    await this.#files.remove(FILE);
  }
}
