import { z } from 'zod';
import { settingsPatchSchema, type Settings } from './settings';

/** Settings of the moment, or of what a person has seen already: no file hands them on. */
export const ownSettings = [
  'workOffline',
  'doNotDisturbUntil',
  'welcomed',
  'hiddenTips',
] as const satisfies (keyof Settings)[];

/** Why a file holds no settings that could be taken. */
export const settingsFileFaults = [
  /** It is not JSON, or was cut off. */
  'not-json',
  /** It is no file of settings. */
  'foreign',
  /** A later version of Fleetdesk wrote it in another form. */
  'newer',
] as const;

/** Why one value of a file is not taken; the others are. */
export const settingsValueProblems = ['unknown-key', 'wrong-value', 'locked'] as const;

/** What a file of settings would change. Nothing is changed by reading it. */
export const settingsOfferSchema = z.object({
  /** Path of the file. */
  file: z.string(),
  /** Null where it could be read. */
  fault: z.enum(settingsFileFaults).nullable(),
  /** Values unlike those in use. */
  changes: settingsPatchSchema,
  problems: z.array(
    z.object({
      /** As in `settings.theme`. */
      path: z.string(),
      what: z.enum(settingsValueProblems),
    }),
  ),
});

/** What a file of settings would change. */
export type SettingsOffer = z.infer<typeof settingsOfferSchema>;
