import type { MessageKey } from '@/i18n/i18n';

/** The articles of the help by their group, in the order of the contents; each is a file per language. */
export const helpGroups = [
  { title: 'help.groups.start', articles: ['first-steps', 'freshness', 'offline', 'conflicts'] },
  {
    title: 'help.groups.screens',
    articles: [
      'map',
      'replay',
      'zones',
      'vehicles',
      'devices',
      'chips',
      'users',
      'roles',
      'enterprises',
      'more-records',
      'outbox',
      'alerts',
      'settings',
      'diagnose',
    ],
  },
  {
    title: 'help.groups.setup',
    articles: ['street-maps', 'service-profile', 'administrators'],
  },
  {
    title: 'help.groups.more',
    articles: ['keys', 'windows-and-links', 'updates', 'privacy', 'troubleshooting'],
  },
] as const satisfies readonly { title: MessageKey; articles: readonly string[] }[];

/** One article of the help. */
export type ArticleId = (typeof helpGroups)[number]['articles'][number];

/** Every article, in the order of the contents. */
export const articleIds: readonly ArticleId[] = helpGroups.flatMap(({ articles }) => articles);

/** The article that is shown where none was asked for. */
export const firstArticle: ArticleId = 'first-steps';

/** Whether a word from an address names an article. */
export function isArticle(id: unknown): id is ArticleId {
  return articleIds.some((known) => known === id);
}

/** Screens that have no article of their own name. */
export const articlesOfOthers: Readonly<Record<string, ArticleId>> = {
  help: firstArticle,
  licenses: 'settings',
};

/** The article about a screen, by the first word of its path; what a profile adds has one for all. */
export function articleOfScreen(screen: string, isDescribed: boolean): ArticleId {
  if (isDescribed) return 'more-records';
  return articlesOfOthers[screen] ?? (isArticle(screen) ? screen : firstArticle);
}
