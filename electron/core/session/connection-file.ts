import { z } from 'zod';
import {
  baseUrlProblems,
  budgetShareSchema,
  readBaseUrl,
  speedUnits,
  timeZoneSchema,
} from '@contract/connections';
import { FleetdeskError, type FieldMessage } from '@contract/errors';
import { brokenFile, wrongKeys } from '../service/broken-file';
import { readProfile } from '../service/profile';

const connectionFileSchema = z.strictObject({
  name: z.string().trim().min(1).max(80),
  baseUrl: z.string().max(2000),
  timeZone: timeZoneSchema.optional(),
  units: z.enum(speedUnits).optional(),
  budgetShare: budgetShareSchema.optional(),
  /** A whole service profile or a part of one, laid over the built-in profile. */
  profile: z.record(z.string(), z.unknown()).optional(),
});

/** A connection that somebody hands on as a file (`--connection=FILE`). It holds no secret. */
export type ConnectionFile = z.output<typeof connectionFileSchema>;

function broken(message: string, fields: FieldMessage[]): FleetdeskError {
  const error = { code: 'file-unreadable', reason: 'profile-broken', message, fields } as const;
  return new FleetdeskError(error);
}

/**
 * Reads a connection file. @throws FleetdeskError `file-unreadable`/`profile-broken`, with the
 * paths of the first wrong keys
 */
export function readConnectionFile(text: string): ConnectionFile {
  const json = parse(text);
  const parsed = connectionFileSchema.safeParse(json);
  if (!parsed.success) {
    throw brokenFile('connection file', wrongKeys(parsed.error.issues));
  }
  const base = readBaseUrl(parsed.data.baseUrl, true);
  if (!base.ok) {
    const message = baseUrlProblems.find((problem) => problem === base.problem) ?? 'not-a-url';
    throw brokenFile('connection file', [{ path: 'baseUrl', message }]);
  }
  checkProfile(parsed.data.profile);
  return parsed.data;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw broken(`The connection file is not JSON: ${message}`, []);
  }
}

function checkProfile(profile: unknown): void {
  if (profile === undefined) return;
  try {
    readProfile(profile);
  } catch (caught) {
    const error = FleetdeskError.from(caught);
    const fields = (error.fields ?? []).map(({ path, message }) => ({
      path: `profile.${path}`,
      message,
    }));
    throw broken(error.message, fields);
  }
}
