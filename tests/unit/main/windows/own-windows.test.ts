import { describe, expect, it } from 'vitest';
import type { OwnWindow } from '@contract/windows';
import { OwnWindows, type ScreenWindow } from '@main/windows/own-windows';
import type { WindowPlace } from '@main/windows/window-place';

const place: WindowPlace = { x: 2_000, y: 0, width: 1_000, height: 700, maximized: false };

interface Made extends ScreenWindow {
  addresses: string[];
  place: WindowPlace | null;
  isOpen: boolean;
  focused: number;
  /** The page has unsaved work. */
  holds: boolean;
  end(): void;
}

function build() {
  const places = new Map<string, WindowPlace>();
  const made: Made[] = [];
  const remembered: OwnWindow[][] = [];
  const windows = new OwnWindows({
    place: (name) => places.get(name) ?? null,
    remember: (name, stood) => {
      places.set(name, stood);
      return Promise.resolve();
    },
    rememberOpen: (names) => {
      remembered.push([...names]);
      return Promise.resolve();
    },
    make: (address, stood, { onClose, onClosed }) => {
      const window: Made = {
        contentsId: 100 + made.length,
        ...{ addresses: [address], place: stood, isOpen: true, focused: 0, holds: false },
        focus: () => {
          window.focused += 1;
        },
        go: (next) => {
          window.addresses.push(next);
        },
        end: () => {
          onClose(place);
          window.isOpen = false;
          onClosed();
        },
        close: () => {
          if (!window.holds) window.end();
          return Promise.resolve(!window.isOpen);
        },
        destroy: () => {
          window.isOpen = false;
          onClosed();
        },
      };
      made.push(window);
      return window;
    },
  });
  return { windows, made, remembered };
}

describe('windows of their own', () => {
  it('are one for each screen: a second wish shows the open one, at the new address', () => {
    const { windows, made } = build();
    windows.open('/replay');
    windows.open('/replay?vehicle=v1&day=2026-03-10');
    windows.open('/replay');
    windows.open('/map');
    expect(made.map(({ addresses }) => addresses)).toEqual([
      ['/replay', '/replay?vehicle=v1&day=2026-03-10'],
      ['/map'],
    ]);
    expect(made[0]?.focused).toBe(2);
    expect([windows.nameOf(100), windows.nameOf(101), windows.nameOf(7)]).toEqual([
      ...['replay', 'map', null],
    ]);
  });

  it('are not there for other screens', () => {
    const { windows, made } = build();
    windows.open('/settings');
    expect([made.length, windows.show('/settings')]).toEqual([0, false]);
  });

  it('open where they stood when they were closed', () => {
    const { windows, made } = build();
    windows.open('/map');
    made[0]?.end();
    expect([windows.size, windows.show('/map')]).toEqual([0, false]);
    windows.open('/map');
    expect(made.map((each) => each.place)).toEqual([null, place]);
  });

  it('stay where their page holds unsaved work', async () => {
    const { windows, made } = build();
    windows.open('/map');
    windows.open('/alerts');
    if (made[1]) made[1].holds = true;
    expect(await windows.close()).toBe(false);
    expect(made.map(({ isOpen }) => isOpen)).toEqual([false, true]);
    expect(windows.size).toBe(1);
  });

  it('are remembered while they are open, and those that a quit closes', async () => {
    const { windows, made, remembered } = build();
    for (const address of ['/map', '/replay', '/alerts']) windows.open(address);
    made[1]?.end();
    expect(remembered.at(-1)).toEqual(['map', 'alerts']);
    expect(await windows.closeToQuit()).toBe(true);
    expect(remembered.at(-1)).toEqual(['map', 'alerts']);
  });

  it('are forgotten where a quit was called off, or before a sign-out', async () => {
    const { windows, made, remembered } = build();
    windows.open('/map');
    windows.open('/alerts');
    if (made[1]) made[1].holds = true;
    expect(await windows.closeToQuit()).toBe(false);
    expect(remembered.at(-1)).toEqual(['alerts']);
    if (made[1]) made[1].holds = false;
    await windows.close();
    expect(remembered.at(-1)).toEqual([]);
  });

  it('are remembered again once the main page holds a quit back that closed them', async () => {
    const { windows, made, remembered } = build();
    windows.open('/map');
    windows.open('/alerts');
    expect(await windows.closeToQuit()).toBe(true);
    // The main window asks a second time, with nothing open.
    expect(await windows.closeToQuit()).toBe(true);
    windows.holdQuit();
    // The quit may yet go on.
    expect(remembered.at(-1)).toEqual(['map', 'alerts']);
    windows.open('/replay');
    expect(remembered.at(-1)).toEqual(['replay']);
    made[2]?.end();
    expect(remembered.at(-1)).toEqual([]);
  });

  it('are gone without a question once somebody signed out', () => {
    const { windows, made } = build();
    for (const address of ['/map', '/replay', '/alerts']) windows.open(address);
    for (const each of made) each.holds = true;
    windows.destroy();
    expect(made.some(({ isOpen }) => isOpen)).toBe(false);
    expect(windows.size).toBe(0);
  });
});
