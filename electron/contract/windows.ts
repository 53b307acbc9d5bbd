import { z } from 'zod';

/** The screens that can have a window of their own, for a second monitor; one window each. */
export const ownWindows = ['map', 'replay', 'alerts'] as const;

/** A screen that can have a window of its own. */
export type OwnWindow = (typeof ownWindows)[number];

/** What a window is called inside the app: the one with all screens, or that of one screen. */
export const windowNameSchema = z.enum(['main', ...ownWindows]);

/** What a window is called inside the app. */
export type WindowName = z.infer<typeof windowNameSchema>;

/** The address of a screen inside the page, with what is open there: `/replay?vehicle=…`. */
export const screenAddressSchema = z
  .string()
  .max(2_000)
  .regex(/^\/(?:[\w-]+(?:\/[\w-]+)?)?(?:\?[^#\s]*)?(?:#[\w-]*)?$/);

/** The screen of an address that can have a window of its own; null for all others. */
export function ownWindowOf(address: string): OwnWindow | null {
  const [path] = address.split('?');
  return ownWindows.find((name) => path === `/${name}`) ?? null;
}
