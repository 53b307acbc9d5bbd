import { describe, expect, it } from 'vitest';
import { alertKinds, alertRuleSchema, type AlertRule } from '@contract/alert-rules';
import {
  draftOf,
  newRule,
  readTime,
  ruleOf as read,
  type RuleDraft,
} from '@/features/alerts/rules/rule-draft';

const metric = { kmh: 1 };
const miles = { kmh: 1.609344 };

function whole(kind: RuleDraft['kind'], more: Partial<RuleDraft> = {}): RuleDraft {
  return { ...newRule(kind, metric), name: 'Watch', zoneIds: ['depot'], ...more };
}

/** Rules that nobody names are called by their kind. */
const nameFor = ({ kind }: AlertRule) => `Rule about ${kind}`;
const ruleOf = (draft: RuleDraft, others: readonly AlertRule[], unit: { kmh: number }) =>
  read(draft, others, unit, nameFor);

const codesOf = (draft: RuleDraft) =>
  ruleOf(draft, [], metric).faults.map(({ field, code }) => `${field} ${code}`);

describe('a rule that is entered', () => {
  it.each(alertKinds)('is kept and opened again as it was: %s', (kind) => {
    const { rule, faults } = ruleOf(whole(kind), [], metric);
    expect(faults).toEqual([]);
    expect(alertRuleSchema.parse(rule)).toEqual(rule);
    if (rule) expect(ruleOf(draftOf(rule, metric, nameFor), [], metric).rule).toEqual(rule);
  });

  it('for idling begins with the time that the settings call long', () => {
    expect(newRule('idling', metric, 7).minutes).toBe('7');
    expect(newRule('silence', metric, 7).minutes).toBe('60');
  });

  it('has the name that is offered where none is entered', () => {
    const draft = whole('speed', { name: ' \u200B ' });
    const { rule, offered } = ruleOf(draft, [], metric);
    expect([rule?.name, offered]).toEqual(['Rule about speed', 'Rule about speed']);
    expect(ruleOf(whole('speed'), [], metric).rule?.name).toBe('Watch');
    // While a part is missing there is nothing to name it by, and no name is asked for.
    const open = ruleOf(whole('zone-enter', { name: '', zoneIds: [] }), [], metric);
    expect(open).toMatchObject({ offered: null, faults: [{ field: 'zones' }] });
  });

  it('has no name of its own where it is kept under the one that was offered', () => {
    const { rule } = ruleOf(whole('speed', { name: '' }), [], metric);
    if (rule === null) throw new Error('The rule is not whole.');
    expect(draftOf(rule, metric, nameFor).name).toBe('');
    expect(draftOf({ ...rule, name: 'Watch' }, metric, nameFor).name).toBe('Watch');
    const long = 'x'.repeat(100);
    const kept = read({ ...whole('idling'), name: '' }, [], metric, () => long).rule;
    expect(kept && draftOf(kept, metric, () => long).name).toBe('');
  });

  it('has no name that is too long, and none with half of a character', () => {
    const named = (name: string) => read({ ...whole('idling'), name: '' }, [], metric, () => name);
    const long = named(`${'x'.repeat(78)}🚚🚚`).rule;
    expect(long?.name).toBe(`${'x'.repeat(78)}…`);
    expect(alertRuleSchema.safeParse(long).success).toBe(true);
    expect(named('x'.repeat(80)).rule?.name).toBe('x'.repeat(80));
  });

  it('rests for ten minutes unless another time is entered', () => {
    expect(ruleOf(whole('speed'), [], metric).rule?.restMinutes).toBe(10);
    expect(ruleOf(whole('speed', { rest: '0' }), [], metric).rule?.restMinutes).toBe(0);
    const { restMinutes, ...earlier } = ruleOf(whole('speed'), [], metric).rule ?? {};
    expect(alertRuleSchema.parse(earlier).restMinutes).toBe(restMinutes);
  });

  it('is written in miles for who reads miles, and kept in km/h', () => {
    const draft = whole('speed', { limit: '55' });
    const { rule } = ruleOf(draft, [], miles);
    expect(rule).toMatchObject({ kind: 'speed', limit: 55 * 1.609344 });
    if (rule) expect(draftOf(rule, miles, nameFor).limit).toBe('55');
    if (rule) expect(draftOf(rule, metric, nameFor).limit).toBe('88.5');
    // Shown rounded, it is not changed by being saved again; what is entered is.
    const kept = rule ? [rule] : [];
    expect(ruleOf({ ...draft, limit: '88.5' }, kept, metric).rule).toEqual(rule);
    expect(ruleOf({ ...draft, limit: '88' }, kept, metric).rule).toMatchObject({ limit: 88 });
    const wild = ruleOf({ ...draft, limit: '900' }, [], miles);
    expect(wild.faults).toEqual([{ field: 'limit', code: 'out-of-range', least: 4, most: 248 }]);
  });

  it('says what is missing or wrong at its field', () => {
    expect(codesOf(whole('speed', { limit: '' }))).toEqual(['limit out-of-range']);
    expect(codesOf(whole('low-battery', { limit: '100' }))).toEqual(['limit out-of-range']);
    expect(codesOf(whole('idling', { minutes: '0' }))).toEqual(['minutes out-of-range']);
    expect(codesOf(whole('silence', { minutes: 'x' }))).toEqual([]);
    expect(codesOf(whole('silence', { minutes: 'x', isAuto: false }))).toEqual([
      'minutes out-of-range',
    ]);
    expect(codesOf(whole('idling', { rest: '' }))).toEqual(['rest out-of-range']);
    expect(codesOf(whole('idling', { rest: '1441' }))).toEqual(['rest out-of-range']);
    expect(codesOf(whole('zone-enter', { zoneIds: [] }))).toEqual(['zones no-zones']);
    expect(codesOf(whole('zone-leave', { isOfAll: false }))).toEqual(['vehicles no-vehicles']);
  });

  it('takes hours over midnight, and says which are none', () => {
    const night = whole('speed', { hasHours: true, from: '22', to: '6:30' });
    expect(ruleOf(night, [], metric).rule?.hours).toEqual({
      ...{ days: [1, 2, 3, 4, 5], from: 1_320, to: 390 },
    });
    expect(codesOf({ ...night, days: [] })).toEqual(['hours no-days']);
    expect(codesOf({ ...night, to: '22:00' })).toEqual(['hours no-hours']);
    expect(codesOf({ ...night, to: '25:00' })).toEqual(['to no-time']);
    const always = whole('ignition-outside-hours', {
      ...{ days: [1, 2, 3, 4, 5, 6, 7], from: '0:00', to: '24:00' },
    });
    expect(codesOf(always)).toEqual(['hours whole-week']);
  });

  it('is refused where another rule watches for the same', () => {
    const { rule } = ruleOf(whole('idling'), [], metric);
    const again = ruleOf(whole('idling', { name: 'Again' }), rule ? [rule] : [], metric);
    expect(again.faults).toEqual([{ field: 'kind', code: 'same-rule' }]);
  });
});

describe('a time of day', () => {
  it.each([
    ['7', 420],
    ['07:05', 425],
    ['7h05', 425],
    ['18.30', 1_110],
    ['24:00', 1_440],
    ['24:01', null],
    ['7:60', null],
    ['noon', null],
    ['', null],
  ])('is read from %s', (text, minutes) => {
    expect(readTime(text)).toBe(minutes);
  });
});
