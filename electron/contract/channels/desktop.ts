import { z } from 'zod';
import { askedScreenSchema } from '../desktop';

const nothing = z.undefined();

/** Calls about the desktop around the window: notifications, sound, tray. */
export const desktopChannels = {
  /** Shows a notification and plays the sound as alerts do, so that a person can try both. */
  'desktop.demonstrate': { input: nothing, output: nothing },
  /** The screen that was asked for outside the window, once; null where there is none. */
  'desktop.takeAsked': { input: nothing, output: askedScreenSchema.nullable() },
  /** Looks once more whether the system has a tray; the topic `desktop` says what was found. */
  'desktop.lookForTray': { input: nothing, output: nothing },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;
