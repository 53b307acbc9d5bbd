import type { BrowserWindow, Rectangle, Screen } from 'electron';
import { isWithinReach, leastSize, placeWindow, type Area, type WindowPlace } from './window-place';

/** The screens of this computer, as Electron knows them. */
export type Screens = Pick<Screen, 'getPrimaryDisplay' | 'getAllDisplays' | 'on' | 'off'>;

/** What of a window its place needs. */
type Placed = Pick<
  BrowserWindow,
  | 'getNormalBounds'
  | 'setBounds'
  | 'isDestroyed'
  | 'isMaximized'
  | 'isFullScreen'
  | 'maximize'
  | 'setFullScreen'
  | 'once'
>;

/** Where windows can be, without bars of the system; the first screen is the main one. */
export function workAreasOf(screens: Screens): Area[] {
  const { id, workArea } = screens.getPrimaryDisplay();
  const others = screens.getAllDisplays().filter((display) => display.id !== id);
  return [workArea, ...others.map((display) => display.workArea)];
}

/** The bounds of a new window, and its least size. */
export function boundsFor(
  place: WindowPlace | null,
  screens: Screens,
): Rectangle & { minWidth: number; minHeight: number } {
  const workAreas = workAreasOf(screens);
  const { width: minWidth, height: minHeight } = leastSize(workAreas);
  return { ...placeWindow(place, workAreas), minWidth, minHeight };
}

/** Where a window is, for the next time. */
export function placeOf(window: Placed): WindowPlace {
  return {
    ...window.getNormalBounds(),
    maximized: window.isMaximized(),
    fullScreen: window.isFullScreen(),
  };
}

/**
 * Fills the screen with a window that did so the last time, and brings one back that is on a
 * screen which is gone. Filling the screen shows a window: one that starts hidden waits for it.
 * @returns asks where the window is, for the next time; one that was never shown fills the screen then
 */
export function keepOnScreen(
  window: Placed,
  place: WindowPlace | null,
  screens: Screens,
  isHidden = false,
): () => WindowPlace {
  let waits = isHidden;
  const fill = () => {
    waits = false;
    if (place?.fullScreen === true) window.setFullScreen(true);
    else if (place?.maximized === true) window.maximize();
  };
  if (isHidden) window.once('show', fill);
  else fill();
  const look = () => {
    if (window.isDestroyed()) return;
    const place = placeOf(window);
    const workAreas = workAreasOf(screens);
    if (!isWithinReach(place, workAreas)) window.setBounds(placeWindow(place, workAreas));
  };
  screens.on('display-removed', look);
  screens.on('display-metrics-changed', look);
  window.once('closed', () => {
    screens.off('display-removed', look);
    screens.off('display-metrics-changed', look);
  });
  return () => {
    const { maximized = false, fullScreen = false } = place ?? {};
    return { ...placeOf(window), ...(waits && { maximized, fullScreen }) };
  };
}
