import { z } from 'zod';
import {
  updateChannels,
  updateFaults,
  type UpdateChannel,
  type UpdateFault,
} from '@contract/updates';
import { reportFault } from '../faults';
import type { Files } from '../ports/files';
import type { Random } from '../ports/random';
import { readStored } from '../stored-json';
import { compareVersions, versionForm } from './compare-versions';

const fileName = 'updates.json';

const fileSchema = z.object({
  version: z.literal(1),
  cohort: z.number().int().min(0).max(99),
  tried: z.string().max(64).nullable(),
  failed: z.enum(updateFaults).nullable().catch(null),
  checkedAt: z.number().int().nonnegative().nullable().catch(null),
  newest: z.partialRecord(z.enum(updateChannels), z.string().regex(versionForm)).catch(() => ({})),
});

type Kept = Omit<z.output<typeof fileSchema>, 'version'>;

/** What updates keep over a restart. It never leaves this computer. */
export class KeptUpdates {
  readonly #files: Files;
  #kept: Kept;

  private constructor(files: Files, kept: Kept) {
    this.#files = files;
    this.#kept = kept;
  }

  /**
   * The hundredth to which this computer belongs, from 0 to 99: a version that is handed out to ten
   * of a hundred goes to those below 10.
   */
  get cohort(): number {
    return this.#kept.cohort;
  }

  /** Reads the file; a missing or broken one is begun anew. */
  static async open(options: {
    files: Files;
    random: Pick<Random, 'fraction'>;
  }): Promise<KeptUpdates> {
    const { files, random } = options;
    const text = await files.read(fileName);
    const stored = text === null ? null : readStored(fileSchema, text);
    if (stored !== null) return new KeptUpdates(files, stored);
    const kept = new KeptUpdates(files, {
      cohort: Math.floor(random.fraction() * 100),
      ...{ tried: null, failed: null, checkedAt: null, newest: {} },
    });
    await kept.#write();
    return kept;
  }

  /** The version that the app was restarted into. */
  get tried(): string | null {
    return this.#kept.tried;
  }

  /** Why that version could not be installed, where it is known. */
  get failed(): UpdateFault | null {
    return this.#kept.failed;
  }

  /** When the server was last asked with success, epoch milliseconds. */
  get checkedAt(): number | null {
    return this.#kept.checkedAt;
  }

  /** The newest version that a channel ever offered here. */
  newest(channel: UpdateChannel): string | null {
    return this.#kept.newest[channel] ?? null;
  }

  /** Notes the version that the app is restarted into; null once that was told. */
  async noteTried(tried: string | null): Promise<void> {
    await this.#note({ tried, failed: null });
  }

  /** Notes why it could not be installed, for the next start to tell. */
  async noteFailed(failed: UpdateFault): Promise<void> {
    await this.#note({ failed });
  }

  /** Notes what a channel offers. */
  async noteLook(channel: UpdateChannel, version: string, checkedAt: number): Promise<void> {
    const known = this.newest(channel);
    const isNewest = known === null || compareVersions(version, known) > 0;
    const newest = isNewest ? { ...this.#kept.newest, [channel]: version } : this.#kept.newest;
    await this.#note({ checkedAt, newest });
  }

  async #note(change: Partial<Kept>): Promise<void> {
    this.#kept = { ...this.#kept, ...change };
    await this.#write();
  }

  async #write(): Promise<void> {
    const content = { version: 1, ...this.#kept };
    try {
      await this.#files.write(fileName, `${JSON.stringify(content)}\n`);
    } catch (fault) {
      // On a full disk the update goes on; only the next start would not know of it.
      reportFault('what is kept of updates could not be written', fault);
    }
  }
}
