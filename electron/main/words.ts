import {
  compile,
  createCoreContext,
  registerMessageCompiler,
  registerMessageResolver,
  resolveValue,
  translate,
} from '@intlify/core-base';
import type { Locale } from '@contract/settings';
import en from '@resources/locales/en/shell.json';
import es from '@resources/locales/es/shell.json';
import ptBr from '@resources/locales/pt-BR/shell.json';

type Messages = typeof en;

/** The key of one of the shell's sentences: `menu.file`, `crash.message`. */
export type WordKey = {
  [T in keyof Messages & string]: `${T}.${keyof Messages[T] & string}`;
}[keyof Messages & string];

/** Speaks one of the shell's sentences; `{name}` in it is filled from `values`. */
export type Words = (key: WordKey, values?: Readonly<Record<string, string | number>>) => string;

const messages: Record<Locale, Messages> = { en, es, 'pt-BR': ptBr };

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
