import { parseDate } from '@internationalized/date';
import { dayAt } from '@/app/day-at';

/**
 * Days that a list is narrowed to: the last or the next ones, today among them, those before today,
 * or from one to another.
 */
export type MomentSpan =
  | { kind: 'last'; days: number }
  | { kind: 'next'; days: number }
  | { kind: 'past' }
  | { kind: 'days'; from: string | null; to: string | null };

const last: readonly MomentSpan[] = [1, 7, 30].map((days) => ({ kind: 'last', days }));

/** Spans that are offered: for what has happened, and for what may lie ahead, as a due date. */
export const offeredSpans = {
  behind: last,
  around: [
    { kind: 'past' },
    { kind: 'last', days: 1 },
    { kind: 'next', days: 7 },
    { kind: 'next', days: 30 },
  ],
} as const satisfies Record<string, readonly MomentSpan[]>;

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
  if (text === 'past') return { kind: 'past' };
  const [, kind, days] = /^(last|next)\.(\d{1,4})$/.exec(text) ?? [];
  if (kind === 'last' || kind === 'next') {
    const number = Number(days);
    return number >= 1 && number <= longest ? { kind, days: number } : null;
  }
  const [first = '', last = '', ...others] = text.split('..');
  const from = dayOf(first);
  const to = dayOf(last);
  const isRead = (from !== null || first === '') && (to !== null || last === '');
  if (!isRead || others.length > 0 || (from === null && to === null)) return null;
  return from !== null && to !== null && from > to ? null : { kind: 'days', from, to };
}

/** A span in an address: `last.7`, `past`, `2026-03-01..2026-03-31`, `2026-03-01..`. */
export function writeSpan(span: MomentSpan): string {
  if (span.kind === 'past') return 'past';
  return span.kind === 'days'
    ? `${span.from ?? ''}..${span.to ?? ''}`
    : `${span.kind}.${span.days}`;
}

/** The first and the last day of a span, as `YYYY-MM-DD`; null has no limit. */
export function daysOf(
  span: MomentSpan,
  now: number,
  zone: string,
): { from: string | null; to: string | null } {
  if (span.kind === 'days') return { from: span.from, to: span.to };
  const today = dayAt(now, zone);
  const away = (days: number) => parseDate(today).add({ days }).toString();
  if (span.kind === 'past') return { from: null, to: away(-1) };
  return span.kind === 'last'
    ? { from: away(1 - span.days), to: today }
    : { from: today, to: away(span.days - 1) };
}

/** The moments of a span, epoch milliseconds; its days begin and end at midnight of the time zone. */
export function momentsOf(
  span: MomentSpan,
  now: number,
  zone: string,
): { from: number | null; before: number | null } {
  const midnight = (day: string, after: number) =>
    parseDate(day).add({ days: after }).toDate(zone).getTime();
  const { from, to } = daysOf(span, now, zone);
  return {
    from: from === null ? null : midnight(from, 0),
    // Clocks differ: a moment just ahead is one of the last ones too.
    before: to === null || span.kind === 'last' ? null : midnight(to, 1),
  };
}
