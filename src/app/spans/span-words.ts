import { useFormat } from '@/app/format';
import { useI18n } from '@/i18n/i18n';
import type { MomentSpan } from './moment-span';

const calendarDay = { day: 'numeric', month: 'short', year: 'numeric' } as const;

/** Puts spans of days into words: `Last 7 days`, `since Mar 1, 2026`. */
export function useSpanWords(): (span: MomentSpan) => string {
  const { t } = useI18n();
  const format = useFormat();
  return (span) => {
    if (span.kind === 'past') return t('records.filters.past');
    if (span.kind === 'last') {
      return t('records.filters.lastDays', { n: format.number(span.days) }, span.days);
    }
    if (span.kind === 'next') {
      return t('records.filters.nextDays', { n: format.number(span.days) });
    }
    const from = span.from === null ? '' : format.day(span.from, calendarDay);
    const to = span.to === null ? '' : format.day(span.to, calendarDay);
    if (to === '') return t('records.filters.since', { day: from });
    if (from === '') return t('records.filters.until', { day: to });
    return from === to ? from : t('records.filters.between', { from, to });
  };
}
