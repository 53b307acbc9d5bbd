import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { AlertRule } from '@contract/alert-rules';
import { allAlerts, type AlertPage, type Announcement } from '@contract/alerts';
import { BridgeHouse } from './bridge-house';

const batteryLow: AlertRule = {
  ...{ id: 'battery', name: 'Battery', kind: 'low-battery', limit: 99, hours: null },
  ...{ isOn: true, vehicles: { kind: 'all' }, hasSound: true, isNotified: true },
  ...{ ignoresDoNotDisturb: false, restMinutes: 10 },
};

let house: BridgeHouse;

beforeAll(async () => {
  house = await BridgeHouse.open();
  await house.signIn();
});

afterAll(() => house.close());

it('vehicles of a real fleet give alerts with no window open, which stay acknowledged', async () => {
  const { alerts } = await house.main.house.workspaces.get();
  const told: Announcement[] = [];
  alerts.onAnnounced((announcement) => told.push(announcement));
  await house.call('alerts.saveRule', batteryLow);
  const wanted = { filter: allAlerts, after: null, limit: 50 };
  const find = async () => (await house.call('alerts.find', wanted)) as AlertPage;
  await vi.waitFor(async () => expect((await find()).count).toBeGreaterThan(0), { interval: 50 });
  const [alert] = (await find()).alerts;
  expect(alert).toMatchObject({ kind: 'low-battery', acknowledged: null });
  await vi.waitFor(() => expect(told.length).toBeGreaterThan(0), { interval: 50 });
  const ids = [alert?.id ?? ''];
  expect(await house.call('alerts.change', { alerts: { ids }, isAcknowledged: true })).toBe(1);
  const { acknowledged } = (await find()).alerts.find(({ id }) => id === alert?.id) ?? {};
  expect(acknowledged?.by).toBe(house.service.username);
});
