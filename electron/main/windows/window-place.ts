import { z } from 'zod';

/** Where a window was when it was last seen, in device-independent pixels. */
export const windowPlaceSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  maximized: z.boolean(),
  /** Not there in files of earlier versions. */
  fullScreen: z.boolean().optional(),
});

/** Where a window was when it was last seen. */
export type WindowPlace = z.infer<typeof windowPlaceSchema>;

/** A rectangle of a screen. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Below this size the screens no longer work well; on a smaller screen it gives way. */
const smallestWindow = { width: 900, height: 600 };
/** The size of a first start, where the screen has room. */
const firstWindow = { width: 1440, height: 900 };
/** So much of the title bar must be within reach for a window to be dragged. */
const grip = { width: 160, height: 32 };

/**
 * Where to open a window: the remembered place if its title bar can still be reached on one of the
 * screens, otherwise the middle of the first screen. Never larger than that screen, and never above
 * or below it.
 */
export function placeWindow(remembered: WindowPlace | null, workAreas: readonly Area[]): Area {
  const home = workAreas.find((area) => remembered !== null && isReachable(remembered, area));
  if (remembered !== null && home !== undefined) {
    const size = fitSize(remembered, home);
    const isCut = size.width < remembered.width;
    return {
      x: isCut ? within(remembered.x, size.width, home.x, home.width) : remembered.x,
      y: within(remembered.y, size.height, home.y, home.height),
      ...size,
    };
  }
  const [first = { x: 0, y: 0, ...firstWindow }] = workAreas;
  const size = fitSize(remembered ?? firstWindow, first);
  return {
    x: first.x + Math.round((first.width - size.width) / 2),
    y: first.y + Math.round((first.height - size.height) / 2),
    ...size,
  };
}

/** Whether the title bar of a window can be reached on one of the screens. */
export function isWithinReach(place: Area, workAreas: readonly Area[]): boolean {
  return workAreas.some((area) => isReachable(place, area));
}

function isReachable(place: Area, area: Area): boolean {
  const across = Math.min(place.x + place.width, area.x + area.width) - Math.max(place.x, area.x);
  const down = area.y + area.height - place.y;
  return across >= grip.width && down >= grip.height && place.y >= area.y;
}

function fitSize(
  wanted: { width: number; height: number },
  area: Area,
): { width: number; height: number } {
  return {
    width: Math.min(Math.max(wanted.width, smallestWindow.width), area.width),
    height: Math.min(Math.max(wanted.height, smallestWindow.height), area.height),
  };
}

/** The start of a length, moved as little as it takes to fit into the room. */
function within(at: number, length: number, start: number, room: number): number {
  return Math.max(start, Math.min(at, start + room - length));
}

/** The least size of the window: what the screens need, but never more than a screen has. */
export function leastSize(workAreas: readonly Area[]): { width: number; height: number } {
  return {
    width: Math.min(smallestWindow.width, ...workAreas.map(({ width }) => width)),
    height: Math.min(smallestWindow.height, ...workAreas.map(({ height }) => height)),
  };
}
