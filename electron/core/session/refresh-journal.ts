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
  /** Other tokens that are spent: the keychain may hold one, since it would not take the next. */
  spent: z.array(z.string()).default([]),
});

type Journal = Omit<z.output<typeof journalSchema>, 'version'>;

/** What the journal says of a refresh token. */
export type RefreshPhase = Journal['phase'] | 'unused';

/**
 * Notes every refresh before it is sent, since a refresh token is good for one answer only and
 * using it again may revoke the whole session. It holds no secret.
 */
export class RefreshJournal {
  readonly #files: Files;
  readonly #digest: Digest;
  readonly #name: string;
  /** Fingerprints of spent tokens that could not be written down: this run knows them all the same. */
  readonly #unwritten = new Set<string>();

  constructor(name: string, ports: { files: Files; digest: Digest }) {
    this.#name = name;
    this.#files = ports.files;
    this.#digest = ports.digest;
  }

  /** What is known of a token. A damaged journal says nothing against it. */
  async phaseOf(refreshToken: string): Promise<RefreshPhase> {
    const fingerprint = this.#digest.sha256(refreshToken);
    if (this.#unwritten.has(fingerprint)) return 'answered';
    const journal = await this.#read();
    if (journal?.fingerprint === fingerprint) return journal.phase;
    return journal?.spent.includes(fingerprint) === true ? 'answered' : 'unused';
  }

  /** Notes a phase durably, beside what is spent already. @throws FleetdeskError `file-unreadable` */
  async note(refreshToken: string, phase: Journal['phase']): Promise<void> {
    const fingerprint = this.#digest.sha256(refreshToken);
    if (phase === 'answered') this.#unwritten.add(fingerprint);
    try {
      const all = new Set([...spentOf(await this.#read()), ...this.#unwritten]);
      const spent = [...all].filter((other) => other !== fingerprint);
      await this.#write({ fingerprint, phase, spent });
      this.#unwritten.clear();
    } catch (cause) {
      const message = `The refresh can't be noted: ${String(cause)}`;
      throw new FleetdeskError({ code: 'file-unreadable', message }, { cause });
    }
  }

  /** The token that was noted last was never sent. */
  async withdraw(): Promise<void> {
    const [fingerprint, ...spent] = (await this.#read())?.spent ?? [];
    if (fingerprint === undefined) await this.clear();
    else await this.#write({ fingerprint, phase: 'answered', spent });
  }

  /** The newest pair is safe: whatever was noted is kept nowhere any more. */
  async clear(): Promise<void> {
    this.#unwritten.clear();
    await this.#files.remove(this.#name);
  }

  async #read(): Promise<Journal | null> {
    const text = await this.#files.read(this.#name);
    return text === null ? null : readStored(journalSchema, text);
  }

  async #write(journal: Journal): Promise<void> {
    await this.#files.write(this.#name, JSON.stringify({ version: 1, ...journal }));
  }
}

function spentOf(journal: Journal | null): string[] {
  if (journal === null) return [];
  const { fingerprint, phase, spent } = journal;
  return phase === 'answered' ? [...spent, fingerprint] : spent;
}
