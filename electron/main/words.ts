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
import en from '@resources/locales/en/shell.json';
import esAlerts from '@resources/locales/es/alerts.json';
import es from '@resources/locales/es/shell.json';
import ptBrAlerts from '@resources/locales/pt-BR/alerts.json';
import ptBr from '@resources/locales/pt-BR/shell.json';

/** What alerts found is said in the same words by the page and in notifications. */
type Messages = typeof en & Pick<typeof enAlerts, 'found'>;

/** The key of one of the shell's sentences: `menu.file`, `crash.message`. */
export type WordKey = {
  [T in keyof Messages & string]: `${T}.${keyof Messages[T] & string}`;
}[keyof Messages & string];

/** Speaks one of the shell's sentences; `{name}` in it is filled from `values`. */
export type Words = (key: WordKey, values?: Readonly<Record<string, string | number>>) => string;

const messages: Record<Locale, Messages> = {
  en: { ...en, found: enAlerts.found },
  es: { ...es, found: esAlerts.found },
  'pt-BR': { ...ptBr, found: ptBrAlerts.found },
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
