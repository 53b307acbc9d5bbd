import {
  derivedOf,
  fieldsOf,
  resourceOf,
  type Derived,
  type FieldKind,
  type Filter,
} from '@contract/resources';
import type { RecordFilter } from '@contract/records';
import type { RecordKind } from './kind';
import {
  daysOf,
  momentsOf,
  offeredSpans,
  readSpan,
  type MomentSpan,
} from '@/app/spans/moment-span';

/** A control that narrows a list: one that a screen declares, or one that a field's kind asks for. */
export type ListFilter = Omit<Filter, 'kind'> & {
  kind: Filter['kind'] | 'moments';
  /** Shown only on request, or while it narrows the list. */
  isSpare: boolean;
};

/** Stand for "has none", "has any" and "not known yet" among the values of a filter. */
export const NONE = '';
export const ANY = '*';
export const UNKNOWN = '?';

/** Where days begin, and which day it is. */
export type FilterTime = { now: number; zone: string };

const derived: Partial<Record<FieldKind, ListFilter['kind']>> = {
  reference: 'references',
  identifier: 'values',
  vehicleType: 'values',
  locale: 'values',
  texts: 'values',
  year: 'values',
  choice: 'values',
  moment: 'moments',
  date: 'days',
};

const derivedKinds: Partial<Record<Derived['kind'], ListFilter['kind']>> = {
  references: 'references',
  liveState: 'values',
  place: 'values',
  tags: 'values',
  group: 'values',
  pin: 'pin',
  moment: 'moments',
};

/** The filters of a list: the declared ones, then one for each other field whose kind has one. */
export function filtersOf({ collection }: RecordKind): readonly ListFilter[] {
  const { filters } = resourceOf(collection);
  const declared = filters.map((filter) => ({ ...filter, isSpare: false }));
  const kinds = [
    ...Object.entries(derivedOf(collection)).map(
      ([field, info]) => [field, derivedKinds[info.kind]] as const,
    ),
    // Without a column lists do not offer the field: a device's vehicle is told by associations.
    ...Object.entries(fieldsOf(collection)).map(
      ([field, info]) => [field, info.column && derived[info.kind]] as const,
    ),
  ];
  const spare = kinds.flatMap(([field, kind]): ListFilter[] => {
    const isDeclared = filters.some((each) => each.field === field && each.kind !== 'state');
    return kind === undefined || isDeclared ? [] : [{ id: field, field, kind, isSpare: true }];
  });
  return [...declared, ...spare];
}

/** Both states that a filter tells apart, the one where its field holds something first. */
export function statesOf(kind: ListFilter['kind']) {
  if (kind === 'state') return ['deactivated', 'active'] as const;
  return kind === 'pin' ? (['pinned', 'notPinned'] as const) : null;
}

/** Whether days are chosen by their span. */
export function isSpanned(kind: ListFilter['kind']): boolean {
  return kind === 'moments' || kind === 'days';
}

/** The spans that a filter offers: a day of a field may lie ahead, unless its declaration denies it. */
export function spansOf(
  { collection }: RecordKind,
  { field, kind }: ListFilter,
): readonly MomentSpan[] {
  const isPast = kind === 'moments' || fieldsOf(collection)[field]?.isPast === true;
  return isPast ? offeredSpans.behind : offeredSpans.around;
}

/** The condition that chosen values mean; null where they leave nothing out. */
export function conditionOf(
  { field, kind }: ListFilter,
  chosen: readonly string[],
  { now, zone }: FilterTime,
): RecordFilter | null {
  if (chosen.length === 0) return null;
  const states = statesOf(kind);
  if (states !== null) {
    // Both states are all there are.
    return chosen.length > 1 ? null : { field, isPresent: chosen[0] === states[0] };
  }
  if (chosen.includes(ANY)) return chosen.includes(NONE) ? null : { field, isPresent: true };
  if (!isSpanned(kind)) {
    const values = chosen.filter((value) => value !== UNKNOWN);
    return {
      field,
      anyOf: values.map((value) => (value === NONE ? null : value)),
      ...(values.length < chosen.length && { withUnknown: true }),
    };
  }
  const [text = NONE] = chosen;
  if (text === NONE) return { field, isPresent: false };
  const span = readSpan(text);
  if (span === null) return null;
  if (kind === 'moments') return { field, ...momentsOf(span, now, zone) };
  const { from, to } = daysOf(span, now, zone);
  return { field, fromDay: from, toDay: to };
}
