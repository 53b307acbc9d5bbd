import { z } from 'zod';
import { recordKeySchema } from './records';
import { labeledSchema, labelSchema } from './vehicle-labels';

/** Longest text of a file with tags and groups, characters: 50,000 vehicles with ten tags each. */
export const LABEL_FILE_AT_MOST = 20_000_000;

/** Files that tags, groups and pins are written to; the table is for spreadsheets. */
export const labelFormats = ['json', 'csv'] as const;
/** A kind of file for tags, groups and pins. */
export type LabelFormat = (typeof labelFormats)[number];

/** The content of a file with tags and groups. */
export const labelFileSchema = z.object({
  name: z.string().max(500),
  text: z.string().max(LABEL_FILE_AT_MOST),
});

/** Why a part of a file is not taken. */
export const labelFileFaults = [
  /** It names no vehicle. */
  'no-vehicle',
  /** No vehicle of the fleet has the plate, VIN or identifier. */
  'unknown-vehicle',
  /** Several vehicles have the plate or VIN. */
  'several-vehicles',
  /** The name of a tag or group is too long. */
  'long-name',
  'unreadable',
] as const;

/** What a file would change, before it is taken, and what of it can't be. */
export const labelFileContentSchema = z.object({
  /** Tags and groups that are not there yet. */
  labels: z.array(labelSchema),
  /** What vehicles get beside what they have; one that has all of it is missing. */
  vehicles: z.record(recordKeySchema, labeledSchema),
  /** Vehicles that leave another group. */
  regrouped: z.number().int(),
  /** Vehicles that have all of it. */
  unchanged: z.number().int(),
  skipped: z.array(
    z.object({
      /** The vehicle, tag or group as the file names it. */
      name: z.string(),
      /** Its line in a table; null in other files. */
      line: z.number().int().nullable(),
      reason: z.enum(labelFileFaults),
    }),
  ),
});

/** What a file with tags, groups and pins would change. */
export type LabelFileContent = z.infer<typeof labelFileContentSchema>;
