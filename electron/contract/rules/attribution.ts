/**
 * Whose data a map shows, as map files and map servers write it: text with links in HTML. Only links
 * and entities of the markup are read; the rest of it is dropped.
 */

/** A part of an attribution. */
export type AttributionPart = {
  readonly text: string;
  /** An `https:` address; null for plain text. */
  readonly link: string | null;
};

/** Characters of markup that are read. */
const longestMarkup = 4000;

/** Characters that {@link cleanAttribution} may answer. */
export const longestAttribution = 2000;

/** Characters of text that are shown. */
const longestText = 400;

const tags = /<(\/?)([a-z]*)([^>]*)>/gi;
const addresses = /https:\/\/[^\s<>"'()[\]]+[^\s<>"'()[\].,;:]/gi;

const entities: Readonly<Record<string, string>> = {
  ...{ copy: '©', reg: '®', quot: '"', apos: "'", lt: '<', gt: '>', amp: '&' },
  ...{ nbsp: ' ', ndash: '–', mdash: '—', middot: '·', bull: '•' },
};

/** The parts of an attribution, in order. What is no secure link is plain text. */
export function attributionParts(markup: string): AttributionPart[] {
  const parts: AttributionPart[] = [];
  const cut = markup.slice(0, longestMarkup);
  let link: string | null = null;
  let from = 0;
  for (const found of cut.matchAll(tags)) {
    const [tag, slash, name = '', attributes = ''] = found;
    take(parts, cut.slice(from, found.index), link);
    from = found.index + tag.length;
    if (name.toLowerCase() === 'a') link = slash === '/' ? null : linkOf(attributes);
  }
  take(parts, cut.slice(from), link);
  return shortened(parts);
}

/** An attribution without its markup, on one line. */
export function attributionText(markup: string): string {
  return attributionParts(markup)
    .map(({ text }) => text)
    .join('');
}

/** An attribution with nothing but its text and links, short enough to be kept. */
export function cleanAttribution(markup: string): string {
  let written = '';
  const parts = attributionParts(markup);
  // Each sign may take five; what the links of a long attribution would take is left out.
  let textLeft = parts.reduce((sum, { text }) => sum + escaped(text).length, 0);
  for (const { text, link } of parts) {
    const plain = escaped(text);
    textLeft -= plain.length;
    const linked = link === null ? plain : `<a href="${escaped(link)}">${plain}</a>`;
    const isTooLong = written.length + linked.length + textLeft > longestAttribution;
    written += isTooLong ? plain : linked;
  }
  return written.slice(0, longestAttribution);
}

/** An attribution of one text; a link where the address is a secure one. */
export function linkedAttribution(text: string, address: string): string {
  return cleanAttribution(`<a href="${escaped(address)}">${escaped(text)}</a>`);
}

/** Text whose signs may be written as in HTML: `&amp;`, `&#233;`. */
export function withoutEntities(text: string): string {
  return text.replace(/&(#\d{1,6}|#x[\da-f]{1,6}|[a-z]{2,8});/gi, decoded);
}

/** Text as it is in HTML. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Takes text in; addresses in it are links, too. */
function take(parts: AttributionPart[], markup: string, link: string | null): void {
  const text = withoutEntities(markup);
  if (link !== null) {
    parts.push({ text, link });
    return;
  }
  let from = 0;
  for (const { 0: address, index } of text.matchAll(addresses)) {
    parts.push({ text: text.slice(from, index), link: null });
    parts.push({ text: address, link: secure(address) });
    from = index + address.length;
  }
  parts.push({ text: text.slice(from), link: null });
}

function decoded(whole: string, name: string): string {
  if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? whole;
  const isHex = name[1]?.toLowerCase() === 'x';
  const code = Number.parseInt(name.slice(isHex ? 2 : 1), isHex ? 16 : 10);
  return code > 0x10ffff ? whole : String.fromCodePoint(code);
}

function linkOf(attributes: string): string | null {
  const found = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(attributes);
  const address = found?.[1] ?? found?.[2] ?? found?.[3] ?? '';
  return secure(address.replace(/&(#38|amp);/gi, '&').trim());
}

function secure(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, username, password, href } = new URL(address);
  const isPlain = protocol === 'https:' && username === '' && password === '';
  return isPlain ? href : null;
}

/** On one line, without empty parts, as long as a screen can show. */
function shortened(parts: readonly AttributionPart[]): AttributionPart[] {
  const kept: AttributionPart[] = [];
  let left = longestText;
  let before = ' ';
  for (const { text, link } of parts) {
    const plain = `${before.endsWith(' ') ? ' ' : ''}${text}`.replace(/[\p{Cc}\s]+/gu, ' ');
    const line = before.endsWith(' ') ? plain.slice(1) : plain;
    const shown = line.slice(0, left);
    if (shown === '') continue;
    kept.push({ text: shown, link });
    left -= shown.length;
    before = shown;
  }
  const last = kept.at(-1);
  if (last) kept[kept.length - 1] = { ...last, text: last.text.trimEnd() };
  return kept.filter(({ text }) => text !== '');
}
