import type { FieldMessage } from '@contract/errors';
import { isJsonObject, own } from './json';

/** Longest text of the service that is kept of one message. */
const LONGEST_MESSAGE = 1000;

/** Messages and field messages that are kept of one answer: a list of 100 rows may have several a row. */
const MOST_MESSAGES = 500;

/** Longest path of a field that is kept; the longest real one has about 60 characters. */
const LONGEST_PATH = 200;

/** How far into a body a web page is looked for. */
const PAGE_HEAD = 16_384;

/** Whether a body is a web page rather than an answer of the service. */
export function isHtml(body: string, contentType: string | undefined): boolean {
  if (/^\s*(application|text)\/(xhtml\+xml|html)\b/i.test(contentType ?? '')) return true;
  let rest = body.slice(0, PAGE_HEAD).trimStart();
  // Comment by comment: one expression over all of them takes time that doubles with each.
  while (rest.startsWith('<!--')) {
    const end = rest.indexOf('-->', 4);
    if (end === -1) return false;
    rest = rest.slice(end + 3).trimStart();
  }
  return /^<(!doctype\s+html|html|head|body)\b/i.test(rest);
}

/**
 * A text of the service as it may be shown: without control characters and direction overrides,
 * which could hide or reorder what follows, and not endless.
 */
export function toPlainText(text: string): string {
  const visible = text
    .slice(0, 20 * LONGEST_MESSAGE)
    // eslint-disable-next-line no-control-regex -- these are what is taken out
    .replace(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, '')
    .trim();
  return visible.length > LONGEST_MESSAGE ? `${visible.slice(0, LONGEST_MESSAGE)}…` : visible;
}

function textsAt(value: unknown, steps: readonly string[]): string[] {
  const [step, ...rest] = steps;
  if (step === undefined) {
    if (typeof value === 'string') return [value];
    const items: unknown[] = Array.isArray(value) ? value.slice(0, MOST_MESSAGES) : [];
    return items.filter((item) => typeof item === 'string');
  }
  if (!isJsonObject(value)) return [];
  const isList = step.endsWith('[]');
  const next = own(value, isList ? step.slice(0, -2) : step);
  if (!isList) return textsAt(next, rest);
  if (!Array.isArray(next)) return [];
  return next.slice(0, MOST_MESSAGES).flatMap((item) => textsAt(item, rest));
}

/** The messages of an error body, from the first of the profile's places that holds any text. */
export function readMessages(body: unknown, places: readonly string[]): string[] {
  for (const place of places) {
    const texts = textsAt(body, place.split('.')).map(toPlainText);
    const told = texts.filter((text) => text !== '');
    if (told.length > 0) return told.slice(0, MOST_MESSAGES);
  }
  return [];
}

/** A path in the service's words at the start of a message, with what is said about it. */
const FIELD_PATH =
  /^["'`]?((?:body|data|query|params|attributes|relationships)(?:\.[\w-]+|\[\d+\])+)["'`]?[:,]?\s+(\S[\s\S]*)$/;

/** JSON:API names the place as a pointer: `/data/0/attributes/plate`. */
function pathOfPointer(pointer: string): string {
  return pointer
    .split('/')
    .filter((part) => part !== '')
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '');
}

/**
 * A path of the service as a path of the input. With one record in the request it begins at the
 * record (`attributes.plate`); with several it keeps the row (`data[2].attributes.plate`).
 */
function toInputPath(
  path: string,
  records: number,
  wireNames: Readonly<Record<string, string>>,
): string {
  const inBody = path.replace(/^(body|query|params)\.?/, '');
  const inRecord = records > 1 ? inBody : inBody.replace(/^data(\[\d+\])?\.?/, '');
  const parts = inRecord.split('.');
  const last = parts.at(-1) ?? '';
  return [...parts.slice(0, -1), Object.hasOwn(wireNames, last) ? wireNames[last] : last].join('.');
}

/** What is needed to bring the service's paths back to the input. */
export interface FieldContext {
  readonly records: number;
  readonly wireNames: Readonly<Record<string, string>>;
}

/**
 * The messages that belong to single fields: those that begin with a field path (service
 * defaults, "Errors and tokens"), and entries of an error list that carry a pointer or a field.
 */
export function readFieldMessages(
  body: unknown,
  messages: readonly string[],
  { records, wireNames }: FieldContext,
): FieldMessage[] {
  const fields = messages
    .flatMap((message) => message.split(/\r?\n|;\s+/))
    .flatMap((line) => {
      const match = FIELD_PATH.exec(line.trim());
      const [, path, message] = match ?? [];
      if (path === undefined || message === undefined) return [];
      return [{ path: toInputPath(path, records, wireNames), message }];
    });
  const listed = readListedFields(body, { records, wireNames });
  return [...fields, ...listed]
    .filter(({ path }) => path.length <= LONGEST_PATH)
    .slice(0, MOST_MESSAGES);
}

function readListedFields(body: unknown, context: FieldContext): FieldMessage[] {
  const errors = isJsonObject(body) ? own(body, 'errors') : undefined;
  if (!Array.isArray(errors)) return [];
  return errors.slice(0, MOST_MESSAGES).flatMap((item: unknown) => {
    if (!isJsonObject(item)) return [];
    const source = own(item, 'source');
    const pointer = isJsonObject(source) ? own(source, 'pointer') : undefined;
    const named = own(item, 'field') ?? own(item, 'path') ?? own(item, 'property');
    const path = typeof pointer === 'string' ? pathOfPointer(pointer) : named;
    const message = own(item, 'detail') ?? own(item, 'message');
    if (typeof path !== 'string' || path === '' || typeof message !== 'string') return [];
    const inputPath = toInputPath(toPlainText(path), context.records, context.wireNames);
    return [{ path: inputPath, message: toPlainText(message) }];
  });
}
