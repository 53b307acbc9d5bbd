import { z } from 'zod';
import { reportFault } from '../faults';
import type { Clock } from '../ports/clock';
import type { Store } from '../ports/store';
import { readStored } from '../stored-json';

const day = 24 * 60 * 60 * 1000;

/** Answers are kept for so long, milliseconds. */
export const KEPT_FOR = 30 * day;

/** Where answers are kept: encrypted, with the data of who is signed in. */
export type AnswerStore = Pick<Store, 'note' | 'commit'>;

interface Answer<Value> {
  readonly key: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly value: Value;
}

/** What answers are kept with. */
export interface KeptAnswersOptions<Value> {
  readonly clock: Clock;
  /** The store of who is signed in; null while nobody is. Then answers are kept in memory. */
  store(): AnswerStore | null;
  /** The note of the store that holds them. */
  readonly name: string;
  readonly value: z.ZodType<Value>;
  /** So many are kept; the oldest go. */
  readonly most: number;
}

/** Answers of a server, kept for 30 days. What can't be read or written costs nothing but requests. */
export class KeptAnswers<Value> {
  readonly #options: KeptAnswersOptions<Value>;
  readonly #schema;
  #kept: { of: AnswerStore | null; answers: readonly Answer<Value>[] } | null = null;

  constructor(options: KeptAnswersOptions<Value>) {
    this.#options = options;
    const { value } = options;
    const answer = z.object({ key: z.string(), at: z.number(), value });
    this.#schema = z.object({ version: z.literal(1), answers: z.array(answer) });
  }

  /** The store of who is signed in now. */
  owner(): AnswerStore | null {
    return this.#options.store();
  }

  /** The answer to a question; undefined where none is kept. */
  async find(key: string): Promise<Value | undefined> {
    return (await this.all()).find((answer) => answer.key === key)?.value;
  }

  /** All that are young enough, the newest first. */
  async all(): Promise<readonly Answer<Value>[]> {
    const now = this.#options.clock.now();
    // One that is dated in the future was kept under a wrong clock.
    return (await this.#read()).filter(({ at }) => at > now - KEPT_FOR && at <= now);
  }

  /**
   * Keeps an answer for who asked.
   * @param of what {@link owner} was when the question was asked; with another one it is dropped
   */
  async keep(key: string, value: Value, of: AnswerStore | null): Promise<void> {
    const others = (await this.all()).filter((answer) => answer.key !== key);
    if (this.owner() !== of) return;
    const answer = { key, at: this.#options.clock.now(), value };
    await this.#write([answer, ...others].slice(0, this.#options.most));
  }

  /** Deletes all answers. */
  forget(): Promise<void> {
    return this.#write([]);
  }

  async #read(): Promise<readonly Answer<Value>[]> {
    const store = this.#options.store();
    if (this.#kept?.of === store) return this.#kept.answers;
    const text = await store?.note(this.#options.name).catch((fault: unknown) => {
      reportFault('kept answers of the address server could not be read', fault);
      return null;
    });
    const read = text ? readStored(this.#schema, text) : null;
    const answers = (read?.answers ?? []) as readonly Answer<Value>[];
    // Somebody else may have signed in meanwhile.
    if (this.#options.store() === store) this.#kept = { of: store, answers };
    return answers;
  }

  async #write(answers: readonly Answer<Value>[]): Promise<void> {
    const store = this.#options.store();
    this.#kept = { of: store, answers };
    const value = answers.length === 0 ? null : JSON.stringify({ version: 1, answers });
    await store
      ?.commit([{ kind: 'note', name: this.#options.name, value }])
      .catch((fault: unknown) => {
        reportFault('answers of the address server could not be kept', fault);
      });
  }
}
