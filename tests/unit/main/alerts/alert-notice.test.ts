import { describe, expect, it } from 'vitest';
import type { Alert, Announcement } from '@contract/alerts';
import { alertKinds } from '@contract/alert-rules';
import { locales } from '@contract/settings';
import { noticeOf, type NoticeTerms } from '@main/alerts/alert-notice';
import { wordsIn } from '@main/words';
import { alertOf } from '../../../mocked-main/office/alerts';

const noon = Date.UTC(2026, 2, 10, 15);
const terms: NoticeTerms = {
  ...{ words: wordsIn('en'), locale: 'en', timeZone: 'America/Sao_Paulo', units: 'km/h' },
  ...{ clock: 'h23', now: noon },
  nameOf: () => 'ABC1D23',
};

function announce(alerts: readonly Alert[], more: Partial<Announcement> = {}): Announcement {
  return {
    ...{ id: 'one', kind: 'single', alerts, count: alerts.length, from: noon, to: noon },
    ...{ byRule: [], byVehicle: [], isNotified: true, hasSound: true },
    ...more,
  };
}

describe('the notification about an alert', () => {
  it('names the vehicle, what was found, the rule, the time of the fix and the delay', () => {
    const late = alertOf('a', noon, { foundAt: noon + 4 * 60_000 });
    expect(noticeOf(announce([late]), terms)).toEqual({
      title: 'ABC1D23 · 96 km/h, limit 80 km/h',
      body: 'Too fast · 12:00 · found 4 minutes later',
    });
    const atOnce = alertOf('a', noon, { foundAt: noon + 20_000 });
    expect(noticeOf(announce([atOnce]), terms).body).toBe('Too fast · 12:00');
  });

  it('tells times by the clock that a person reads', () => {
    const { body } = noticeOf(announce([alertOf('a', noon)]), { ...terms, clock: 'h12' });
    expect(body.replace(/\s/g, ' ')).toContain('Too fast · 12:00 PM');
  });

  it('tells the day too where that is not today', () => {
    const hour = 3_600_000;
    const later = { ...terms, now: noon + 24 * hour };
    const told = (from: number, to: number) =>
      noticeOf(announce([], { kind: 'group', from, to }), later).body;
    expect(told(noon, noon + hour)).toBe('Mar 10, 12:00–13:00');
    expect(told(noon, noon + 14 * hour)).toBe('Mar 10, 12:00–Mar 11, 02:00');
    expect(told(noon + 14 * hour, noon + 15 * hour)).toBe('02:00–03:00');
    const { body } = noticeOf(announce([alertOf('a', noon)]), later);
    expect(body).toContain('Too fast · Mar 10, 12:00');
  });

  it('speaks miles to those who read them', () => {
    const { title } = noticeOf(announce([alertOf('a', noon)]), { ...terms, units: 'mph' });
    expect(title).toBe('ABC1D23 · 60 mph, limit 50 mph');
  });

  it('tells a storm and what an outage brought by their rules, not one by one', () => {
    const byRule = ['Too fast', 'Depot', 'No signal', 'Idle', 'Battery'].map((name, index) => ({
      ...{ ruleId: name, name, count: 50 - index },
    }));
    const storm = { kind: 'group', count: 240, byRule, from: noon, to: noon + 60_000 } as const;
    expect(noticeOf(announce([alertOf('a', noon)], storm), terms)).toEqual({
      title: '240 new alerts',
      body: '12:00–12:01\nToo fast: 50\nDepot: 49\nNo signal: 48\nand 2 more rules',
    });
    const summary = noticeOf(announce([], { ...storm, kind: 'summary' }), terms);
    expect(summary.title).toBe('240 alerts while Fleetdesk wasn’t updating');
  });

  it.each(locales)('has words for every kind in %s', (locale) => {
    for (const kind of alertKinds) {
      const alert = alertOf('a', noon, { kind, figures: { zoneName: 'Depot', battery: 12 } });
      const { title, body } = noticeOf(announce([alert]), {
        ...{ ...terms, words: wordsIn(locale), locale },
      });
      expect(`${title} ${body}`).not.toMatch(/found\.|notice\.|[{}]/);
    }
  });
});
