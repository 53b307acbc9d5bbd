import type { Tree } from './tree';

/** Tag of the invented language: `XA` is a region that no country has. */
export const pseudoLocale = 'en-XA';

const accented: Readonly<Record<string, string>> = {
  ...{ a: 'á', b: 'ƀ', c: 'ç', d: 'ð', e: 'é', f: 'ƒ', g: 'ĝ', h: 'ĥ', i: 'î', j: 'ĵ', k: 'ķ' },
  ...{ l: 'ļ', m: 'ɱ', n: 'ñ', o: 'ö', p: 'þ', q: 'ɋ', r: 'ŕ', s: 'š', t: 'ţ', u: 'û', v: 'ṽ' },
  ...{ w: 'ŵ', x: 'ẋ', y: 'ý', z: 'ž', A: 'Å', B: 'Ɓ', C: 'Ç', D: 'Ð', E: 'É', F: 'Ƒ', G: 'Ĝ' },
  ...{ H: 'Ĥ', I: 'Î', J: 'Ĵ', K: 'Ķ', L: 'Ļ', M: 'Ṁ', N: 'Ñ', O: 'Ö', P: 'Þ', Q: 'Ǫ', R: 'Ŕ' },
  ...{ S: 'Š', T: 'Ţ', U: 'Û', V: 'Ṽ', W: 'Ŵ', X: 'Ẋ', Y: 'Ý', Z: 'Ž' },
};

/** Sentences of other languages are longer than English ones by about this part. */
const longerBy = 0.4;
/** What is added, in words as long as those of a language, so that lines break as they would. */
const padding = 'ļöŕéɱ îþšûɱ ðöļöŕ šîţ áɱéţ çöñšéçţéţûŕ áðîþîšçîñĝ éļîţ ';

/** What a sentence fills in or refers to: placeholders, literals, linked sentences. */
const kept = /(\{[^}]*\}|@(?:\.\w+)?:[\w.]+)/;

/**
 * An English sentence as no language has it: every letter accented, longer by 40 percent and in
 * brackets, with its placeholders and forms. Cut text and text that is not translated stand out.
 */
export function pseudoSentence(sentence: string): string {
  return sentence
    .split(' | ')
    .map((form) => {
      const parts = form.split(kept);
      const letters = parts.filter((_, at) => at % 2 === 0).join('');
      if (letters.trim() === '') return form;
      const words = parts.map((part, at) =>
        at % 2 === 1 ? part : part.replace(/[a-z]/gi, (letter) => accented[letter] ?? letter),
      );
      const more = Math.ceil(letters.length * longerBy);
      const added = padding
        .repeat(Math.ceil(more / padding.length))
        .slice(0, more)
        .trim();
      return `[!!! ${words.join('')} ${added}]`;
    })
    .join(' | ');
}

/** All sentences of a tree in the invented language. */
export function pseudoTree(tree: Tree): Tree {
  return Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [
      key,
      typeof value === 'string' ? pseudoSentence(value) : pseudoTree(value),
    ]),
  );
}
