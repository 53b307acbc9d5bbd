import type { Locale } from '@contract/settings';
import { articleIds, isArticle, type ArticleId } from './articles';
import { parseArticle, type Article } from './parse-article';

/** Every article of a language. */
export type Articles = ReadonlyMap<ArticleId, Article>;

// They come with the app: help works without a network and before anyone is signed in.
const files = import.meta.glob<string>('@resources/help/*/*.md', {
  query: '?raw',
  import: 'default',
});

/** Reads the articles of a language, in the order of the contents. */
export async function readArticles(locale: Locale): Promise<Articles> {
  const read = await Promise.all(
    Object.entries(files).flatMap(([path, text]) => {
      const [folder, file = ''] = path.split('/').slice(-2);
      const id = file.replace(/\.md$/, '');
      if (folder !== locale || !isArticle(id)) return [];
      return [text().then((words) => [id, parseArticle(words)] as const)];
    }),
  );
  const articles = new Map(read);
  return new Map(
    articleIds.flatMap((id) => {
      const article = articles.get(id);
      return article ? [[id, article] as const] : [];
    }),
  );
}
