import { lexer, type Token, type Tokens } from 'marked';

/** A run of text in an article. */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'strong' | 'em'; parts: Inline[] }
  | { kind: 'code'; text: string }
  /** The words of a control, by the key of its sentence: help and screen always agree. */
  | { kind: 'label'; key: string }
  /** A key, in the notation of `src/app/shortcuts.ts`. */
  | { kind: 'keys'; keys: string }
  /** To another article (`help:map#list`), a screen (`screen:/settings`) or the web (`https:`). */
  | { kind: 'link'; to: string; parts: Inline[] };

/** A part of an article. */
export type Block =
  | { kind: 'text' | 'note'; parts: Inline[] }
  | { kind: 'list'; isOrdered: boolean; items: Inline[][] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }
  /** What the app itself fills in: `{{keys}}` lists the shortcuts. */
  | { kind: 'insert'; name: string };

/** A section of an article, under its heading. */
export type Section = {
  anchor: string;
  title: string;
  /** Other words that people search it by; they are not shown. */
  also: string;
  blocks: Block[];
};

/** An article as it is shown and searched. */
export type Article = {
  title: string;
  /** Other words that people search it by; they are not shown. */
  also: string;
  /** What comes before the first heading. */
  intro: Block[];
  sections: Section[];
};

/**
 * Reads an article: a small part of Markdown, as plain data. Nothing in it becomes markup; what the
 * page can't show (HTML, images) is refused, so that a mistake is found by the test of all articles.
 * @throws Error that names what can't be shown
 */
export function parseArticle(text: string): Article {
  const article: Article = { title: '', also: '', intro: [], sections: [] };
  for (const token of lexer(text)) {
    if (token.type === 'space') continue;
    if (token.type === 'heading') {
      const { depth, text: words } = token as Tokens.Heading;
      if (depth === 1) article.title = words;
      else article.sections.push(headingOf(words));
      continue;
    }
    const place = article.sections.at(-1) ?? article;
    const also = alsoOf(token);
    if (also !== null) place.also = also;
    else ('blocks' in place ? place.blocks : place.intro).push(blockOf(token));
  }
  if (article.title === '') throw new Error('The article has no title.');
  return article;
}

/** `Colors {#colors}`: the anchor is the same in every language. */
function headingOf(words: string): Section {
  const found = /^(.*\S)\s*\{#([a-z0-9-]+)\}$/.exec(words);
  if (!found) throw new Error(`The heading "${words}" has no anchor.`);
  const [, title = '', anchor = ''] = found;
  return { anchor, title, also: '', blocks: [] };
}

/** `{{also: geofence, fence}}` below a heading: what else people call it. */
function alsoOf(token: Token): string | null {
  if (token.type !== 'paragraph') return null;
  return /^\{\{also: (.+)\}\}$/.exec((token as Tokens.Paragraph).text)?.[1] ?? null;
}

function blockOf(token: Token): Block {
  switch (token.type) {
    case 'paragraph': {
      const { text, tokens } = token as Tokens.Paragraph;
      const insert = /^\{\{([a-z-]+)\}\}$/.exec(text)?.[1];
      return insert === undefined
        ? { kind: 'text', parts: inlineOf(tokens) }
        : { kind: 'insert', name: insert };
    }
    case 'blockquote': {
      const { tokens } = token as Tokens.Blockquote;
      return { kind: 'note', parts: tokens.flatMap((each) => inlineOf([each])) };
    }
    case 'list': {
      const { ordered, items } = token as Tokens.List;
      return {
        kind: 'list',
        isOrdered: ordered,
        items: items.map((item) => inlineOf(item.tokens)),
      };
    }
    case 'table': {
      const { header, rows } = token as Tokens.Table;
      return {
        kind: 'table',
        head: header.map((cell) => inlineOf(cell.tokens)),
        rows: rows.map((row) => row.map((cell) => inlineOf(cell.tokens))),
      };
    }
    default:
      throw new Error(`Help can't show a ${token.type}: ${token.raw}`);
  }
}

function inlineOf(tokens: readonly Token[]): Inline[] {
  return tokens.flatMap((token): Inline[] => {
    switch (token.type) {
      case 'paragraph':
      case 'text': {
        const { text, tokens: inside } = token as Tokens.Text;
        return inside ? inlineOf(inside) : [{ kind: 'text', text: text.replace(/\n/g, ' ') }];
      }
      case 'escape':
        return [{ kind: 'text', text: (token as Tokens.Escape).text }];
      case 'strong':
      case 'em':
        return [{ kind: token.type, parts: inlineOf((token as Tokens.Strong).tokens) }];
      case 'codespan':
        return [codeOf((token as Tokens.Codespan).text)];
      case 'link': {
        const { href, tokens: inside } = token as Tokens.Link;
        if (!/^(help:[a-z-]|screen:\/|https:\/\/)/.test(href)) {
          throw new Error(`Help can't link to ${href}.`);
        }
        return [{ kind: 'link', to: href, parts: inlineOf(inside) }];
      }
      default:
        throw new Error(`Help can't show a ${token.type}: ${token.raw}`);
    }
  });
}

/** `` `ui:app.save` `` and `` `key:mod+k` `` are words and keys of the app; all else is as typed. */
function codeOf(text: string): Inline {
  if (text.startsWith('ui:')) return { kind: 'label', key: text.slice('ui:'.length) };
  if (text.startsWith('key:')) return { kind: 'keys', keys: text.slice('key:'.length) };
  return { kind: 'code', text };
}

/** How what the app itself fills into an article reads. */
export type FilledWords = {
  /** The words of a control. */
  label(key: string): string;
  /** What is on the keys of a shortcut. */
  keys(keys: string): string;
};

/** The words of a part of an article, for the search. */
export function wordsOfBlock(block: Block, filled: FilledWords): string {
  const say = (parts: Inline[]): string =>
    parts
      .map((part) => {
        if (part.kind === 'label') return filled.label(part.key);
        if (part.kind === 'keys') return filled.keys(part.keys);
        return 'parts' in part ? say(part.parts) : part.text;
      })
      .join('');
  switch (block.kind) {
    case 'text':
    case 'note':
      return say(block.parts);
    case 'list':
      return block.items.map(say).join(' ');
    case 'table':
      // Cells end without a stop, and an excerpt shows some of them one after the other.
      return [block.head, ...block.rows].flatMap((row) => row.map(say)).join(' · ');
    case 'insert':
      return '';
  }
}
