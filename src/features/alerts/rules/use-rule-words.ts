import type { RuleView } from '@contract/alerts';
import type { AlertRule, WatchedZones, WeekHours } from '@contract/alert-rules';
import { useFormat } from '@/app/format';
import { useZonesStore } from '@/app/stores/zones-store';
import { useI18n } from '@/i18n/i18n';
import { timeText } from './rule-draft';

/** Monday, 5 January 2026. */
const monday = Date.UTC(2026, 0, 5);
const dayLength = 86_400_000;

/** Puts rules into words. */
export function useRuleWords() {
  const { t, locale } = useI18n();
  const format = useFormat();
  const zones = useZonesStore();
  void zones.start();

  /** `Mon`, of 1; 7 is Sunday. */
  function day(weekday: number): string {
    const names = new Intl.DateTimeFormat(locale.value, { weekday: 'short', timeZone: 'UTC' });
    return names.format(monday + (weekday - 1) * dayLength);
  }

  function hours({ days, from, to }: WeekHours): string {
    const isDaily = new Set(days).size === 7;
    const names = isDaily ? t('alerts.rules.everyDay') : [...days].sort().map(day).join(' ');
    return t('alerts.rules.hoursOf', { days: names, from: timeText(from), to: timeText(to) });
  }

  function zoneNames({ zoneIds, groups }: WatchedZones): string {
    const gone = zones.isKnown ? t('alerts.rules.zoneGone') : '…';
    const names = [...zoneIds.map((id) => zones.zones.get(id)?.name ?? gone), ...groups];
    return names.length > 3 ? t('alerts.rules.zonesN', {}, names.length) : names.join(', ');
  }

  const time = (minutes: number): string => format.duration(minutes * 60);

  function watched(rule: AlertRule): string {
    const { kind } = rule;
    switch (kind) {
      case 'speed': {
        const limit = format.speed(rule.limit);
        return rule.zones === null
          ? t('alerts.rules.summary.speed', { limit })
          : t('alerts.rules.summary.speedIn', { limit, zones: zoneNames(rule.zones) });
      }
      case 'zone-enter':
      case 'zone-leave':
        return t(`alerts.rules.summary.${kind}`, { zones: zoneNames(rule.zones) });
      case 'silence':
        return rule.minutes === null
          ? t('alerts.rules.summary.silenceAuto')
          : t('alerts.rules.summary.silence', { time: time(rule.minutes) });
      case 'ignition-outside-hours':
        return t(`alerts.rules.summary.${kind}`, { hours: hours(rule.hours) });
      case 'low-battery': {
        const limit = format.number(rule.limit / 100, { style: 'percent' });
        return t(`alerts.rules.summary.${kind}`, { limit });
      }
      case 'idling':
        return t('alerts.rules.summary.idling', { time: time(rule.minutes) });
    }
  }

  return {
    day,
    /** What it watches for: `Over 80 km/h · Mon Tue, 07:00–19:00`. */
    summary: (rule: AlertRule): string =>
      rule.hours === null || rule.kind === 'ignition-outside-hours'
        ? watched(rule)
        : `${watched(rule)} · ${hours(rule.hours)}`,
    /** How many vehicles it watches and how often each is checked. */
    coverage: ({ rule, vehicles, checkedEvery }: RuleView): string => {
      const who =
        rule.vehicles.kind === 'all'
          ? t('alerts.rules.all')
          : t('alerts.rules.watched', {}, vehicles);
      if (checkedEvery === null) return `${who} · ${t('alerts.rules.checkedUnknown')}`;
      const [usual, most] = [checkedEvery.usual, checkedEvery.most].map(format.duration);
      return `${who} · ${t(usual === most ? 'alerts.rules.checkedSame' : 'alerts.rules.checked', {
        usual: usual ?? '',
        most: most ?? '',
      })}`;
    },
  };
}
