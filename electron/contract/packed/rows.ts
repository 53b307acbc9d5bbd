/**
 * Many rows as a few large values. Electron copies what crosses to a page property by property,
 * except arrays of numbers and text: of a large fleet that alone took seconds.
 */
export interface PackedRows {
  /** How many rows these are. */
  readonly count: number;
  /** The numbers of one row after the other; NaN stands for none. */
  readonly numbers: Float64Array;
  /** Places in the table of texts, 0 for none, and marks; of one row after the other. */
  readonly words: Uint32Array;
  /** The table, as JSON. A text that occurs more than once is there once, see {@link RowWriter}. */
  readonly texts: string;
}

/** Rows that are packed or unpacked in one go: some milliseconds' worth. */
export const PACKED_AT_ONCE = 2_000;

/** How many numbers and words a row of a kind takes. */
export interface RowSize {
  readonly numbers: number;
  readonly words: number;
}

/** Writes rows, value by value. */
export class RowWriter {
  readonly #count: number;
  readonly #numbers: Float64Array;
  readonly #words: Uint32Array;
  readonly #texts: string[] = [];
  readonly #placeOf = new Map<string, number>();
  #nextNumber = 0;
  #nextWord = 0;

  /** @param count how many rows there will be */
  constructor(count: number, { numbers, words }: RowSize) {
    this.#count = count;
    this.#numbers = new Float64Array(count * numbers);
    this.#words = new Uint32Array(count * words);
  }

  /** Writes a number, or that there is none. */
  number(value: number | null | undefined): void {
    this.#numbers[this.#nextNumber] = value ?? NaN;
    this.#nextNumber += 1;
  }

  /** Writes a text, or that there is none. */
  text(value: string | null | undefined): void {
    this.word(value === null || value === undefined ? 0 : this.#place(value));
  }

  /** Writes a text that no other row has, or that there is none: nobody looks for it in the table. */
  ownText(value: string | null | undefined): void {
    this.word(value === null || value === undefined ? 0 : this.#texts.push(value));
  }

  /** Writes a whole number from 0 to 2³² − 1. */
  word(value: number): void {
    this.#words[this.#nextWord] = value;
    this.#nextWord += 1;
  }

  /** The rows that were written. */
  finish(): PackedRows {
    const texts = JSON.stringify(this.#texts);
    return { count: this.#count, numbers: this.#numbers, words: this.#words, texts };
  }

  #place(text: string): number {
    const known = this.#placeOf.get(text);
    if (known !== undefined) return known;
    const place = this.#texts.push(text);
    this.#placeOf.set(text, place);
    return place;
  }
}

/** Reads rows in the order in which they were written; equal texts are one text from then on. */
export class RowReader {
  readonly #numbers: Float64Array;
  readonly #words: Uint32Array;
  readonly #texts: readonly string[];
  #nextNumber = 0;
  #nextWord = 0;

  constructor({ numbers, words, texts }: PackedRows) {
    this.#numbers = numbers;
    this.#words = words;
    this.#texts = JSON.parse(texts) as string[];
  }

  /** The next number; null for none. */
  number(): number | null {
    const value = this.#numbers[this.#nextNumber] ?? NaN;
    this.#nextNumber += 1;
    return Number.isNaN(value) ? null : value;
  }

  /** The next text; null for none. */
  text(): string | null {
    const place = this.word();
    return place === 0 ? null : (this.#texts[place - 1] ?? null);
  }

  /** The next whole number. */
  word(): number {
    const value = this.#words[this.#nextWord] ?? 0;
    this.#nextWord += 1;
    return value;
  }
}
