import {
  compile,
  createCoreContext,
  registerMessageCompiler,
  registerMessageResolver,
  resolveValue,
  translate,
} from '@intlify/core-base';
import type { Locale } from '@contract/settings';
import enAlerts from '@resources/locales/en/alerts.json';
import enApp from '@resources/locales/en/app.json';
import en from '@resources/locales/en/shell.json';
import esAlerts from '@resources/locales/es/alerts.json';
import esApp from '@resources/locales/es/app.json';
import es from '@resources/locales/es/shell.json';
import ptBrAlerts from '@resources/locales/pt-BR/alerts.json';
import ptBrApp from '@resources/locales/pt-BR/app.json';
import ptBr from '@resources/locales/pt-BR/shell.json';

/** What alerts found, and what screens are called, is said in the same words everywhere. */
type Messages = typeof en & Pick<typeof enAlerts, 'found'> & Pick<typeof enApp, 'screens'>;

/** The key of one of the shell's sentences: `menu.file`, `crash.message`. */
export type WordKey = {
  [T in keyof Messages & string]: `${T}.${keyof Messages[T] & string}`;
}[keyof Messages & string];

/** Speaks one of the shell's sentences; `{name}` in it is filled from `values`. */
export type Words = (key: WordKey, values?: Readonly<Record<string, string | number>>) => string;

const messages: Record<Locale, Messages> = {
  en: { ...en, found: enAlerts.found, screens: enApp.screens },
  es: { ...es, found: esAlerts.found, screens: esApp.screens },
  'pt-BR': { ...ptBr, found: ptBrAlerts.found, screens: ptBrApp.screens },
};

registerMessageCompiler(compile);
registerMessageResolver(resolveValue);

/** The shell's sentences (menus, dialogs) in a language; the page brings its own. */
export function wordsIn(locale: Locale): Words {
  const context = createCoreContext({ locale, fallbackLocale: 'en', messages });
  return (key, values = {}) => {
    const text = translate(context, key, values);
    return typeof text === 'string' ? text : key;
  };
}
