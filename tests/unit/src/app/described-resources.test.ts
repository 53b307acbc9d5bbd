import { afterEach, describe, expect, it } from 'vitest';
import demoProfile from '@resources/profiles/demo.json';
import {
  declareResources,
  reservedResourceNames,
  resourceDescriptionsSchema,
} from '@contract/resources';
import { builtInCollections } from '@contract/collections';
import { locales, type Locale } from '@contract/settings';
import { describeResources } from '@/app/described-resources';
import { setLocale, useI18n } from '@/i18n/i18n';
import { readMessages } from '@/i18n/messages';
import { useFieldWords } from '@/app/records/field-words';
import { createScreens } from '@/app/router';
import { screens } from '@/app/screens';
import { kindOf, recordKinds } from '@/features/kinds';
import { filtersOf } from '@/features/records/list-filters';
import { createPinia, setActivePinia } from 'pinia';

const described = resourceDescriptionsSchema.parse(demoProfile.resources);

afterEach(() => {
  declareResources({});
  setLocale('en');
});

describe('a resource that the service profile describes', () => {
  it('has a screen, a place in the rail before the outbox, and no shortcut', () => {
    describeResources(described);
    const paths = screens().map(({ to }) => to);
    expect(paths.slice(-5)).toEqual(['/serviceOrders', '/outbox', '/alerts', '/help', '/settings']);
    expect(screens().find(({ isDescribed }) => isDescribed)?.keys).toBeUndefined();
    expect(screens().find(({ to }) => to === '/outbox')?.keys).toBe('mod+9');
    expect(createScreens().resolve('/serviceOrders').meta.collection).toBe('serviceOrders');
    expect(recordKinds().map(({ collection }) => collection)).toContain('serviceOrders');
    expect(kindOf('serviceOrders').tabs).toEqual([]);
  });

  it('has a filter for each column of choices, records and days', () => {
    describeResources(described);
    const filters = filtersOf(kindOf('serviceOrders'));
    expect(filters.map(({ id, kind, isSpare }) => [id, kind, isSpare])).toEqual([
      ['vehicleId', 'references', false],
      ['state', 'values', false],
      ['dueDate', 'days', false],
      ['createdAt', 'moments', true],
      ['updatedAt', 'moments', true],
    ]);
  });

  it('has sentences in every language, made of the names in the profile', () => {
    describeResources(described);
    const { t } = useI18n();
    expect(t('serviceOrders.new')).toBe('New service order');
    expect(t('serviceOrders.count', { n: 2 }, 2)).toBe('2 service orders');
    expect(t('app.screens.serviceOrders')).toBe('Service orders');
    expect(t('serviceOrders.searchHint')).toBe('Number, title, notes');
    setLocale('pt-BR');
    expect(t('serviceOrders.delete.many', { n: 1 }, 1)).toBe('Excluir 1 ordem de serviço?');
    setLocale('es');
    expect(t('serviceOrders.emptyText')).toContain('registros');
    expect(t('app.screens.serviceOrders')).toBe('Órdenes de servicio');
  });

  it('has names of fields and values in the language in use, others are shown as they are', () => {
    setActivePinia(createPinia());
    describeResources(described);
    setLocale('pt-BR');
    const words = useFieldWords();
    expect(words.nameOf('serviceOrders', 'dueDate')).toBe('Prazo');
    expect(words.valueOf('serviceOrders', 'state', 'in_progress')).toBe('Em andamento');
    expect(words.valueOf('serviceOrders', 'state', 'constructor')).toBe('constructor');
  });

  it.each([
    ['2.5', '2,5'],
    ['1200', '1200'],
    ['12345678901234567890.5', '12345678901234567890,5'],
    ['about 3', 'about 3'],
  ])('has numbers with the decimal sign of the language: %s as %s', (value, text) => {
    setActivePinia(createPinia());
    describeResources(described);
    setLocale('pt-BR');
    expect(useFieldWords().valueOf('serviceOrders', 'hours', value)).toBe(text);
  });

  it('may be called by signs that mean something in a sentence', () => {
    const plain = Object.fromEntries(locales.map((locale) => [locale, 'c']));
    const odd = { ...plain, en: 'a|b {n} @x' } as Record<Locale, string>;
    const [orders] = Object.values(described);
    if (!orders) throw new Error('The demo describes service orders.');
    describeResources({ oddOnes: { ...orders, labels: { one: odd, many: odd } } });
    const { t } = useI18n();
    expect(t('oddOnes.new')).toBe('New a|b {n} @x');
  });

  it('takes no name that a topic of sentences or a screen has', async () => {
    const taken = new Set<string>([...builtInCollections, ...reservedResourceNames]);
    for (const locale of locales) {
      const topics = Object.keys(await readMessages(locale));
      expect(topics.filter((topic) => !taken.has(topic))).toEqual([]);
    }
    const paths = createScreens()
      .getRoutes()
      .map(({ path }) => path.slice(1))
      .filter((path) => /^[a-z]\w*$/i.test(path));
    expect(paths.filter((path) => !taken.has(path))).toEqual([]);
  });
});

it('the sentences of a described resource are those that all built-in ones have', async () => {
  const keys = (tree: object, path = ''): string[] =>
    Object.entries(tree).flatMap(([key, value]: [string, unknown]) =>
      typeof value === 'object' && value !== null
        ? keys(value, `${path}${key}.`)
        : [`${path}${key}`],
    );
  describeResources(described);
  const messages = await readMessages('en');
  const alike = builtInCollections
    .map((name) => keys(messages[name] as object))
    .reduce((all, each) => all.filter((key) => each.includes(key)));
  const { t } = useI18n();
  const missing = alike.filter((key) => {
    const full = `serviceOrders.${key}`;
    return t(full as 'serviceOrders.list') === full;
  });
  expect(missing).toEqual([]);
});
