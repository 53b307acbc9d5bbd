import { z } from 'zod';
import { FleetdeskError } from '@contract/errors';
import type { Digest } from '../ports/digest';
import type { Files } from '../ports/files';
import { readStored } from '../stored-json';

const journalSchema = z.strictObject({
  version: z.literal(1),
  /** SHA-256 of the refresh token that was sent. */
  fingerprint: z.string(),
  /** `in-flight`: no answer so far. `answered`: the token is spent, whatever became of the answer. */
  phase: z.enum(['in-flight', 'answered']),
});

/** What the journal says of a refresh token. */
export type RefreshPhase = z.output<typeof journalSchema>['phase'] | 'unused';

/**
 * Notes every refresh before it is sent, since a refresh token is good for one answer only and
 * using it again may revoke the whole session. It holds no secret.
 */
export class RefreshJournal {
  readonly #files: Files;
  readonly #digest: Digest;
  readonly #name: string;

  constructor(name: string, ports: { files: Files; digest: Digest }) {
    this.#name = name;
    this.#files = ports.files;
    this.#digest = ports.digest;
  }

  /** What is known of a token. A damaged journal says nothing against it. */
  async phaseOf(refreshToken: string): Promise<RefreshPhase> {
    const text = await this.#files.read(this.#name);
    const entry = text === null ? null : readStored(journalSchema, text);
    if (entry?.fingerprint !== this.#digest.sha256(refreshToken)) return 'unused';
    return entry.phase;
  }

  /** Notes a phase durably. @throws FleetdeskError `file-unreadable` */
  async note(refreshToken: string, phase: 'in-flight' | 'answered'): Promise<void> {
    const fingerprint = this.#digest.sha256(refreshToken);
    try {
      await this.#files.write(this.#name, JSON.stringify({ version: 1, fingerprint, phase }));
    } catch (cause) {
      const message = `The refresh can't be noted: ${String(cause)}`;
      throw new FleetdeskError({ code: 'file-unreadable', message }, { cause });
    }
  }

  /** The rotated pair is safe, or the token was never sent. */
  async clear(): Promise<void> {
    await this.#files.remove(this.#name);
  }
}
