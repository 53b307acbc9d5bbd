import { z } from 'zod';
import { reportFault } from '../faults';
import type { Files } from '../ports/files';
import type { Random } from '../ports/random';
import { readStored } from '../stored-json';

const fileName = 'updates.json';

const fileSchema = z.object({
  version: z.literal(1),
  cohort: z.number().int().min(0).max(99),
  tried: z.string().max(64).nullable(),
});

/** What updates keep over a restart. It never leaves this computer. */
export class KeptUpdates {
  /**
   * The hundredth to which this computer belongs, from 0 to 99: a version that is handed out to ten
   * of a hundred goes to those below 10.
   */
  readonly cohort: number;
  readonly #files: Files;
  #tried: string | null;

  private constructor(files: Files, cohort: number, tried: string | null) {
    this.#files = files;
    this.cohort = cohort;
    this.#tried = tried;
  }

  /** Reads the file; a missing or broken one is begun anew. */
  static async open(options: {
    files: Files;
    random: Pick<Random, 'fraction'>;
  }): Promise<KeptUpdates> {
    const { files, random } = options;
    const text = await files.read(fileName);
    const stored = text === null ? null : readStored(fileSchema, text);
    if (stored !== null) return new KeptUpdates(files, stored.cohort, stored.tried);
    const kept = new KeptUpdates(files, Math.floor(random.fraction() * 100), null);
    await kept.#write();
    return kept;
  }

  /** The version that the app was restarted into. */
  get tried(): string | null {
    return this.#tried;
  }

  /** Notes the version that the app is restarted into; null once that was told. */
  async noteTried(tried: string | null): Promise<void> {
    this.#tried = tried;
    await this.#write();
  }

  async #write(): Promise<void> {
    const content = { version: 1, cohort: this.cohort, tried: this.#tried };
    try {
      await this.#files.write(fileName, `${JSON.stringify(content)}\n`);
    } catch (fault) {
      // On a full disk the update goes on; only the next start would not know of it.
      reportFault('what is kept of updates could not be written', fault);
    }
  }
}
