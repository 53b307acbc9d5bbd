import { describe, expect, it, vi } from 'vitest';
import { endOfQuiet } from '@contract/desktop';
import { Desktop, type DesktopOptions } from '@core/desktop/desktop';
import type { Notice } from '@core/ports/notifier';
import { MemoryNotifier } from '../../../mocked-main/memory-notifier';
import { MemoryPower } from '../../../mocked-main/memory-power';
import { VirtualClock } from '../virtual-clock';

const notice: Notice = {
  ...{ id: 'speed', title: 'Too fast', body: 'ABC1D23 at 92 km/h', actions: [] },
  open: () => undefined,
};
const loud = { isShown: true, isSounded: true };

function build(settings: Partial<ReturnType<DesktopOptions['settings']>> = {}, hasTray = false) {
  const clock = new VirtualClock();
  const notifier = new MemoryNotifier();
  const all = { notifications: true, alertVolume: 60, doNotDisturbUntil: null, ...settings };
  const findTray = vi.fn(() => Promise.resolve(hasTray));
  const power = new MemoryPower();
  const desktop = new Desktop({ clock, notifier, findTray, power, settings: () => all });
  return { clock, notifier, power, desktop, findTray, chimes: () => desktop.state().chimes };
}

describe('the desktop', () => {
  it('shows and sounds what it is given, as the rule wants it', () => {
    const { desktop, notifier, chimes } = build();
    desktop.announce(notice, { isShown: true, isSounded: false });
    expect([notifier.shown.size, chimes()]).toEqual([1, 0]);
    desktop.announce(notice, { isShown: false, isSounded: true });
    expect([notifier.shown.size, chimes()]).toEqual([1, 1]);
  });

  it('shows nothing where notifications are off, and sounds nothing without a volume', () => {
    const silent = build({ alertVolume: 0 });
    silent.desktop.announce(notice, loud);
    expect([silent.notifier.shown.size, silent.chimes()]).toEqual([1, 0]);
    const unseen = build({ notifications: false });
    unseen.desktop.announce(notice, loud);
    expect([unseen.notifier.shown.size, unseen.chimes()]).toEqual([0, 1]);
  });

  it('is quiet until the moment that a person named, and not from then on', async () => {
    const now = new VirtualClock().now();
    const { desktop, clock } = build({ doNotDisturbUntil: now + 1_000 });
    expect(desktop.isQuiet()).toBe(true);
    await clock.advance(1_000);
    expect(desktop.isQuiet()).toBe(false);
  });

  it('tells that nobody is at work a minute after the last touch, and the next touch at once', async () => {
    const { desktop, clock } = build();
    const told: [boolean, number][] = [];
    const begun = clock.monotonic();
    desktop.subscribe(({ isAtRest }) => told.push([isAtRest, clock.monotonic() - begun]));
    await clock.advance(40_000);
    desktop.noteInput();
    await clock.advance(59_000);
    expect(told).toEqual([]);
    await clock.advance(31_000);
    expect(told).toEqual([[true, 100_000]]);
    desktop.noteInput();
    desktop.noteInput();
    expect(told.slice(1)).toEqual([[false, 130_000]]);
    await clock.advance(60_000);
    expect(told.slice(2)).toEqual([[true, 190_000]]);
    expect(clock.pending).toBe(0);
  });

  it('tells that the computer runs on its battery, and when it no longer does', () => {
    const { desktop, power } = build();
    const told: boolean[] = [];
    desktop.subscribe(({ onBattery }) => told.push(onBattery));
    expect(desktop.state().onBattery).toBe(false);
    power.set(true);
    power.set(true);
    power.set(false);
    expect(told).toEqual([true, false]);
  });

  it('keeps a screen that was asked for until the page takes it, once', () => {
    const { desktop } = build();
    const heard = vi.fn();
    desktop.onAsked(heard);
    desktop.ask({ screen: 'alerts', alertId: 'a1' });
    expect(heard).toHaveBeenCalledOnce();
    expect(desktop.state().isAsked).toBe(true);
    expect(desktop.takeAsked()).toEqual({ screen: 'alerts', alertId: 'a1' });
    expect(desktop.takeAsked()).toBeNull();
    expect(desktop.state().isAsked).toBe(false);
  });

  it('tells of a tray that comes with an extension of the desktop', async () => {
    const { desktop, findTray } = build();
    const seen: boolean[] = [];
    desktop.subscribe(({ hasTray }) => seen.push(hasTray));
    await desktop.lookForTray();
    findTray.mockResolvedValue(true);
    await desktop.lookForTray();
    await desktop.lookForTray();
    expect(seen).toEqual([true]);
  });
});

describe('a quiet time', () => {
  it('lasts an hour, or until six the next morning by the clock of this computer', () => {
    const evening = new Date(2026, 2, 10, 23, 40).getTime();
    expect(endOfQuiet('hour', evening)).toBe(new Date(2026, 2, 11, 0, 40).getTime());
    expect(endOfQuiet('tomorrow', evening)).toBe(new Date(2026, 2, 11, 6).getTime());
    const lastOfMonth = new Date(2026, 2, 31, 9).getTime();
    expect(endOfQuiet('tomorrow', lastOfMonth)).toBe(new Date(2026, 3, 1, 6).getTime());
  });
});
