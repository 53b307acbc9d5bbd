import MiniSearch from 'minisearch';
import { wordsOf } from '@contract/folding';
import { withoutFillers } from '@/i18n/fillers';
import type { ArticleId } from './articles';
import { wordsOfBlock, type Block, type FilledWords } from './parse-article';
import type { Articles } from './read-articles';

/** A section that the search found. */
export type HelpHit = {
  article: ArticleId;
  /** Null for what comes before the first heading. */
  anchor: string | null;
  /** Title of the article. */
  title: string;
  /** Title of the section, where it has one. */
  section: string | null;
  /** The words around what was found. */
  excerpt: string;
};

const mostHits = 20;
const excerptLength = 140;
/** Words this long or longer may be misspelt. */
const forgivingFrom = 5;

type Entry = Omit<HelpHit, 'excerpt'> & {
  id: string;
  heading: string;
  also: string;
  words: string;
};

/**
 * Makes the articles searchable: any words, in any order, without accents, from their beginnings. A
 * question is searched by the words that carry it, and by most of them where none holds all.
 * @param fillers words of the language that say nothing of what is sought ("how", "do", "the")
 */
export function helpSearch(
  articles: Articles,
  filled: FilledWords,
  fillers: string,
): (sought: string) => HelpHit[] {
  const say = (blocks: Block[]) => blocks.map((block) => wordsOfBlock(block, filled)).join(' ');
  const entries = [...articles].flatMap(([article, { title, also, intro, sections }]): Entry[] => [
    {
      ...{ id: article, article, anchor: null, title, section: null },
      ...{ heading: title, also, words: say(intro) },
    },
    ...sections.map((section) => ({
      ...{ id: `${article}#${section.anchor}`, article, anchor: section.anchor, title },
      ...{ section: section.title, heading: section.title, also: section.also },
      words: say(section.blocks),
    })),
  ]);
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const index = new MiniSearch<Entry>({
    fields: ['title', 'heading', 'also', 'words'],
    tokenize: wordsOf,
    processTerm: (term) => term,
    searchOptions: {
      boost: { heading: 4, also: 3, title: 2 },
      prefix: true,
      fuzzy: (term) => (term.length >= forgivingFrom ? 1 : false),
    },
  });
  index.addAll(entries);
  return (sought) => {
    const found = index.search(withoutFillers(sought, fillers));
    const most = Math.max(...found.map(({ queryTerms }) => queryTerms.length));
    const best = found.filter(({ queryTerms }) => queryTerms.length === most);
    return best.slice(0, mostHits).flatMap(({ id, terms }) => {
      const entry = byId.get(id as string);
      if (!entry) return [];
      const { article, anchor, title, section, words } = entry;
      return [{ article, anchor, title, section, excerpt: excerptOf(words, terms) }];
    });
  };
}

/** The words around the first that was found, cut between words. */
function excerptOf(words: string, found: readonly string[]): string {
  const all = words.split(/\s+/);
  const first = all.findIndex((word) => wordsOf(word).some((each) => found.includes(each)));
  const from = Math.max(0, first - 4);
  let text = from > 0 ? '…' : '';
  for (const [at, word] of all.slice(from).entries()) {
    if (text.length + word.length > excerptLength) return `${text.trimEnd()}…`;
    text += at === 0 ? word : ` ${word}`;
  }
  return text;
}
