import { describe, expect, it, vi } from 'vitest';
import { Desktop } from '@core/desktop/desktop';
import { showAsked } from '@core/desktop/show-asked';
import { MemoryNotifier } from '../../../mocked-main/memory-notifier';
import { MemoryPower } from '../../../mocked-main/memory-power';
import { VirtualClock } from '../virtual-clock';

function build({ hasAlertsWindow = false } = {}) {
  const desktop = new Desktop({
    ...{ clock: new VirtualClock(), notifier: new MemoryNotifier() },
    findTray: () => Promise.resolve(false),
    power: new MemoryPower(),
    settings: () => ({ notifications: true, alertVolume: 60, doNotDisturbUntil: null }),
  });
  const windows = { show: vi.fn(() => hasAlertsWindow), focus: vi.fn() };
  showAsked(desktop, windows);
  return { desktop, windows };
}

describe('a click on an alert', () => {
  it.each([
    ['a 1', '/alerts?alert=a%201'],
    [null, '/alerts'],
  ])('leads to the window of the alerts where one is open: %s', (alertId, address) => {
    const { desktop, windows } = build({ hasAlertsWindow: true });
    desktop.ask({ screen: 'alerts', alertId });
    expect(windows.show).toHaveBeenCalledExactlyOnceWith(address);
    expect(windows.focus).not.toHaveBeenCalled();
    expect(desktop.takeAsked()).toBeNull();
  });

  it('leads to the main window where the alerts have no window', () => {
    const { desktop, windows } = build();
    desktop.ask({ screen: 'alerts', alertId: 'a1' });
    expect(windows.focus).toHaveBeenCalledOnce();
    expect(desktop.takeAsked()).toEqual({ screen: 'alerts', alertId: 'a1' });
  });
});

it('other screens that are asked for are shown in the main window', () => {
  const { desktop, windows } = build({ hasAlertsWindow: true });
  desktop.ask({ screen: 'vehicle', id: 'v1' });
  expect(windows.show).not.toHaveBeenCalled();
  expect(windows.focus).toHaveBeenCalledOnce();
});
