import { z } from 'zod';
import { recordIdSchema } from './records';

/** The scheme of links into the app: `fleetdesk://vehicle/ID`. */
export const linkScheme = 'fleetdesk';

/** Longer than any link that Fleetdesk writes, in characters: what is longer is not looked at. */
export const LINK_AT_MOST = 200;

/** What of the app has a link of its own. */
export const linkedScreenSchemas = [
  z.strictObject({ screen: z.literal('vehicle'), id: recordIdSchema }),
  z.strictObject({ screen: z.literal('device'), id: recordIdSchema }),
  z.strictObject({ screen: z.literal('user'), id: recordIdSchema }),
  z.strictObject({
    screen: z.literal('replay'),
    vehicleId: recordIdSchema,
    /** A day in the connection's time zone. */
    day: z.iso.date(),
    /** The time of that day to start at, `HH:MM:SS`; null for its beginning. */
    time: z
      .string()
      .regex(/^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/)
      .nullable(),
  }),
] as const;

const linkedScreenSchema = z.discriminatedUnion('screen', [...linkedScreenSchemas]);

/** What a link leads to. */
export type LinkedScreen = z.infer<typeof linkedScreenSchema>;

/** Why a link is not followed: it is too long, or no link that Fleetdesk writes. */
export type LinkFault = 'overlong' | 'unknown';

/** The characters of our links; no percent sign, so that nothing is hidden in one. */
const ofOne = /^fleetdesk:\/\/(vehicle|device|user)\/([a-z0-9]+)\/?$/i;
const ofReplay =
  /^fleetdesk:\/\/replay\/([a-z0-9]+)\/(\d{4}-\d{2}-\d{2})\/?(?:\?t=(\d{2}:\d{2})(:\d{2})?)?$/i;

/** Whether a text calls itself a link of ours; whether it is one is another question. */
export function isLinkLike(text: string): boolean {
  return text.slice(0, linkScheme.length + 1).toLowerCase() === `${linkScheme}:`;
}

/**
 * Reads a link. It may come from any web page or message, so that only what Fleetdesk would write
 * itself is followed: a known screen, identifiers of the service's form, a day of the calendar.
 */
export function readDeepLink(text: string): LinkedScreen | LinkFault {
  if (text.length > LINK_AT_MOST) return 'overlong';
  const parsed = linkedScreenSchema.safeParse(partsOf(text));
  return parsed.success ? parsed.data : 'unknown';
}

function partsOf(text: string): unknown {
  const one = ofOne.exec(text);
  if (one !== null) return { screen: one[1]?.toLowerCase(), id: one[2] };
  const [, vehicleId, day, minutes, seconds = ':00'] = ofReplay.exec(text) ?? [];
  const time = minutes === undefined ? null : `${minutes}${seconds}`;
  return { screen: 'replay', vehicleId, day, time };
}

/** Writes the link to something. */
export function writeDeepLink(to: LinkedScreen): string {
  if (to.screen !== 'replay') return `${linkScheme}://${to.screen}/${to.id}`;
  const { vehicleId, day, time } = to;
  return `${linkScheme}://replay/${vehicleId}/${day}${time === null ? '' : `?t=${time}`}`;
}
