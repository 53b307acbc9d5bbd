import type { CollectionName } from '@contract/collections';
import { fieldsOf, resourceOf } from '@contract/resources';
import { fold, lettersOf } from '@contract/folding';
import type { Listing } from './listing';

/** How well a record fits what is sought; the smaller, the better. */
const ranks = { same: 0, nameBegins: 1, begins: 2, nameHolds: 3, other: 4 } as const;

/** Kinds of fields that are written with signs between: dots and the at sign are sought as such. */
const LITERAL_KINDS: readonly string[] = ['username', 'email'];

/** Without a sign between letters, the index finds all that there is. */
const SIGN_BETWEEN = /[^\p{L}\p{N}\s]/u;

/**
 * Rows by how well they fit what is sought: those with the same value first, then those that begin
 * with it, the name before all other fields; equally good ones stay in their order.
 */
export function bestFirst(
  listing: Listing,
  collection: CollectionName,
  search: string,
  ids: readonly number[],
): number[] {
  const whole = lettersOf(search);
  if (whole === '') return [...ids];
  const name = resourceOf(collection).mainField;
  const others = Object.entries(fieldsOf(collection)).flatMap(([field, { searchable: by }]) =>
    by === 'anyPart' && field !== name ? [field] : [],
  );
  const byRank: number[][] = Object.values(ranks).map(() => []);
  for (const id of ids) byRank[rankOf(listing, { id, whole, name, others })]?.push(id);
  return byRank.flat();
}

/** Rows whose user name or e-mail address holds what is sought, its dots and signs included. */
export function literalMatches(
  listing: Listing,
  collection: CollectionName,
  search: string,
): number[] {
  const text = fold(search.trim());
  if (text.length < 2 || !SIGN_BETWEEN.test(text)) return [];
  return Object.entries(fieldsOf(collection))
    .filter(([, { kind }]) => LITERAL_KINDS.includes(kind))
    .flatMap(([field]) =>
      Array.from(listing.column(field).values).flatMap(([id, value]) =>
        typeof value === 'string' && fold(value).includes(text) ? [id] : [],
      ),
    );
}

function rankOf(
  listing: Listing,
  of: { id: number; whole: string; name: string; others: readonly string[] },
): number {
  const { id, whole } = of;
  const named = listing.letters(of.name, id);
  if (named === whole) return ranks.same;
  let best: number = named.startsWith(whole)
    ? ranks.nameBegins
    : named.includes(whole)
      ? ranks.nameHolds
      : ranks.other;
  for (const field of of.others) {
    const letters = listing.letters(field, id);
    if (letters === whole) return ranks.same;
    if (letters.startsWith(whole)) best = Math.min(best, ranks.begins);
  }
  return best;
}
