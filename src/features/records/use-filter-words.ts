import type { FieldValue } from '@contract/records';
import { useI18n } from '@/i18n/i18n';
import { useFieldWords } from '@/app/records/field-words';
import type { RecordKind } from './kind';
import type { ListAddress } from './list-address';
import {
  ANY,
  filtersOf,
  isSpanned,
  NONE,
  statesOf,
  UNKNOWN,
  type ListFilter,
} from './list-filters';
import { readSpan } from '@/app/spans/moment-span';
import { useSpanWords } from '@/app/spans/span-words';

/** One thing that narrows a list, and the address without it. */
export type Narrowing = { id: string; text: string; without: Partial<ListAddress> };

/** What narrows a list, in words. Reactive where it is read in templates and computed values. */
export function useFilterWords(kind: RecordKind) {
  const { t, locale } = useI18n();
  const words = useFieldWords();
  const spanOf = useSpanWords();
  const { collection } = kind;

  function nameOf({ field, kind: how }: ListFilter): string {
    return how === 'state' ? t('records.filters.state') : words.nameOf(collection, field);
  }

  /** A choice of a filter: a value, or that there is none or any. */
  function valueOf({ field, kind: how }: ListFilter, value: FieldValue): string {
    if (value === null || value === NONE) return t('records.filters.none');
    if (value === ANY) return t('records.filters.any');
    if (value === UNKNOWN) return t('records.filters.unknown');
    const state = statesOf(how)?.find((each) => each === value);
    if (state !== undefined) return t(`records.states.${state}`);
    if (!isSpanned(how)) return words.valueOf(collection, field, value);
    const span = readSpan(String(value));
    return span === null ? String(value) : spanOf(span);
  }

  /** `type van or truck`, `created: since Mar 1, 2026`, `active`. */
  function sentenceOf(filter: ListFilter, chosen: readonly string[]): string {
    const list = new Intl.ListFormat(locale.value, { type: 'disjunction' });
    // Values that read alike are one choice.
    const values = list.format([...new Set(chosen.map((value) => valueOf(filter, value)))]);
    if (statesOf(filter.kind) !== null) return lowered(values);
    const [first] = chosen;
    const isWord = first === NONE || first === ANY || first === UNKNOWN;
    const isValue = !isWord && !isSpanned(filter.kind);
    const name = words.nameWithin(collection, filter.field);
    if (isValue) return `${name} ${values}`;
    return `${name}: ${beginsWithDay(filter, first) ? values : lowered(values)}`;
  }

  /** `Jan 1, 2025`: names of months keep the case that the language gives them. */
  function beginsWithDay({ kind: how }: ListFilter, value: string | undefined): boolean {
    const span = isSpanned(how) && value !== undefined ? readSpan(value) : null;
    return span?.kind === 'days' && span.from !== null && span.to !== null;
  }

  function lowered(text: string): string {
    return text.charAt(0).toLocaleLowerCase(locale.value) + text.slice(1);
  }

  /** All that narrows the list. */
  function narrowings(address: ListAddress, search: string): Narrowing[] {
    const filters = filtersOf(kind).flatMap((filter): Narrowing[] => {
      const { id } = filter;
      const chosen = address.filters[id] ?? [];
      const without = { filters: { ...address.filters, [id]: [] } };
      return chosen.length === 0 ? [] : [{ id, text: sentenceOf(filter, chosen), without }];
    });
    const sought = search.trim();
    return [
      ...(sought === ''
        ? []
        : [
            {
              id: 'q',
              text: t('records.filters.search', { search: sought }),
              without: { search: '' },
            },
          ]),
      ...filters,
      ...(address.isUnsent
        ? [
            {
              id: 'unsent',
              text: lowered(t('records.filters.unsent')),
              without: { isUnsent: false },
            },
          ]
        : []),
    ];
  }

  return { nameOf, valueOf, narrowings };
}
