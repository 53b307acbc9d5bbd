import { FleetdeskError } from '@contract/errors';
import { isJsonObject, type JsonObject } from './json';
import { readProfile, type Profile } from './profile';

/** Characters above which a file is no service profile; the built-in one has about 5,000. */
const LONGEST_FILE = 256 * 1024;

/** What a profile file holds. */
export interface ProfileFile {
  /** As it was written: a whole profile or a part of one. This is what a connection keeps. */
  readonly content: JsonObject;
  /** Laid over the built-in profile and checked. */
  readonly profile: Profile;
}

function broken(message: string): FleetdeskError {
  return new FleetdeskError({ code: 'file-unreadable', reason: 'profile-broken', message });
}

/**
 * Reads the text of a profile file. @throws FleetdeskError `file-unreadable`/`profile-broken`, with
 * the paths of the first wrong keys
 */
export function readProfileFile(text: string): ProfileFile {
  if (text.length > LONGEST_FILE) throw broken('The file is too long for a service profile.');
  const content = parse(text);
  if (!isJsonObject(content)) throw broken('The service profile is not a JSON object.');
  return { content, profile: readProfile(content) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw broken(`The service profile is not JSON: ${String(cause)}`);
  }
}

/** A profile as the text of a file, whole, to be given to another office. It holds no secret. */
export function writeProfileFile(profile: Profile): string {
  return `${JSON.stringify(profile, null, 2)}\n`;
}
