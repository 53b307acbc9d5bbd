import { z } from 'zod';
import { COPIED_AT_MOST } from '../clipboard';
import { topicNameSchema } from '../events';
import { dialedNumber } from '../phone';
import { deletableKinds, keptUseSchema } from '../kept-data';
import { appInfoSchema, settingsPatchSchema, settingsSchema } from '../settings';
import { settingsOfferSchema } from '../settings-files';

const nothing = z.undefined();

/** Calls of the app itself: what it is, its settings, and the topics that a window listens to. */
export const appChannels = {
  /** What the program is and how it was started. */
  'app.info': { input: nothing, output: appInfoSchema },
  /** Text to the system's clipboard. */
  'app.copyText': { input: z.string().max(COPIED_AT_MOST), output: nothing },
  /** A position in the browser map of the settings (a fixed HTTPS template). */
  'app.openInBrowserMap': {
    input: z.object({
      latitude: z.number().min(-90).max(90),
      longitude: z.number().min(-180).max(180),
    }),
    output: nothing,
  },
  /** Hands a phone number to the system's phone program; only a number that can be dialed. */
  'app.call': {
    input: z
      .string()
      .max(64)
      .refine((text) => dialedNumber(text) !== null),
    output: nothing,
  },
  /** Changes some preferences; answers all of them. */
  'settings.update': { input: settingsPatchSchema, output: settingsSchema },
  /** Writes the settings where a person chooses; the file's name, null where none was. */
  'settings.export': { input: nothing, output: z.string().nullable() },
  /**
   * Lets a person choose a file of settings and says what it would change; null where none was
   * chosen. Nothing changes before `settings.update`.
   */
  'settings.import': { input: nothing, output: settingsOfferSchema.nullable() },
  /** How much each kind of data takes on this computer. */
  'kept.use': { input: nothing, output: keptUseSchema },
  /** Deletes one kind for good; nothing unsent is in it. */
  'kept.delete': { input: z.enum(deletableKinds), output: keptUseSchema },
  /** Subscribes the calling window to a topic; answers snapshot and sequence number. */
  'events.subscribe': {
    input: topicNameSchema,
    output: z.object({ seq: z.number().int(), snapshot: z.unknown() }),
  },
  'events.unsubscribe': { input: topicNameSchema, output: nothing },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;
