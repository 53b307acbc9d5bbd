import type { LogFacts } from '../log';

/** What takes the place of what was taken out. */
export const hidden = '‹hidden›';

/** A shorter text is no secret; taking it out everywhere would only garble the log. */
const SHORTEST_SECRET = 4;
/** Tokens are renewed again and again: the oldest ones are forgotten, and are no longer valid. */
const MOST_SECRETS = 400;
/** Longest text of one fact, characters. */
const LONGEST_FACT = 300;

const SECRET_NAME =
  /pass(word|phrase|code)?|senha|contrase|secret|token|authorization|cookie|public.?key|api.?key|\bcpf\b|phone|plate|\bname\b|username|document/i;

/**
 * Text that may identify a person, a vehicle or a session, by its form. The order matters: what is
 * named (`password: …`) goes first, since its value may look like anything.
 */
const FORMS: readonly [form: RegExp, put: string][] = [
  // Named in JSON, in a header or in a query.
  [
    /(["']?[\w-]*(?:pass(?:word|phrase)?|senha|contrase(?:ñ|n)a|secret|token|authorization|cookie|public[_ -]?key|api[_ -]?key|cpf)["']?\s*[:=]\s*)("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|(?:bearer|basic)\s+\S+|[^\s,;&}\]]+)/gi,
    `$1${hidden}`,
  ],
  [/\b(bearer|basic)\s+[\w.~+/=-]+/gi, `$1 ${hidden}`],
  [/\beyJ[\w-]+(?:\.[\w-]*)*/g, hidden],
  // Of an address only the place is worth knowing; of a query and a user nothing is.
  [/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, `$1${hidden}@`],
  [/\?[^\s"`]*=[^\s"`]*/g, `?${hidden}`],
  [/[\w.%+-]+@[\w-]+(?:\.[\w-]+)+/g, hidden],
  // Documents, phone numbers, IMEI and ICCID: eight digits or more, with what people put between.
  // The time of an entry is none of them.
  [
    /\+?\(?(?!\d{4}-\d\d-\d\dT\d\d:)\d(?:[ ().\u00a0-]{0,3}(?!\d{4}-\d\d-\d\dT\d\d:)\d){7,}/g,
    hidden,
  ],
  // Brazilian plates, of the old form and of Mercosur.
  [/(?<![a-z0-9])[a-z]{3}[-\s]?\d[a-z0-9]\d{2}(?![a-z0-9])/gi, hidden],
  // Keys, tokens and ids: long, with letters and digits.
  [/(?<![\w+=-])(?=[\w+=-]*\d)(?=[\w+=-]*[a-z])[\w+=-]{20,}/gi, hidden],
];

/** What an error quotes came from outside; what it was `reading` is a name of the program. */
const QUOTED = /(reading |property |of type )?(["'`])((?:(?!\2)[^\n\\]|\\.)*)\2/g;

/**
 * Takes out of texts what a log must never hold. It is the only place that does. It knows the
 * secrets that it was told, and the forms of those that it was not.
 */
export class Redactor {
  /** The most recently told last. */
  readonly #secrets = new Set<string>();
  /** Those of the whole run: passwords and keys that Fleetdesk itself uses, and so only few. */
  readonly #lasting = new Set<string>();
  #folders: readonly RegExp[] = [];

  /**
   * A secret that must not be seen, whatever it looks like. One that is `isLasting` is hidden from
   * now on, the others until many newer ones are known.
   */
  hide(secret: string, isLasting = false): void {
    const text = secret.trim();
    if (text.length < SHORTEST_SECRET) return;
    if (isLasting) {
      this.#lasting.add(text);
      return;
    }
    this.#secrets.delete(text);
    this.#secrets.add(text);
    const [oldest] = this.#secrets;
    if (this.#secrets.size > MOST_SECRETS && oldest !== undefined) this.#secrets.delete(oldest);
  }

  /** Folders whose path names a person, in each form that they are written in: `~` stands for them. */
  hideFolders(folders: readonly string[]): void {
    this.#folders = [...new Set(folders)]
      .filter((folder) => folder.length > 1)
      .sort((a, b) => b.length - a.length)
      // Windows takes any case for the same.
      .map((folder) => new RegExp(folder.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'gi'));
  }

  /** A text without anything that may identify a person, a vehicle or a session. */
  text(text: string): string {
    let safe = this.#withoutKnown(text);
    for (const [form, put] of FORMS) safe = safe.replaceAll(form, put);
    return safe;
  }

  /** The same of what an error says: what it quotes is left out as well. */
  fault(text: string): string {
    const quoteless = this.#withoutKnown(text).replaceAll(
      QUOTED,
      (whole: string, before: string | undefined, quote: string) =>
        before === undefined ? `${quote}…${quote}` : whole,
    );
    return this.text(quoteless);
  }

  /** Facts as `name=value`; what a name marks as a secret is hidden, whatever it is. */
  facts(facts: LogFacts): string {
    return Object.entries(facts)
      .map(([name, value]) => `${this.text(name)}=${this.#fact(name, value)}`)
      .join(' ');
  }

  #fact(name: string, value: LogFacts[string]): string {
    if (value === null || typeof value === 'boolean') return String(value);
    if (SECRET_NAME.test(name)) return hidden;
    if (typeof value === 'number') return this.text(String(value));
    const safe = oneLine(this.text(value.slice(0, LONGEST_FACT * 4))).slice(0, LONGEST_FACT);
    return /[\s=]/.test(safe) ? JSON.stringify(safe) : safe;
  }

  #withoutKnown(text: string): string {
    let safe = text;
    // The longest first: a secret may be a part of another.
    for (const secret of [...this.#secrets, ...this.#lasting].sort((a, b) => b.length - a.length)) {
      for (const form of new Set([secret, encoded(secret), JSON.stringify(secret).slice(1, -1)])) {
        if (safe.includes(form)) safe = safe.replaceAll(form, hidden);
      }
    }
    for (const folder of this.#folders) safe = safe.replaceAll(folder, '~');
    return safe;
  }
}

/** As a query writes it; a text with half a surrogate has no such form. */
function encoded(secret: string): string {
  try {
    return new URLSearchParams([['', secret]]).toString().slice(1);
  } catch {
    return secret;
  }
}

/** Control characters would let a text pretend to be another entry. */
function oneLine(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ');
}
