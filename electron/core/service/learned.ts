import { z } from 'zod';
import type { Files } from '../ports/files';
import { readStored } from '../stored-json';
import type { SheddableParameter } from './encoding';
import type { CallableName } from './operations';

const learnedSchema = z.strictObject({
  version: z.literal(1),
  /** By operation; those of resources that a profile describes have names of their own. */
  refused: z.record(z.string(), z.array(z.enum(['attributes', 'includes']))),
  firstPage: z.union([z.literal(0), z.literal(1)]).nullable(),
});

/** What trying has taught about one deployment, for the profile view. */
export type LearnedFacts = Omit<z.output<typeof learnedSchema>, 'version'>;

/**
 * What the app learned of a deployment by its answers: parameters that an endpoint refuses, the
 * number of the first page. Kept over restarts, so that nothing is asked twice to be refused.
 */
export class Learned {
  readonly #files: Files;
  readonly #name: string;
  readonly #refused = new Map<string, Set<SheddableParameter>>();
  #firstPage: 0 | 1 | null = null;

  private constructor(files: Files, name: string) {
    this.#files = files;
    this.#name = name;
  }

  /** Reads what is known; an unreadable file only means that it is learned again. */
  static async open(files: Files, name: string): Promise<Learned> {
    const learned = new Learned(files, name);
    const text = await files.read(name).catch(() => null);
    const facts = text === null ? null : readStored(learnedSchema, text);
    if (facts === null) return learned;
    learned.#firstPage = facts.firstPage;
    for (const [operation, parameters] of Object.entries(facts.refused)) {
      learned.#refused.set(operation, new Set(parameters));
    }
    return learned;
  }

  /** Parameters that an operation is known to refuse. */
  refusedBy(operation: CallableName): ReadonlySet<SheddableParameter> {
    return this.#refused.get(operation) ?? new Set();
  }

  /** The service answered 400 and named the parameter. */
  noteRefused(operation: CallableName, parameter: SheddableParameter): void {
    const refused = this.#refused.get(operation) ?? new Set();
    this.#refused.set(operation, refused.add(parameter));
    this.#keep();
  }

  /** Number of the first page, or null while nobody has found out. */
  get firstPage(): 0 | 1 | null {
    return this.#firstPage;
  }

  noteFirstPage(firstPage: 0 | 1): void {
    this.#firstPage = firstPage;
    this.#keep();
  }

  /** Everything learned. */
  facts(): LearnedFacts {
    const refused = [...this.#refused].map(([name, set]): [string, SheddableParameter[]] => [
      name,
      [...set],
    ]);
    return { refused: Object.fromEntries(refused), firstPage: this.#firstPage };
  }

  #keep(): void {
    const text = JSON.stringify({ version: 1, ...this.facts() });
    // Lost on a full disk, it is learned again.
    this.#files.write(this.#name, text).catch(() => undefined);
  }
}
