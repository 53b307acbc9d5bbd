import { wordsOf } from '@contract/folding';

/**
 * The words of a question that say what is sought, folded: "How do I get a street map?" asks for
 * "street map". A text of fillers alone stays as it is.
 * @param fillers the fillers of the language, with spaces between them: `help.fillers`
 */
export function withoutFillers(sought: string, fillers: string): string {
  const words = wordsOf(sought);
  const plain = new Set(wordsOf(fillers));
  const telling = words.filter((word) => !plain.has(word));
  return (telling.length === 0 ? words : telling).join(' ');
}
