import { MOST_SPEED } from '@contract/rules/plausibility';
import { recordIdSchema, type Unread } from '@contract/records';
import { isJsonObject, own, type JsonObject } from '../json';
import { momentOfText } from './moments';

/** Numbers above this are epoch milliseconds, below it epoch seconds (the year 5138 in seconds). */
const SECONDS_LIMIT = 100_000_000_000;

/** Farther from 1970 than this there are no dates (ECMAScript), milliseconds. */
const LAST_MOMENT = 8_640_000_000_000_000;

/**
 * The largest figures that can be true of a vehicle and one of its days. What exceeds them is no
 * figure, and would only hide the others.
 */
export const LARGEST = {
  /** km/h; one limit for reported and computed speeds. */
  speed: MOST_SPEED,
  /** Batteries of electric vehicles have up to 800. */
  volts: 1_000,
  /** Meters in a day. */
  distance: 10_000_000,
  /** Seconds: two days. */
  duration: 172_800,
  /** Degrees or radians, either way round. */
  heading: 36_000,
  /** Stops, alarms of a day. */
  count: 1_000_000,
} as const;

/** Reports that are kept of one answer or record: an answer of 32 MB may hold millions of faults. */
const MOST_REPORTS = 100;

/** Notes that something could not be read; the last report says that there was more. */
export function noteUnread(unread: Unread[], path: string, problem: string): void {
  if (unread.length < MOST_REPORTS) unread.push({ path, problem });
  else if (unread.length === MOST_REPORTS) unread.push({ path: '…', problem: 'more' });
}

/** The moment that a number or text names, epoch milliseconds; null where it names none. */
export function toMoment(value: unknown): number | null {
  if (typeof value === 'number' && Number.isFinite(value)) {
    if (Math.abs(value) > LAST_MOMENT) return null;
    return Math.abs(value) < SECONDS_LIMIT ? value * 1000 : value;
  }
  if (typeof value !== 'string') return null;
  const text = value.trim();
  if (/^-?\d+(\.\d+)?$/.test(text)) return toMoment(Number(text));
  return momentOfText(text);
}

/** The number that a number or text holds (a decimal comma is fine); null where it holds none. */
export function toNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string') return null;
  const text = value.trim();
  if (!/^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i.test(text)) return null;
  const number = Number(text.replace(',', '.'));
  return Number.isFinite(number) ? number : null;
}

/** Whether a number is from 0 to `most`. */
export function isAmount(number: number, most: number): boolean {
  return number >= 0 && number <= most;
}

/** Longest text of a field, characters. A description has some hundreds; the raw record keeps more. */
export const LONGEST_TEXT = 10_000;

/** Texts of one list that are read. */
const MOST_TEXTS = 1_000;

const TRUE_WORDS = new Set(['true', '1', 'on', 'yes']);
const FALSE_WORDS = new Set(['false', '0', 'off', 'no']);

/** The truth value that a boolean, 0, 1 or a word for them holds; null where it holds none. */
export function toFlag(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  if (value === 1 || value === 0) return value === 1;
  if (typeof value !== 'string') return null;
  const word = value.trim().toLowerCase();
  if (TRUE_WORDS.has(word)) return true;
  return FALSE_WORDS.has(word) ? false : null;
}

/**
 * Reads the keys of one JSON object tolerantly (service defaults, "Records"): a missing or null
 * value is null, a neighboring type is brought over, anything else is null and reported.
 */
export class ObjectReader {
  readonly source: JsonObject;
  readonly path: string;
  readonly unread: Unread[];

  /** @param path of the object inside the record, for the reports; empty for the record itself */
  constructor(source: unknown, path: string, unread: Unread[]) {
    this.path = path;
    this.unread = unread;
    this.source = isJsonObject(source) ? source : {};
    if (source !== undefined && source !== null && !isJsonObject(source)) {
      noteUnread(unread, path, 'not-an-object');
    }
  }

  /** The value as it came, undefined where there is none. */
  value(key: string): unknown {
    return own(this.source, key);
  }

  /** A reader of an object inside this one. */
  child(key: string): ObjectReader {
    return new ObjectReader(this.value(key), this.#pathOf(key), this.unread);
  }

  text(key: string): string | null {
    const told = this.value(key);
    if (typeof told === 'string' && told.length > LONGEST_TEXT) {
      this.report(key, 'too-long');
      return null;
    }
    return this.#read(key, 'not-text', (value) => {
      if (typeof value === 'string') return value;
      return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
    });
  }

  number(key: string): number | null {
    return this.#read(key, 'not-a-number', toNumber);
  }

  /** A number from 0 to `most`; anything else is reported. */
  amount(key: string, most: number): number | null {
    const number = this.number(key);
    if (number === null || isAmount(number, most)) return number;
    this.report(key, 'out-of-range');
    return null;
  }

  flag(key: string): boolean | null {
    return this.#read(key, 'not-a-truth-value', toFlag);
  }

  /** Epoch milliseconds. */
  moment(key: string): number | null {
    return this.#read(key, 'not-a-time', toMoment);
  }

  /** An identifier of the document's form. */
  id(key: string): string | null {
    return this.#read(key, 'not-an-identifier', (value) => {
      const parsed = recordIdSchema.safeParse(value);
      return parsed.success ? parsed.data : null;
    });
  }

  /** Texts of a list, or of a single text; what is not text is left out and reported. */
  texts(key: string): string[] {
    const value = this.value(key);
    if (value === undefined || value === null) return [];
    const items: unknown[] = Array.isArray(value) ? value.slice(0, MOST_TEXTS) : [value];
    return items.flatMap((item, index) => {
      if (typeof item === 'string' && item.length <= LONGEST_TEXT) return [item];
      if (typeof item === 'number') return [String(item)];
      this.report(`${key}[${index}]`, 'not-text');
      return [];
    });
  }

  /** Notes that something could not be read. */
  report(key: string, problem: string): void {
    noteUnread(this.unread, this.#pathOf(key), problem);
  }

  #read<T>(key: string, problem: string, convert: (value: unknown) => T | null): T | null {
    const value = this.value(key);
    if (value === undefined || value === null || value === '') return null;
    const converted = convert(value);
    if (converted === null) this.report(key, problem);
    return converted;
  }

  #pathOf(key: string): string {
    return this.path === '' ? key : `${this.path}.${key}`;
  }
}
