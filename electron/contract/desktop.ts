import { z } from 'zod';
import { linkedScreenSchemas } from './deep-links';
import { screenAddressSchema } from './windows';

/** A screen that a person asked for outside the page: by a notification, the tray, or a link. */
export const askedScreenSchema = z.discriminatedUnion('screen', [
  z.strictObject({
    screen: z.literal('alerts'),
    /** The alert to open there; null for the whole list. */
    alertId: z.string().min(1).max(200).nullable(),
  }),
  /** An address of the page itself, asked for in a menu or another window. */
  z.strictObject({ screen: z.literal('address'), address: screenAddressSchema }),
  /** What covers the screen: the search, the list of keys, or the question before a sign-out. */
  z.strictObject({
    screen: z.literal('overlay'),
    overlay: z.enum(['palette', 'keys', 'sign-out']),
  }),
  ...linkedScreenSchemas,
]);

/** A screen that a person asked for outside the page. */
export type AskedScreen = z.infer<typeof askedScreenSchema>;

/** What the desktop around the app has, and what the app asks of the page for it. */
export const desktopStateSchema = z.object({
  /** The system shows notifications. */
  hasNotifications: z.boolean(),
  /** The system has a tray; false as well while that is not known. */
  hasTray: z.boolean(),
  /** The computer runs on its battery; false as well where that is not known. */
  onBattery: z.boolean(),
  /** Nobody touched mouse or keys in any window for a minute. */
  isAtRest: z.boolean(),
  /** How often the sound of an alert was asked for since the start; the page plays each one. */
  chimes: z.number().int().nonnegative(),
  /** A screen was asked for outside the page and waits to be taken by it. */
  isAsked: z.boolean(),
});

/** What the desktop around the app has. */
export type DesktopState = z.infer<typeof desktopStateSchema>;

/** Until when alerts are kept quiet. */
export const quietSpans = ['hour', 'tomorrow'] as const;
/** Until when alerts are kept quiet. */
export type QuietSpan = (typeof quietSpans)[number];

const hour = 3_600_000;
/** The hour of the next morning at which alerts are shown and sounded again. */
const morning = 6;

/**
 * When a quiet time that begins now ends, epoch milliseconds: in an hour, or the next morning at six
 * by the clock of this computer.
 */
export function endOfQuiet(span: QuietSpan, now: number): number {
  if (span === 'hour') return now + hour;
  const end = new Date(now);
  end.setDate(end.getDate() + 1);
  end.setHours(morning, 0, 0, 0);
  return end.getTime();
}
