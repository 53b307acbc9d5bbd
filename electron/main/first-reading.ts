/** So long, ms, what is built meanwhile waits for a page that reads its files. */
const LONGEST = 500;

/** So long, ms, no file is asked for once all are that a page begins with: it asks in one go. */
const QUIET = 25;

/**
 * The files that a first page begins with: over when a script was read, and no other file is being
 * read or asked for shortly after.
 */
export class FirstReading {
  readonly isOver: Promise<void>;
  #open = 0;
  #hasScript = false;
  #quiet: NodeJS.Timeout | undefined;
  #end: () => void = () => undefined;

  constructor() {
    this.isOver = new Promise((resolve) => {
      this.#end = resolve;
      setTimeout(resolve, LONGEST);
    });
  }

  /** A file is being read. */
  async of<Answer>(address: string, answer: Promise<Answer>): Promise<Answer> {
    clearTimeout(this.#quiet);
    this.#open += 1;
    const answered = await answer;
    this.#open -= 1;
    this.#hasScript ||= address.endsWith('.js');
    if (this.#open === 0 && this.#hasScript) this.#quiet = setTimeout(this.#end, QUIET);
    return answered;
  }
}
