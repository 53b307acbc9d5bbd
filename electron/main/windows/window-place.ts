import { z } from 'zod';

/** Where a window stood when it was last seen, in device-independent pixels. */
export const windowPlaceSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  maximized: z.boolean(),
});

/** Where a window stood when it was last seen. */
export type WindowPlace = z.infer<typeof windowPlaceSchema>;

/** A rectangle of a screen. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Below this size the screens no longer work. */
export const smallestWindow = { width: 900, height: 600 };
/** The size of a first start, where the screen has room. */
const firstWindow = { width: 1440, height: 900 };
/** So much of the title bar must be within reach for a window to be dragged. */
const grip = { width: 160, height: 32 };

/**
 * Where to open a window: the remembered place if its title bar can still be reached on one of the
 * screens, otherwise the middle of the first screen. Never larger than the screen it lies on.
 */
export function placeWindow(remembered: WindowPlace | null, workAreas: readonly Area[]): Area {
  const home = workAreas.find((area) => remembered !== null && isReachable(remembered, area));
  if (remembered !== null && home !== undefined) {
    const size = fitSize(remembered, home);
    return { x: remembered.x, y: remembered.y, ...size };
  }
  const [first = { x: 0, y: 0, ...firstWindow }] = workAreas;
  const size = fitSize(remembered ?? firstWindow, first);
  return {
    x: first.x + Math.round((first.width - size.width) / 2),
    y: first.y + Math.round((first.height - size.height) / 2),
    ...size,
  };
}

function isReachable(place: WindowPlace, area: Area): boolean {
  const across = Math.min(place.x + place.width, area.x + area.width) - Math.max(place.x, area.x);
  const down = area.y + area.height - place.y;
  return across >= grip.width && down >= grip.height && place.y >= area.y;
}

function fitSize(
  wanted: { width: number; height: number },
  area: Area,
): { width: number; height: number } {
  return {
    width: Math.max(smallestWindow.width, Math.min(wanted.width, area.width)),
    height: Math.max(smallestWindow.height, Math.min(wanted.height, area.height)),
  };
}
