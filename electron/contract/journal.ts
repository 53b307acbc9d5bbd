import { z } from 'zod';
import { crashReportSchema } from './crashes';
import { momentSchema } from './records';

/** How important an entry of the log is. `debug` is written only while the detailed log is on. */
export const logLevels = ['error', 'warning', 'info', 'debug'] as const;

/** How important an entry of the log is. */
export type LogLevel = (typeof logLevels)[number];

/** A fault inside Fleetdesk itself. All texts have been redacted. */
export const faultEntrySchema = z.object({
  /** What Fleetdesk was doing: a constant sentence of the program, in English. */
  where: z.string(),
  /** The error with its stack; empty where there is none. */
  detail: z.string(),
  /** The first and the last time, epoch milliseconds. */
  firstAt: momentSchema,
  lastAt: momentSchema,
  count: z.number().int().positive(),
});

/** A fault inside Fleetdesk itself. */
export type FaultEntry = z.infer<typeof faultEntrySchema>;

/** Why nothing is written to the log any more. */
export const logStops = ['disk-full', 'read-only', 'other'] as const;

/** Why nothing is written to the log any more. */
export type LogStop = (typeof logStops)[number];

/** What is known of the log and of the last faults. */
export const journalStateSchema = z.object({
  /** The newest first. */
  faults: z.array(faultEntrySchema),
  /** What ended unexpectedly, the newest first. */
  crashes: z.array(crashReportSchema),
  /** Why the log on disk stopped; null while it is written. */
  stopped: z.enum(logStops).nullable(),
});

/** What is known of the log and of the last faults. */
export type JournalState = z.infer<typeof journalStateSchema>;

/** Longest texts that a page reports of a fault, characters. */
export const longestFault = { message: 500, stack: 8_000 } as const;

/** A fault that a page met. */
export const pageFaultSchema = z.object({
  /** What noticed it: the window, a promise that nobody waited for, or Vue. */
  noticedBy: z.enum(['window', 'promise', 'component']),
  message: z.string().max(longestFault.message),
  stack: z.string().max(longestFault.stack),
});

/** A fault that a page met. */
export type PageFault = z.infer<typeof pageFaultSchema>;
