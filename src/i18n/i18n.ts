import { locales, type Locale } from '@contract/settings';
import { computed, shallowRef, type ComputedRef } from 'vue';
import { createI18n } from 'vue-i18n';
import { isolated, type Values } from './isolated';
import { readMessages, type MessageKey } from './messages';
import { pseudoLocale, pseudoTree } from './pseudo';
import type { Tree } from './tree';

export type { MessageKey } from './messages';
export type { Values } from './isolated';

const i18n = createI18n({
  legacy: false,
  globalInjection: false,
  locale: 'en',
  fallbackLocale: 'en',
  messages: {} as Record<Locale, Tree>,
  // Every language has every key (a test sees to it). A page has no other language to fall back on.
  missingWarn: false,
  fallbackWarn: false,
});

/** The vue-i18n plugin for `app.use`. */
export const i18nPlugin = i18n;

/**
 * Sentences without values, as they were made: lists say the same few by the thousand. Another map
 * once a language has other sentences.
 */
const plain = shallowRef(new Map<string, string>());

function forget(): void {
  plain.value = new Map();
}

const loaded = new Map<Locale, Promise<void>>();

/** Loads the sentences of a language; once. */
export function loadLanguage(locale: Locale): Promise<void> {
  const known = loaded.get(locale);
  if (known !== undefined) return known;
  const loading = readMessages(locale).then((sentences) => {
    // There may be some already, about what a service profile describes.
    i18n.global.mergeLocaleMessage(locale, sentences);
    forget();
  });
  loaded.set(locale, loading);
  loading.catch(() => {
    // The next one who wants it tries again, and hears of what is wrong.
    loaded.delete(locale);
  });
  return loading;
}

/** Changes the language of the page at once, to one that is loaded. */
export function setLocale(locale: Locale): void {
  i18n.global.locale.value = locale;
  document.documentElement.lang = locale;
}

/**
 * Speaks the invented language, which is made of English once that is loaded, or the one before it:
 * for pictures and tests of room for words.
 */
export function setPseudo(isOn: boolean): void {
  const current = i18n.global.locale as unknown as { value: string };
  if (isOn) {
    i18n.global.setLocaleMessage(
      pseudoLocale,
      pseudoTree(i18n.global.getLocaleMessage('en')) as never,
    );
    forget();
  }
  current.value = isOn ? pseudoLocale : document.documentElement.lang || 'en';
  document.documentElement.dataset['pseudo'] = String(isOn);
}

/** The first complete language among those a person prefers, English otherwise. */
export function chooseLocale(preferred: readonly string[]): Locale {
  for (const wanted of preferred) {
    const found =
      locales.find((locale) => locale.toLowerCase() === wanted.toLowerCase()) ??
      locales.find((locale) => locale.split('-')[0] === wanted.split('-')[0]);
    if (found) return found;
  }
  return 'en';
}

/** The sentence of a key; `count` chooses between its `|` forms and fills `{n}` and `{count}`. */
export type Translate = (key: MessageKey, values?: Values, count?: number) => string;

function sayPlain(key: MessageKey): string {
  const id = `${i18n.global.locale.value} ${key}`;
  const found = plain.value.get(id);
  if (found !== undefined) return found;
  const sentence = i18n.global.t(key, {});
  plain.value.set(id, sentence);
  return sentence;
}

const translate: Translate = (key, values, count) => {
  if (values === undefined) return sayPlain(key);
  const safe = isolated(values);
  return count === undefined ? i18n.global.t(key, safe) : i18n.global.t(key, safe, count);
};

/** The language in use; dates of the invented one are English. */
function languageInUse(): Locale {
  const language: string = i18n.global.locale.value;
  return locales.find((known) => known === language) ?? 'en';
}

/** Sentences in the language in use; reactive where it is read in templates and computed values. */
export function useI18n(): { t: Translate; locale: ComputedRef<Locale> } {
  return { t: translate, locale: computed(languageInUse) };
}

/** Adds sentences of a language: about what a service profile describes. */
export function addMessages(locale: Locale, messages: Tree): void {
  i18n.global.mergeLocaleMessage(locale, messages);
  forget();
}

/** Whether the language in use, or English, has a sentence for a key that was put together. */
export function hasMessage(key: string): key is MessageKey {
  return i18n.global.te(key) || i18n.global.te(key, 'en');
}

/** The last parts of the keys of a group of sentences. */
export function keysWithin(group: string): string[] {
  return Object.keys(i18n.global.tm(group));
}
