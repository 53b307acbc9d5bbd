import { z } from 'zod';
import { momentSchema } from './records';

/** Which part of Fleetdesk ended or hung: the whole app, its main process, a page, or a helper. */
export const crashedParts = ['app', 'main', 'page', 'graphics', 'helper'] as const;

/** What is kept of a crash: text alone, redacted. */
export const crashReportSchema = z.object({
  at: momentSchema,
  part: z.enum(crashedParts),
  /** In the words of Electron: `crashed`, `oom`, `killed` …; `hung` for a page, `ended` for the app. */
  reason: z.string().max(100),
  exitCode: z.number().int().nullable(),
  version: z.string().max(40),
  /** The last lines of the log before it. */
  lines: z.array(z.string().max(2_000)).max(60),
});

/** What is kept of a crash. */
export type CrashReport = z.infer<typeof crashReportSchema>;
