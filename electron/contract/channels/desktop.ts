import { z } from 'zod';
import { askedScreenSchema } from '../desktop';
import { ownWindowOf, screenAddressSchema } from '../windows';

const nothing = z.undefined();

/** Calls about the desktop around the window: notifications, sound, tray. */
export const desktopChannels = {
  /** Shows a notification and plays the sound as alerts do, so that a person can try both. */
  'desktop.demonstrate': { input: nothing, output: nothing },
  /** The screen that was asked for outside the window, once; null where there is none. */
  'desktop.takeAsked': { input: nothing, output: askedScreenSchema.nullable() },
  /** Looks once more whether the system has a tray; the topic `desktop` says what was found. */
  'desktop.lookForTray': { input: nothing, output: nothing },
  /** Opens a screen in a window of its own, or brings that to the front and to the address. */
  'desktop.openWindow': {
    input: screenAddressSchema.refine((address) => ownWindowOf(address) !== null),
    output: nothing,
  },
  /** Shows an address where its screen is: in its window, or in the main one. */
  'desktop.show': { input: screenAddressSchema, output: nothing },
  /** Closes the windows that show one screen; false where unsaved work keeps one open. */
  'desktop.closeWindows': { input: nothing, output: z.boolean() },
  /** The person keeps the window that this page held open: a quit that waited for it is over. */
  'desktop.stay': { input: nothing, output: nothing },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;
