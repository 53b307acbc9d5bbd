import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { baseCompile } from '@intlify/message-compiler';
import { describe, expect, it } from 'vitest';
import { parse, type SFCTemplateBlock } from 'vue/compiler-sfc';
import { builtInCollections } from '@contract/collections';
import { locales } from '@contract/settings';

const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, 'resources/locales');

type Tree = { [key: string]: string | Tree };

function sentencesOf(tree: Tree, prefix = ''): [key: string, sentence: string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${prefix}${key}`, value] as [string, string]]
      : sentencesOf(value, `${prefix}${key}.`),
  );
}

function read(locale: string, topic: string): Map<string, string> {
  const text = readFileSync(path.join(folder, locale, topic), 'utf8');
  return new Map(sentencesOf(JSON.parse(text) as Tree));
}

/** The placeholders of a sentence, and how many forms it has for different counts. */
function shapeOf(sentence: string): string {
  const names = new Set(Array.from(sentence.matchAll(/\{(\w+)\}/g), ([, name]) => name));
  return [...names].sort().join() + '|'.repeat(sentence.split(' | ').length - 1);
}

const topics = readdirSync(path.join(folder, 'en'));
const others = locales.filter((locale) => locale !== 'en');

describe.each(locales)('the sentences in %s', (locale) => {
  it('come in the same topics as the English ones', () => {
    expect(readdirSync(path.join(folder, locale))).toEqual(topics);
  });

  it.each(topics)('of %s are there and can be read', (topic) => {
    for (const [key, sentence] of read(locale, topic)) {
      expect(sentence.trim(), key).not.toBe('');
      const problems: string[] = [];
      baseCompile(sentence, { onError: ({ message }) => problems.push(message) });
      expect(problems, `${key}: ${sentence}`).toEqual([]);
    }
  });
});

describe.each(others)('the sentences in %s, beside the English ones', (locale) => {
  it.each(topics)('have the same keys, placeholders and forms in %s', (topic) => {
    const shapes = (sentences: Map<string, string>) =>
      Object.fromEntries([...sentences].map(([key, sentence]) => [key, shapeOf(sentence)]));
    expect(shapes(read(locale, topic))).toEqual(shapes(read('en', topic)));
  });
});

/** Words that were replaced everywhere: one word a thing, and none that reads translated. */
const replacedWords = {
  en: /\w'\w|\bat the service\b|\b(your|the) data are\b|\banew\b|\buser names?\b|\be-mail|\bany more\b/i,
  'pt-BR': /\bencriptad|\bdefault\b/i,
  es: /[«»]|\bpetici|\bcaducad|\bajustes\b/i,
};

describe.each(Object.entries(replacedWords))('the wording in %s', (locale, replaced) => {
  it.each(topics)('of %s has none of the words that were replaced', (topic) => {
    const found = [...read(locale, topic)].filter(([, text]) => replaced.test(text));
    expect(Object.fromEntries(found)).toEqual({});
  });
});

const sources = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(vue|ts)$/.test(file))
  .map((file) => ({ file, text: readFileSync(path.join(root, 'src', file), 'utf8') }));

describe.each(Object.entries(replacedWords))(
  'the wording of the help in %s',
  (locale, replaced) => {
    const articles = path.join(root, 'resources/help', locale);

    it.each(readdirSync(articles))('has none of the words that were replaced: %s', (article) => {
      const lines = readFileSync(path.join(articles, article), 'utf8').split('\n');
      // What else people call a thing is not spoken.
      const found = lines.filter((line) => !line.startsWith('{{also:') && replaced.test(line));
      expect(found).toEqual([]);
    });
  },
);

/** What never reported is called so on the map, in its list and in the lists of records. */
describe.each(locales)('what never reported in %s', (locale) => {
  it('is called by one word', () => {
    const map = read(locale, 'live-map.json');
    const said = [
      map.get('strip.never'),
      map.get('connections.never'),
      read(locale, 'records.json').get('liveStates.never'),
    ];
    const words = said.map((each) => each?.toLowerCase().split(' '));
    expect(new Set(words.map((each) => each?.[0])).size).toBe(1);
    // Of several it is inflected: informou, informaram.
    expect(new Set(words.map((each) => each?.at(-1)?.slice(0, 6))).size).toBe(1);
  });
});

/** What stands in templates and is the same in every language. */
const sameEverywhere = new Set(['RTK-4F21', '62 km/h', 'https://fleet.example.com/v2']);
const spokenAttributes = new Set(['aria-label', 'title', 'placeholder', 'alt', 'label', 'text']);

type Nodes = NonNullable<SFCTemplateBlock['ast']>['children'];

/** Words that a template says by itself instead of asking for a sentence. */
function ownWords(nodes: Nodes): string[] {
  const words = nodes.flatMap((node): string[] => {
    if ('props' in node) {
      const attributes = node.props.flatMap((prop) =>
        'value' in prop && spokenAttributes.has(prop.name) ? [prop.value?.content ?? ''] : [],
      );
      return [...attributes, ...ownWords(node.children)];
    }
    return 'content' in node && typeof node.content === 'string' && node.type === 2
      ? [node.content]
      : [];
  });
  return words
    .map((word) => word.trim())
    .filter((word) => /\p{L}{2}/u.test(word) && !sameEverywhere.has(word));
}

describe('components', () => {
  it.each(sources.filter(({ file }) => file.endsWith('.vue')))(
    'say nothing but sentences of the locales: $file',
    ({ text }) => {
      expect(ownWords(parse(text).descriptor.template?.ast?.children ?? [])).toEqual([]);
    },
  );

  it('are caught when they do', () => {
    const { descriptor } = parse(
      '<template><p title="A tip">Hello <b>{{ t("x") }}</b></p></template>',
    );
    expect(ownWords(descriptor.template?.ast?.children ?? [])).toEqual(['A tip', 'Hello']);
  });
});

describe('sentences', () => {
  const code = sources.map(({ text }) => text).join('\n');
  /** `app.status.` of `app.status.${state}`: any key below it may be meant. */
  const prefixes = [
    ...Array.from(code.matchAll(/`((?:\w+\.)+)\$\{/g), ([, prefix]) => prefix ?? ''),
    // The declarations of settings name the group of sentences that is theirs.
    ...Array.from(code.matchAll(/\bwords: '((?:\w+\.)+\w+)'/g), ([, group]) => `${group ?? ''}.`),
  ];

  /** Main speaks those of the shell; lists of both kinds put the keys of theirs together. */
  const spokenOtherwise = [
    'shell.json',
    // Templates, of which sentences are made.
    'profile-resources.json',
    ...builtInCollections.map((name) => `${name}.json`),
  ];

  it.each(topics.filter((topic) => !spokenOtherwise.includes(topic)))(
    'of %s are all spoken somewhere',
    (topic) => {
      const name = path.basename(topic, '.json');
      const space = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
      const unspoken = [...read('en', topic).keys()]
        .map((key) => `${space}.${key}`)
        .filter(
          (key) => !code.includes(`'${key}'`) && !prefixes.some((prefix) => key.startsWith(prefix)),
        );
      expect(unspoken).toEqual([]);
    },
  );
});

describe('sentences that are put together', () => {
  const code = sources.map(({ text }) => text).join('\n');
  /** `.delete.one` of `${collection}.delete.one`, whole or as a beginning that another part follows. */
  const endings = Array.from(code.matchAll(/\$\{[^}`]*\}\.([\w.]+)(`|\$\{)/g), (found) => ({
    ending: found[1] ?? '',
    isWhole: found[2] === '`',
  }));

  it.each(builtInCollections.map((name) => [name]))('of %s are all spoken somewhere', (name) => {
    const unspoken = [...read('en', `${name}.json`).keys()].filter(
      (key) =>
        !code.includes(`'${name}.${key}'`) &&
        !code.includes(`\`${name}.${key.split('.').slice(0, -1).join('.')}.\${`) &&
        !code.includes(`\`${name}.${key.split('.').slice(0, -2).join('.')}.\${`) &&
        !endings.some(({ ending, isWhole }) =>
          isWhole ? ending === key : key.startsWith(`${ending}`),
        ),
    );
    expect(unspoken).toEqual([]);
  });

  it('of the shell are all spoken by main', () => {
    const folder = path.join(root, 'electron/main');
    const main = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(path.join(folder, file), 'utf8'))
      .join('\n');
    const prefixes = Array.from(main.matchAll(/`((?:\w+\.)+)\$\{/g), ([, prefix]) => prefix ?? '');
    const unspoken = [...read('en', 'shell.json').keys()].filter(
      (key) => !main.includes(`'${key}'`) && !prefixes.some((prefix) => key.startsWith(prefix)),
    );
    expect(unspoken).toEqual([]);
  });
});
