import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Connection } from '@adapters/store/connection';
import { openInlineStore } from '@adapters/store/inline-store';
import { takeIn } from '@adapters/store/recovery';
import { salvage } from '@adapters/store/salvage';
import type { AlertRule } from '@contract/alert-rules';
import { allAlerts, type Alert, type SeenVisit } from '@contract/alerts';
import { KEY, makeFolder } from '../../unit/adapters/store/stored';

const rule: AlertRule = {
  ...{ id: 'fast', name: 'Too fast', kind: 'speed', limit: 80, zones: null, hours: null },
  ...{ isOn: true, vehicles: { kind: 'all' } },
  ...{ hasSound: true, isNotified: true, ignoresDoNotDisturb: false, restMinutes: 10 },
};

function alertOf(number: number, more: Partial<Alert> = {}): Alert {
  return {
    ...{ id: `fast v ${String(number)}`, ruleId: 'fast', ruleName: 'Too fast', kind: 'speed' },
    ...{ vehicleId: 'vehicle00000001', at: number, fixAt: number, foundAt: number + 5 },
    ...{ endedAt: null, place: null, figures: { speed: 90, limit: 80 }, checkedEvery: 60 },
    ...{ isAfterOutage: false, acknowledged: null, note: '', assignedTo: null },
    ...more,
  };
}

const visit: SeenVisit = {
  ...{ vehicleId: 'vehicle00000001', zoneId: 'depot', from: 100, to: null },
  ...{ isFromUnknown: true, isToUnknown: false },
};

async function filled(alerts: readonly Alert[]): Promise<string> {
  const file = join(makeFolder(), 'store.db');
  const store = await openInlineStore(file, KEY);
  await store.commit([
    { kind: 'rule', rule },
    { kind: 'alerts', alerts },
    { kind: 'visits', visits: [visit] },
    { kind: 'judged', name: 'zones/vehicle00000001', body: '{}' },
  ]);
  await store.close();
  return file;
}

describe('alerts in the store', () => {
  it('outlive the app with their rules, stays in zones and what was judged', async () => {
    const store = await openInlineStore(await filled([alertOf(1)]), KEY);
    expect(await store.rules()).toEqual([rule]);
    expect(await store.alerts([alertOf(1).id, 'nobody'])).toEqual([alertOf(1)]);
    expect(await store.judged('zones/')).toEqual(new Map([['zones/vehicle00000001', '{}']]));
    expect(await store.judged('rules/')).toEqual(new Map());
    const everything = { from: 0, to: 1_000, zoneIds: [], vehicleIds: [] };
    expect(await store.visits(everything, 10)).toEqual([visit]);
    await store.commit([{ kind: 'visits', visits: [{ ...visit, to: 200 }] }]);
    expect(await store.visits({ ...everything, from: 201 }, 10)).toEqual([]);
    expect(await store.visits({ ...everything, zoneIds: ['yard'] }, 10)).toEqual([]);
    await store.close();
  });

  it('are found page by page, the newest first, also several of one moment', async () => {
    const alerts = [1, 2, 3, 4, 5].map((number) =>
      alertOf(number, { at: 10 * Math.ceil(number / 2) }),
    );
    const store = await openInlineStore(await filled(alerts), KEY);
    const first = await store.findAlerts(allAlerts, null, 2);
    expect(first.count).toBe(5);
    const second = await store.findAlerts(allAlerts, first.next, 2);
    const third = await store.findAlerts(allAlerts, second.next, 2);
    const found = [...first.alerts, ...second.alerts, ...third.alerts].map(({ at }) => at);
    expect(found).toEqual([30, 20, 20, 10, 10]);
    expect(third.next).toBeNull();
    await store.close();
  });

  it('are narrowed by time, rule, kind, vehicle, state and whom they are assigned to', async () => {
    const acknowledged = { at: 9, by: 'ana' };
    const other = alertOf(2, {
      ...{ ruleId: 'idle', kind: 'idling', vehicleId: 'vehicle00000002' },
      ...{ acknowledged, assignedTo: 'Ana' },
    });
    const store = await openInlineStore(await filled([alertOf(1), other]), KEY);
    const idsOf = async (filter: Partial<typeof allAlerts>) => {
      const { alerts } = await store.findAlerts({ ...allAlerts, ...filter }, null, 10);
      return alerts.map(({ at }) => at);
    };
    expect(await idsOf({ from: 2 })).toEqual([2]);
    expect(await idsOf({ to: 2 })).toEqual([1]);
    expect(await idsOf({ ruleIds: ['idle'] })).toEqual([2]);
    expect(await idsOf({ kinds: ['speed'] })).toEqual([1]);
    expect(await idsOf({ vehicleIds: ['vehicle00000002'] })).toEqual([2]);
    expect(await idsOf({ state: 'open' })).toEqual([1]);
    expect(await idsOf({ state: 'acknowledged' })).toEqual([2]);
    expect(await idsOf({ assignedTo: 'Ana' })).toEqual([2]);
    expect(await idsOf({ assignedTo: '' })).toEqual([1]);
    expect(await store.assignees()).toEqual(['Ana']);
    expect(await store.openAlerts()).toEqual({ open: 1, vehicles: { vehicle00000001: 1 } });
    await store.close();
  });

  it('leave with what came from the service, while rules stay', async () => {
    const store = await openInlineStore(await filled([alertOf(1)]), KEY);
    await store.eraseCached();
    expect(await store.rules()).toEqual([rule]);
    expect((await store.findAlerts(allAlerts, null, 10)).count).toBe(0);
    expect(await store.judged('')).toEqual(new Map());
    await store.close();
  });

  it('go when they are older than retention covers', async () => {
    const store = await openInlineStore(await filled([alertOf(1), alertOf(50)]), KEY);
    await store.commit([{ kind: 'visits', visits: [{ ...visit, from: 5, to: 6 }] }]);
    await store.prune({ fixes: 0, entries: 0, deletions: 0, alerts: 20 });
    const { alerts } = await store.findAlerts(allAlerts, null, 10);
    expect(alerts.map(({ at }) => at)).toEqual([50]);
    const everything = { from: 0, to: 1_000, zoneIds: [], vehicleIds: [] };
    expect(await store.visits(everything, 10)).toEqual([visit]);
    await store.close();
  });

  it('come from a file that was set aside into the store that took its place', async () => {
    const noted = alertOf(1, { note: 'called the driver' });
    const found = salvage(await filled([noted, alertOf(2)]), KEY);
    const store = await openInlineStore(join(makeFolder(), 'store.db'), KEY);
    await store.commit([{ kind: 'alerts', alerts: [alertOf(2, { note: 'here' })] }]);
    await takeIn(found, store);
    expect(await store.rules()).toEqual([rule]);
    const kept = await store.findAlerts(allAlerts, null, 10);
    expect(kept.alerts.map(({ note }) => note)).toEqual(['here', 'called the driver']);
    await store.close();
  });

  it('that are not what was written are left out, and set aside by the check', async () => {
    const file = await filled([alertOf(1), alertOf(2)]);
    const connection = new Connection(file, KEY);
    connection.run(`UPDATE alerts SET body = replace(body, '90', '50') WHERE at = 1`);
    connection.run(`UPDATE alert_rules SET body = replace(body, '80', '81')`);
    connection.close();
    const store = await openInlineStore(file, KEY);
    expect(await store.rules()).toEqual([]);
    expect(await store.alerts([alertOf(1).id, alertOf(2).id])).toEqual([alertOf(2)]);
    while (!(await store.check(1000, 1)).isOver);
    expect(await store.damage()).toMatchObject({ rows: 2 });
    await store.close();
  });
});
