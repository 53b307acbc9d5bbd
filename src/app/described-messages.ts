import type { CollectionName } from '@contract/collections';
import type { ResourceDescription } from '@contract/resources';
import type { Locale } from '@contract/settings';
import en from '@resources/locales/en/profile-resources.json';
import es from '@resources/locales/es/profile-resources.json';
import ptBR from '@resources/locales/pt-BR/profile-resources.json';
import type { Tree } from '@/i18n/tree';

const templates: Record<Locale, typeof en> = { en, es, 'pt-BR': ptBR };

/**
 * Sentences about a resource that a service profile describes, under the keys under which the
 * built-in ones have theirs. The names of the profile stand in for `%one%`, `%Many%` and the like.
 */
export function describedMessages(
  name: CollectionName,
  { labels, fields }: ResourceDescription,
  locale: Locale,
): Tree {
  const one = labels.one[locale];
  const many = labels.many[locale];
  const found = Object.values(fields).filter(({ searchable }) => searchable !== undefined);
  const words: Record<string, string> = {
    one: literal(one),
    One: literal(capitalized(one, locale)),
    many: literal(many),
    Many: literal(capitalized(many, locale)),
    searched: literal(
      listed(
        found.map((field) => field.labels[locale]),
        locale,
      ),
    ),
  };
  const { screen, thing, titles, deleted, ...topic } = filled(
    templates[locale],
    words,
  ) as Sentences;
  return {
    [name]: topic,
    app: { screens: { [name]: screen } },
    settings: { data: { collections: { [name]: screen } } },
    capabilities: { things: { [name]: thing } },
    outbox: {
      titles: Object.fromEntries(
        Object.entries(titles).map(([kind, title]) => [kind, { [name]: title }]),
      ),
      deleted: { names: { [name]: deleted } },
    },
  };
}

type Sentences = { screen: string; thing: string; titles: Tree; deleted: string } & Tree;

function filled(tree: Tree, words: Readonly<Record<string, string>>): Tree {
  return Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [
      key,
      typeof value === 'string'
        ? value.replace(/%(\w+)%/g, (all, word: string) => words[word] ?? all)
        : filled(value, words),
    ]),
  );
}

/** What a profile says may hold signs that mean something in a sentence. */
function literal(text: string): string {
  return text.replace(/[{}@$|]/g, (sign) => `{'${sign}'}`);
}

/** `Number, title, VIN`: names within a sentence, of which the first one begins it. */
function listed(names: readonly string[], locale: Locale): string {
  const within = names.map((name, at) =>
    at > 0 && /^\p{Lu}\p{Ll}/u.test(name)
      ? name.charAt(0).toLocaleLowerCase(locale) + name.slice(1)
      : name,
  );
  return within.join(', ');
}

function capitalized(text: string, locale: Locale): string {
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
}
