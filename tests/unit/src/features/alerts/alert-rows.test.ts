import { describe, expect, it } from 'vitest';
import { allAlerts } from '@contract/alerts';
import { fits, mergeAlerts } from '@/features/alerts/alert-filter';
import { alertRows } from '@/features/alerts/alert-rows';
import { alertOf } from '../../../../mocked-main/office/alerts';

const noon = Date.UTC(2026, 2, 10, 12);
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
const none: ReadonlySet<string> = new Set();

describe('the rows of the alerts', () => {
  it('are parted by days, with how many each has', () => {
    const alerts = [alertOf('b', noon), alertOf('a', noon - 20 * 3_600_000)];
    const rows = alertRows(alerts, dayOf, none);
    expect(rows.map(({ kind, key }) => `${kind} ${key}`)).toEqual([
      ...['day day 2026-03-10', 'alert b', 'day day 2026-03-09', 'alert a'],
    ]);
  });

  it('show a storm as one row, which opens, stays open as more come, and parts at midnight', () => {
    const storm = Array.from({ length: 500 }, (_, index) =>
      alertOf(`s${index}`, noon - index * 100),
    );
    const [day, row, ...others] = alertRows(storm, dayOf, none);
    expect(day).toMatchObject({ kind: 'day', count: 500 });
    expect(row).toMatchObject({ kind: 'storm', isExpanded: false });
    expect(others).toEqual([]);
    const newer = [alertOf('newer', noon + 1_000), ...storm];
    const opened = alertRows(newer, dayOf, new Set([row?.key ?? '']));
    expect(opened.filter(({ kind }) => kind === 'alert')).toHaveLength(501);
    const late = storm.map((alert) => ({ ...alert, at: alert.at + 12 * 3_600_000 + 10_000 }));
    expect(alertRows(late, dayOf, none).filter(({ kind }) => kind === 'day')).toHaveLength(2);
  });

  it('leave few alerts of one rule, and those of different rules, one by one', () => {
    const few = Array.from({ length: 5 }, (_, index) => alertOf(`f${index}`, noon - index));
    const mixed = Array.from({ length: 12 }, (_, index) =>
      alertOf(`m${index}`, noon - 5_000 - index, { ruleId: index % 2 ? 'fast' : 'quiet' }),
    );
    const rows = alertRows([...few, ...mixed], dayOf, none);
    expect(rows.filter(({ kind }) => kind === 'storm')).toEqual([]);
    expect(rows.filter(({ kind }) => kind === 'alert')).toHaveLength(17);
  });
});

describe('the list of alerts', () => {
  const open = { ...allAlerts, state: 'open' as const };
  const [first, second] = [alertOf('b', noon), alertOf('a', noon - 1_000)];
  const shown = { alerts: [first, second], count: 2 };
  const acknowledged = { at: noon, by: 'me' };

  it('loses what was acknowledged where it shows the open ones, and counts on', () => {
    const changed = [{ ...first, acknowledged }];
    expect(mergeAlerts(shown, { changed, removed: [] }, open, true)).toEqual({
      alerts: [second],
      count: 1,
    });
    const all = mergeAlerts(shown, { changed, removed: [] }, allAlerts, true);
    expect(all).toEqual({ alerts: [{ ...first, acknowledged }, second], count: 2 });
  });

  it('takes a new alert at its moment, and an older one only once its page is read', () => {
    const newer = alertOf('c', noon + 1_000);
    const older = alertOf('0', noon - 9_000);
    const changed = [older, newer];
    expect(mergeAlerts(shown, { changed, removed: [] }, open, false).alerts).toEqual([
      ...[newer, first, second],
    ]);
    expect(mergeAlerts(shown, { changed, removed: [] }, open, true)).toEqual({
      alerts: [newer, first, second, older],
      count: 4,
    });
  });

  it('judges as main does what a filter finds', () => {
    expect(fits(first, { ...open, vehicleIds: ['another'] })).toBe(false);
    expect(fits(first, { ...open, assignedTo: '' })).toBe(true);
    expect(fits({ ...first, assignedTo: 'Ana' }, { ...open, assignedTo: '' })).toBe(false);
    expect(fits(first, { ...open, from: noon + 1 })).toBe(false);
    expect(fits(first, { ...open, to: noon })).toBe(false);
    expect(fits(first, { ...open, kinds: ['idling'] })).toBe(false);
  });
});
