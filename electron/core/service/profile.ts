import builtIn from '@resources/profiles/default.json';
import type { FieldMessage, FleetdeskError } from '@contract/errors';
import { brokenFile, wrongKeys } from './broken-file';
import { isJsonObject, own, type JsonObject } from './json';
import {
  catalogue,
  entryOf,
  operationNames,
  optionalOperationNames,
  type CallableName,
} from './operations';
import type { Operation } from './operations/operation';
import {
  PROFILE_VERSION,
  profileSchema,
  type OperationProfile,
  type Profile,
} from './profile-schema';
import { queryParameters } from './query-parameters';

export type { OperationProfile, Profile } from './profile-schema';

const documentedForms = formsIn(operationNames);
const optionalForms = formsIn(optionalOperationNames);

/** What the catalogue says of the forms of operations, by name. */
function formsIn(names: readonly CallableName[]): JsonObject {
  return Object.fromEntries(
    names.flatMap((name) => {
      const { form }: Operation = catalogue[name];
      return form === undefined ? [] : [[name, { ...form }]];
    }),
  );
}

/** Headers that requests carry for another purpose, or that belong to the connection itself. */
const RESERVED_HEADERS =
  /^(authorization|accept(-.*)?|content-.*|host|cookie2?|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|origin|referer|user-agent|date|via|dnt|proxy-.*|sec-.*)$/i;

const brokenProfile = (fields: FieldMessage[]): FleetdeskError =>
  brokenFile('service profile', fields);

/** Lays the keys of `part` over `whole`; objects are merged, everything else is replaced. */
function layOver(whole: JsonObject, part: JsonObject): JsonObject {
  const merged = new Map<string, unknown>(Object.entries(whole));
  for (const [key, value] of Object.entries(part)) {
    const below = merged.get(key);
    merged.set(key, isJsonObject(value) && isJsonObject(below) ? layOver(below, value) : value);
  }
  return Object.fromEntries(merged);
}

/** What is known of the optional operations that a profile names, below what it says of them. */
function withKnownForms(json: JsonObject): JsonObject {
  const named = own(json, 'optionalOperations');
  if (!isJsonObject(named)) return json;
  const forms = Object.entries(named).map(([name, form]) => {
    const known = own(optionalForms, name);
    return [name, isJsonObject(known) && isJsonObject(form) ? layOver(known, form) : form];
  });
  return layOver(json, { optionalOperations: Object.fromEntries(forms) as JsonObject });
}

/**
 * A profile out of JSON: whole, or a part of one that is laid over the built-in profile.
 * @throws FleetdeskError `file-unreadable`/`profile-broken`, with the paths of the first wrong keys
 */
export function readProfile(json: unknown): Profile {
  if (!isJsonObject(json)) throw brokenProfile([]);
  const version = own(json, 'version');
  if (version !== undefined && version !== PROFILE_VERSION) {
    throw brokenProfile([{ path: 'version', message: `Expected ${PROFILE_VERSION}` }]);
  }
  const parsed = profileSchema.safeParse(
    layOver({ ...builtIn, operations: documentedForms }, withKnownForms(json)),
  );
  if (!parsed.success) throw brokenProfile(wrongKeys(parsed.error.issues));
  const faults = crossCheck(parsed.data);
  if (faults.length > 0) throw brokenProfile(faults);
  return parsed.data;
}

/** Every operation that a profile gives a form, with its place in the profile. */
function formsOf(profile: Profile): { at: string; form: OperationProfile; entry: Operation }[] {
  const { operations, optionalOperations, resources } = profile;
  const known = Object.entries({ operations, optionalOperations }).flatMap(([place, forms]) =>
    Object.entries(forms).map(([name, form]) => ({
      ...{ at: `${place}.${name}`, form },
      // The schema takes no other names.
      entry: catalogue[name as CallableName] as Operation,
    })),
  );
  const described = Object.entries(resources).flatMap(([resource, { operations: forms }]) =>
    Object.entries(forms).flatMap(([action, form]) =>
      form === undefined
        ? []
        : [
            {
              ...{ at: `resources.${resource}.operations.${action}`, form },
              entry: entryOf(`${resource}.${action}` as CallableName, profile),
            },
          ],
    ),
  );
  return [...known, ...described];
}

/** What no single key can tell. */
function crossCheck(profile: Profile): FieldMessage[] {
  const { silence } = profile;
  const faults = formsOf(profile).flatMap(({ at, form, entry }) => {
    const placeholders = form.path.match(/\{[^{}]*\}/g) ?? [];
    const expected = entry.path.map((part) => `{${part}}`);
    // A path that lost its identifier would delete or change something else than was meant.
    const isSame = [...placeholders].sort().join() === expected.sort().join();
    const hasStray = /[{}]/.test(form.path.replaceAll(/\{[^{}]*\}/g, ''));
    const message = `Expected ${expected.join(', ') || 'no'} identifiers`;
    const wrong = isSame && !hasStray ? [] : [{ path: `${at}.path`, message }];
    // A GET carries no body, and anything on the way may send it again.
    if (form.method === 'GET' && entry.effect !== 'read') {
      wrong.push({ path: `${at}.method`, message: 'GET changes nothing' });
    }
    return wrong;
  });
  const { place, name } = profile.publicKey;
  const isReserved =
    place === 'query'
      ? queryParameters.some((parameter) => parameter === name)
      : RESERVED_HEADERS.test(name);
  if (isReserved) faults.push({ path: 'publicKey.name', message: 'Reserved' });
  if (silence.silentAfterSeconds < silence.lateAfterSeconds) {
    faults.push({ path: 'silence.silentAfterSeconds', message: 'Less than lateAfterSeconds' });
  }
  return faults;
}

/** The built-in profile: the defaults that the demo service speaks. */
export const defaultProfile: Profile = readProfile({});
