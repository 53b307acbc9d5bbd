import type { Unread } from '@contract/records';

const REPORTS_KEPT = 50;
/** Characters of the answer that are kept for a person to look at. */
const RAW_LENGTH = 20_000;

/**
 * What could not be read of an answer, with the parts that it is in. A day may hold 86,400
 * faulty positions: the first reports are kept, the others are counted.
 */
export class UnreadReport {
  readonly #unread: Unread[] = [];
  readonly #raw = new BoundedJson(RAW_LENGTH);
  #count = 0;

  /** @param part of the answer that holds the fault */
  add(path: string, problem: string, part: unknown): void {
    this.#count++;
    if (this.#count <= REPORTS_KEPT) this.#unread.push({ path, problem });
    this.#raw.add(part);
  }

  /** Takes the reports of another answer to these. */
  addAll(other: UnreadReport): void {
    for (const { path, problem } of other.#unread) {
      if (this.#unread.length < REPORTS_KEPT) this.#unread.push({ path, problem });
    }
    this.#count += other.#count;
    if (other.raw !== null) this.#raw.addText(other.raw);
  }

  /** How many parts could not be read, those included that are only counted. */
  get count(): number {
    return this.#count;
  }

  /** Whether everything was read. */
  get isEmpty(): boolean {
    return this.#count === 0;
  }

  /** The reports; the last one counts those that were left out. */
  get unread(): Unread[] {
    const more = this.#count - this.#unread.length;
    return more > 0 ? [...this.#unread, { path: '…', problem: `${more} more` }] : [...this.#unread];
  }

  /** The faulty parts as text, or null where everything was read. */
  get raw(): string | null {
    return this.isEmpty ? null : this.#raw.text;
  }
}

/** JSON text of values, cut off at a length without ever writing more than that. */
class BoundedJson {
  readonly #limit: number;
  #text = '';

  constructor(limit: number) {
    this.#limit = limit - 1;
  }

  get text(): string {
    return this.#text.length > this.#limit ? `${this.#text.slice(0, this.#limit)}…` : this.#text;
  }

  add(value: unknown): void {
    if (this.#text.length > this.#limit) return;
    if (this.#text !== '') this.#text += '\n';
    this.#write(value);
  }

  addText(text: string): void {
    if (this.#text !== '') this.#text += '\n';
    this.#text += text.slice(0, Math.max(0, this.#limit - this.#text.length) + 1);
  }

  #write(value: unknown): void {
    if (this.#text.length > this.#limit) return;
    if (Array.isArray(value)) this.#writeAll('[', value.entries(), ']', false);
    else if (typeof value === 'object' && value !== null) {
      this.#writeAll('{', Object.entries(value), '}', true);
    } else this.#text += JSON.stringify(value) ?? 'null';
  }

  #writeAll(
    open: string,
    entries: Iterable<[string | number, unknown]>,
    close: string,
    isNamed: boolean,
  ): void {
    let between = open;
    for (const [key, value] of entries) {
      if (this.#text.length > this.#limit) return;
      this.#text += between;
      if (isNamed) this.#text += `${JSON.stringify(key)}:`;
      this.#write(value);
      between = ',';
    }
    this.#text += between === open ? open + close : close;
  }
}
