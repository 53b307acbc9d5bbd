import { EventEmitter } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import {
  boundsFor,
  keepOnScreen,
  placeOf,
  workAreasOf,
  type Screens,
} from '@main/windows/keep-on-screen';
import type { BrowserWindow } from 'electron';
import type { Area, WindowPlace } from '@main/windows/window-place';

const laptop: Area = { x: 0, y: 0, width: 1440, height: 860 };
const second: Area = { x: 1440, y: 0, width: 1920, height: 1040 };
const place: WindowPlace = { x: 1600, y: 80, width: 1200, height: 700, maximized: false };

class FakeScreens extends EventEmitter {
  areas: Area[];

  /** The main screen is the last one: the system lists them in an order of its own. */
  constructor(...areas: Area[]) {
    super();
    this.areas = areas;
  }

  getAllDisplays() {
    return this.areas.map((workArea, id) => ({ id, workArea }));
  }

  getPrimaryDisplay() {
    const id = this.areas.length - 1;
    return { id, workArea: this.areas[id] ?? laptop };
  }
}

class Window extends EventEmitter {
  bounds: Area = { ...place };
  filled = '';
  setBounds = vi.fn();
  getNormalBounds() {
    return this.bounds;
  }
  isDestroyed() {
    return false;
  }
  isMaximized() {
    return this.filled === 'maximized';
  }
  isFullScreen() {
    return this.filled === 'full screen';
  }
  maximize() {
    this.filled = 'maximized';
  }
  setFullScreen() {
    this.filled = 'full screen';
  }
}

/** Only what is asked of either is there. */
const asScreens = (screens: FakeScreens) => screens as unknown as Screens;
const asWindow = (window: Window) => window as unknown as BrowserWindow;

describe('a window and its screens', () => {
  it('opens on the main screen first, whatever order the system lists them in', () => {
    const screens = new FakeScreens(second, laptop);
    expect(workAreasOf(asScreens(screens))).toEqual([laptop, second]);
    expect(boundsFor(null, asScreens(screens))).toMatchObject({
      x: 0,
      minWidth: 900,
      minHeight: 600,
    });
  });

  it('comes back at once when its screen is unplugged, and stays where it can be reached', () => {
    const screens = new FakeScreens(second, laptop);
    const window = new Window();
    keepOnScreen(asWindow(window), null, asScreens(screens));
    screens.emit('display-metrics-changed');
    expect(window.setBounds).not.toHaveBeenCalled();
    screens.areas = [laptop];
    screens.emit('display-removed');
    expect(window.setBounds).toHaveBeenCalledExactlyOnceWith({
      ...{ x: 120, y: 80, width: 1200, height: 700 },
    });
    window.emit('closed');
    expect([screens.listenerCount('display-removed'), screens.eventNames()]).toEqual([0, []]);
  });

  it.each([
    [{ maximized: true }, 'maximized'],
    [{ maximized: true, fullScreen: true }, 'full screen'],
    [{}, ''],
  ])('fills the screen as it did the last time: %o', (state, filled) => {
    const window = new Window();
    keepOnScreen(asWindow(window), { ...place, ...state }, asScreens(new FakeScreens(laptop)));
    expect(window.filled).toBe(filled);
    expect(placeOf(asWindow(window))).toMatchObject({
      ...{ maximized: filled === 'maximized', fullScreen: filled === 'full screen' },
    });
  });

  it('fills no screen while it is hidden in the tray', () => {
    const window = new Window();
    keepOnScreen(
      asWindow(window),
      { ...place, maximized: true },
      asScreens(new FakeScreens(laptop)),
      true,
    );
    expect(window.filled).toBe('');
    window.emit('show');
    expect(window.filled).toBe('maximized');
  });

  it('still fills the screen the next time where it was never shown', () => {
    const window = new Window();
    const filling = { ...place, maximized: true, fullScreen: true };
    const screens = new FakeScreens(laptop);
    const stands = keepOnScreen(asWindow(window), filling, asScreens(screens), true);
    expect(stands()).toEqual(filling);
    window.emit('show');
    window.filled = '';
    expect(stands()).toEqual({ ...filling, maximized: false, fullScreen: false });
  });
});
