import { parseDate } from '@internationalized/date';
import { dayAt } from '@/app/day-at';

/** Days that a list is narrowed to: the last ones with today, or from one to another. */
export type MomentSpan =
  { kind: 'last'; days: number } | { kind: 'days'; from: string | null; to: string | null };

/** Spans that are offered, in days. */
export const lastDays = [1, 7, 30] as const;

const longest = 3660;

function dayOf(text: string): string | null {
  try {
    return /^\d{4}-\d\d-\d\d$/.test(text) ? parseDate(text).toString() : null;
  } catch {
    return null;
  }
}

/** Reads a span as `writeSpan` writes it; null for what is none. */
export function readSpan(text: string): MomentSpan | null {
  const days = /^last\.(\d{1,4})$/.exec(text)?.[1];
  if (days !== undefined) {
    const number = Number(days);
    return number >= 1 && number <= longest ? { kind: 'last', days: number } : null;
  }
  const [first = '', last = '', ...others] = text.split('..');
  const from = dayOf(first);
  const to = dayOf(last);
  const isRead = (from !== null || first === '') && (to !== null || last === '');
  if (!isRead || others.length > 0 || (from === null && to === null)) return null;
  return from !== null && to !== null && from > to ? null : { kind: 'days', from, to };
}

/** A span in an address: `last.7`, `2026-03-01..2026-03-31`, `2026-03-01..`. */
export function writeSpan(span: MomentSpan): string {
  return span.kind === 'last' ? `last.${span.days}` : `${span.from ?? ''}..${span.to ?? ''}`;
}

/** The moments of a span, epoch milliseconds; its days begin and end at midnight of the time zone. */
export function momentsOf(
  span: MomentSpan,
  now: number,
  zone: string,
): { from: number | null; before: number | null } {
  const midnight = (day: string, after: number) =>
    parseDate(day).add({ days: after }).toDate(zone).getTime();
  if (span.kind === 'last') {
    return { from: midnight(dayAt(now, zone), 1 - span.days), before: null };
  }
  return {
    from: span.from === null ? null : midnight(span.from, 0),
    before: span.to === null ? null : midnight(span.to, 1),
  };
}
