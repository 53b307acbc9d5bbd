import { describe, expect, it } from 'vitest';
import type { Announcement } from '@contract/alerts';
import type { Workspace } from '@core/workspace/workspace';
import { Desktop } from '@core/desktop/desktop';
import { Feed } from '@core/feed';
import { AlertFollower } from '@core/workspace/alert-follower';
import { tellAlerts } from '@main/alerts/tell-alerts';
import { MemoryNotifier } from '../../../mocked-main/memory-notifier';
import { MemoryPower } from '../../../mocked-main/memory-power';
import { alertOf } from '../../../mocked-main/office/alerts';
import { VirtualClock } from '../../core/virtual-clock';

class FakeAlerts {
  readonly announced = new Feed<Announcement>('announced');
  readonly patches = new Feed<unknown>('patches');
  readonly changes: unknown[] = [];
  open = 0;

  get counts() {
    return { open: this.open, vehicles: {} };
  }

  subscribe = (listener: () => void) => this.patches.subscribe(listener);
  onAnnounced = (listener: (announcement: Announcement) => void) =>
    this.announced.subscribe(listener);
  change = (change: unknown) => {
    this.changes.push(change);
    return Promise.resolve(1);
  };
}

function workspaceOf(alerts: FakeAlerts): Workspace {
  const fleet = { vehicle: () => ({ plate: 'ABC1D23' }) };
  return { alerts, fleet } as unknown as Workspace;
}

function open() {
  const clock = new VirtualClock();
  const notifier = new MemoryNotifier();
  const settings = { notifications: true, alertVolume: 60, doNotDisturbUntil: null };
  const findTray = () => Promise.resolve(false);
  const desktop = new Desktop({
    ...{ clock, notifier, findTray, power: new MemoryPower() },
    settings: () => settings,
  });
  const follower = new AlertFollower();
  const clocks = { state: () => ({ clock: 'h23' as const }) };
  const session = { state: () => ({ connection: null }) as never };
  tellAlerts({ alerts: follower, desktop, session, locale: () => 'en', settings: clocks, clock });
  const alerts = new FakeAlerts();
  follower.follow(workspaceOf(alerts));
  const tell = (more: Partial<Announcement> = {}) => {
    const found = [alertOf('fast 1', clock.now())];
    alerts.announced.publish({
      ...{ id: 'n1', kind: 'single', alerts: found, count: 1, from: 0, to: 0 },
      ...{ byRule: [], byVehicle: [], isNotified: true, hasSound: true },
      ...more,
    });
  };
  return { follower, desktop, notifier, alerts, tell };
}

describe('alerts that are announced', () => {
  it('are shown and sounded once, a click opens them, and one can be acknowledged at once', () => {
    const { desktop, notifier, alerts, tell } = open();
    tell();
    const notice = notifier.shown.get('n1');
    expect(notice?.title).toContain('ABC1D23 · 96 km/h');
    expect(desktop.state().chimes).toBe(1);
    notice?.open();
    expect(desktop.takeAsked()).toEqual({ screen: 'alerts', alertId: 'fast 1' });
    notice?.actions[0]?.run();
    expect(alerts.changes).toEqual([{ alerts: { ids: ['fast 1'] }, isAcknowledged: true }]);
  });

  it('name a vehicle without plate and code as the screens do', () => {
    const { notifier, alerts, follower, tell } = open();
    const named = { plate: ' ', code: null, brandName: 'Volvo', modelName: 'FH 540' };
    const fleet = { vehicle: () => named };
    follower.follow({ alerts, fleet } as unknown as Workspace);
    tell();
    expect(notifier.shown.get('n1')?.title).toContain('Volvo FH 540 · 96 km/h');
  });

  it('lead to the list where they are many, and a later one takes the place of the one before', () => {
    const { desktop, notifier, tell } = open();
    tell({ kind: 'summary', count: 12, hasSound: false });
    tell({ kind: 'summary', count: 30, hasSound: false });
    expect([...notifier.shown.values()].map(({ title }) => title)).toEqual([
      ...['30 alerts while Fleetdesk wasn’t updating'],
    ]);
    expect(desktop.state().chimes).toBe(0);
    notifier.shown.get('n1')?.open();
    expect(desktop.takeAsked()).toEqual({ screen: 'alerts', alertId: null });
  });

  it('are those of the person who is signed in, and none after the sign-out', () => {
    const { follower, notifier, alerts, tell } = open();
    const counts: number[] = [];
    follower.subscribe((count) => counts.push(count));
    alerts.open = 3;
    alerts.patches.publish(null);
    alerts.patches.publish(null);
    follower.follow(null);
    tell();
    expect(counts).toEqual([3, 0]);
    expect(notifier.shown.size).toBe(0);
  });
});
