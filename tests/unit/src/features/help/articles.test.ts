import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { locales } from '@contract/settings';
import { createScreens } from '@/app/router';
import { screens } from '@/app/screens';
import { shortcutKeys } from '@/app/shortcut-keys';
import { articleIds, articleOfScreen, articlesOfOthers } from '@/features/help/articles';
import { parseArticle, type Article, type Block, type Inline } from '@/features/help/parse-article';
import { hasMessage } from '@/i18n/i18n';

const folder = resolve(import.meta.dirname, '../../../../../resources/help');

function read(locale: string, id: string): Article {
  return parseArticle(readFileSync(resolve(folder, locale, `${id}.md`), 'utf8'));
}

function blocksOf({ intro, sections }: Article): Block[] {
  return [...intro, ...sections.flatMap(({ blocks }) => blocks)];
}

function partsOf(block: Block): Inline[] {
  switch (block.kind) {
    case 'text':
    case 'note':
      return block.parts;
    case 'list':
      return block.items.flat();
    case 'table':
      return [block.head, ...block.rows].flat(2);
    case 'insert':
      return [];
  }
}

/** Every run of text, those within others too. */
function deep(parts: readonly Inline[]): Inline[] {
  return parts.flatMap((part) => ('parts' in part ? [part, ...deep(part.parts)] : [part]));
}

function runs(article: Article): Inline[] {
  return deep(blocksOf(article).flatMap(partsOf));
}

const links = (article: Article) =>
  runs(article).flatMap((part) => (part.kind === 'link' ? [part.to] : []));
const labels = (article: Article) =>
  runs(article).flatMap((part) => (part.kind === 'label' ? [part.key] : []));
const keys = (article: Article) =>
  runs(article).flatMap((part) => (part.kind === 'keys' ? [part.keys] : []));

/** What must be alike in every language: headings, kinds of blocks, links, names and keys. */
function shapeOf(article: Article) {
  return {
    intro: article.intro.map(({ kind }) => kind),
    sections: article.sections.map(({ anchor, blocks }) => [
      anchor,
      blocks.map((block) => (block.kind === 'list' ? block.items.length : block.kind)),
    ]),
    // Sentences of other languages name them in another order.
    links: links(article).sort(),
    labels: labels(article).sort(),
    keys: keys(article).sort(),
  };
}

const router = createScreens();
const routes = router.getRoutes().filter(({ meta }) => meta.title !== undefined);

/** Zoom is Electron's; the others are shortcuts of the page. */
const zoomKeys = ['mod++', 'mod+-', 'mod+0'];
const knownKeys = new Set([
  ...zoomKeys,
  ...Object.values(shortcutKeys).flatMap((group) => Object.values(group).flat()),
  ...screens().flatMap((screen) => screen.keys ?? []),
]);

describe.each(locales)('the help in %s', (locale) => {
  it('has a file for every article and no other', () => {
    const files = readdirSync(resolve(folder, locale)).map((file) => file.replace(/\.md$/, ''));
    expect(files.sort()).toEqual([...articleIds].sort());
  });

  it.each(articleIds)('has sections with anchors of their own: %s', (id) => {
    const { intro, sections } = read(locale, id);
    expect(intro).not.toEqual([]);
    expect(sections.length).toBeGreaterThan(1);
    const anchors = sections.map(({ anchor }) => anchor);
    expect(new Set(anchors).size).toBe(anchors.length);
    expect(sections.filter(({ blocks }) => blocks.length === 0)).toEqual([]);
  });

  it.each(articleIds)('leads to nothing that is missing: %s', (id) => {
    const dead = links(read(locale, id)).filter((link) => {
      if (link.startsWith('https:')) return !URL.canParse(link);
      if (link.startsWith('screen:')) {
        return router.resolve(link.slice('screen:'.length)).meta.title === undefined;
      }
      const [article = '', anchor] = link.slice('help:'.length).split('#');
      if (!articleIds.some((known) => known === article)) return true;
      return (
        anchor !== undefined &&
        !read(locale, article).sections.some((section) => section.anchor === anchor)
      );
    });
    expect(dead).toEqual([]);
  });

  it.each(articleIds)('names only controls and keys that exist: %s', (id) => {
    const article = read(locale, id);
    expect(labels(article).filter((key) => !hasMessage(key))).toEqual([]);
    expect(keys(article).filter((key) => !knownKeys.has(key))).toEqual([]);
    expect(runs(article).filter(({ kind }) => kind === 'text').length).toBeGreaterThan(3);
  });
});

describe.each(locales.filter((locale) => locale !== 'en'))('the help in %s', (locale) => {
  it.each(articleIds)('says the same as the English one: %s', (id) => {
    expect(shapeOf(read(locale, id))).toEqual(shapeOf(read('en', id)));
    expect(read(locale, id).title).not.toBe('');
  });
});

describe('an article', () => {
  it('is refused with markup, an image, or a link to somewhere else', () => {
    const article = (text: string) => () => parseArticle(`# Title\n\n${text}\n\n## A {#a}\n\nB`);
    expect(article('Plain.')).not.toThrow();
    expect(article('<b>bold</b>')).toThrow("Help can't show a html");
    expect(article('![picture](help:map)')).toThrow("Help can't show a image");
    expect(article('[link](javascript:alert(1))')).toThrow("Help can't link to");
    expect(article('[link](http://example.com)')).toThrow("Help can't link to");
    expect(() => parseArticle('# Title\n\n## No anchor')).toThrow('has no anchor');
  });

  it('belongs to each screen', () => {
    const words = routes.map(({ path }) => path.split('/')[1] ?? '');
    const others = words.filter((screen) => articleOfScreen(screen, false) !== screen);
    expect(others.filter((screen) => !(screen in articlesOfOthers))).toEqual([]);
    expect(articleOfScreen('devices', false)).toBe('devices');
    expect(articleOfScreen('serviceOrders', true)).toBe('more-records');
  });
});
