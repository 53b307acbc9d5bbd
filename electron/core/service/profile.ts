import { z } from 'zod';
import builtIn from '@resources/profiles/default.json';
import optionalForms from '@resources/profiles/optional-operations.json';
import { FleetdeskError, type FieldMessage } from '@contract/errors';
import { isJsonObject, own, type JsonObject } from './json';
import { callableNames, operationNames, optionalOperationNames } from './operation-names';
import { catalogue } from './operations';
import { queryParameters } from './operations/operation';

/** Version of the profile's own form; a profile of another version is refused, not guessed at. */
export const PROFILE_VERSION = 1;

/** One leading `/`; no scheme, `//`, `..`, query or fragment (what the app reaches out to). */
const pathSchema = z
  .string()
  .max(300)
  .regex(/^\/(?!\/)[A-Za-z0-9\-._~/{}]*$/, 'path')
  .refine((path) => !path.includes('//') && !path.split('/').some((part) => /^\.+$/.test(part)), {
    message: 'path',
  });

const operationSchema = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  /** `{name}` stands for an identifier of the input. */
  path: pathSchema,
  /**
   * How a body is wrapped: not at all, `{data: {…}}` for exactly one record, `{data: [{…}, …]}`.
   * Absent for operations without a body.
   */
  envelope: z.enum(['bare', 'data-object', 'data-array']).optional(),
  /** False where the deployment is known to refuse the parameter; it is then never sent. */
  attributes: z.boolean().default(true),
  includes: z.boolean().default(true),
});

const headerNameSchema = z.string().regex(/^[A-Za-z0-9-]{1,64}$/, 'name');
const keySchema = z.string().min(1).max(64);
const secondsSchema = z.number().positive().max(31_536_000);

const limitsSchema = z.strictObject({
  /** Requests that the service allows in any minute. */
  perMinute: z.number().int().min(6).max(100_000),
  /** Largest `limit` of a list. */
  pageSize: z.number().int().min(1).max(100),
  /** Records in one create or delete list. */
  chunkSize: z.number().int().min(1).max(100),
});

/** The whole profile of a service: what the public API document leaves open. */
export const profileSchema = z.strictObject({
  version: z.literal(PROFILE_VERSION),
  name: z.string().min(1).max(80),
  limits: limitsSchema,
  /** Create and delete lists are applied whole or not at all. */
  atomicLists: z.boolean(),
  publicKey: z.strictObject({
    place: z.enum(['header', 'query', 'none']),
    name: headerNameSchema,
  }),
  parameters: z.strictObject({
    /** `a[]=1&a[]=2`, `a[0]=1&a[1]=2`, `a=1&a=2`, `a=1,2` */
    arrays: z.enum(['brackets', 'indices', 'repeat', 'comma']),
    /** `a[b][c]=1`, `a.b.c=1`, `a={"b":{"c":1}}` */
    objects: z.enum(['brackets', 'dots', 'json']),
  }),
  /** Number of the first page; `probe` asks once per connection, beginning with the number. */
  paging: z.strictObject({ firstPage: z.union([z.literal(0), z.literal(1)]), probe: z.boolean() }),
  errors: z.strictObject({
    /** Places of the message in an error body, the first that holds text wins. */
    messages: z.array(z.string().regex(/^[A-Za-z0-9_-]+(\[\])?(\.[A-Za-z0-9_-]+(\[\])?)*$/)).min(1),
    /** Statuses that say "too many requests". */
    rateStatuses: z.array(z.number().int().min(400).max(599)),
    /** Statuses that say so only together with `Retry-After`. */
    rateStatusesWithRetryAfter: z.array(z.number().int().min(400).max(599)),
    /** Statuses of the authentication operations that refuse the credentials or may do so. */
    refusedStatuses: z.array(z.number().int().min(400).max(599)),
    refusedOrFaultStatuses: z.array(z.number().int().min(400).max(599)),
  }),
  /** Keys and units of a tracking position. */
  tracking: z.strictObject({
    /** False while the meanings below are assumed; the app labels them so. */
    confirmed: z.boolean(),
    time: z.strictObject({ key: keySchema, unit: z.enum(['seconds', 'milliseconds', 'iso']) }),
    speed: z.strictObject({ key: keySchema, unit: z.enum(['km/h', 'm/s', 'mph', 'knots']) }),
    heading: z.strictObject({
      key: keySchema,
      unit: z.enum(['degrees', 'radians']),
      turns: z.enum(['clockwise', 'counter-clockwise']),
      /** Degrees clockwise from north that the value 0 stands for. */
      zero: z.number().min(0).lt(360),
    }),
    ignition: z.strictObject({ key: keySchema }),
    battery: z.strictObject({
      key: keySchema,
      unit: z.enum(['percent', 'fraction', 'volts', 'unknown']),
    }),
    output1: z.strictObject({ key: keySchema }),
    position: z.strictObject({
      key: keySchema,
      order: z.enum(['longitude-latitude', 'latitude-longitude']),
    }),
  }),
  /** Age of a fix at the time it was looked at. */
  silence: z.strictObject({
    lateAfterSeconds: secondsSchema,
    silentAfterSeconds: secondsSchema,
    parkedSilentAfterSeconds: secondsSchema,
  }),
  motion: z.strictObject({
    /** Below it a vehicle stands, km/h. */
    movingFromKmh: z.number().min(0).max(50),
  }),
  trajectories: z.strictObject({
    /** A stretch without fixes longer than this is a gap. */
    gapSeconds: secondsSchema,
  }),
  operations: z.strictObject(
    Object.fromEntries(operationNames.map((name) => [name, operationSchema])) as Record<
      (typeof operationNames)[number],
      typeof operationSchema
    >,
  ),
  /**
   * Operations beyond the document that this deployment offers. Naming one switches it on; what is
   * known of its form (`resources/profiles/optional-operations.json`) need not be said again.
   */
  optionalOperations: z.partialRecord(z.enum(optionalOperationNames), operationSchema),
});

/** What the public API document leaves open, for one deployment. */
export type Profile = z.output<typeof profileSchema>;

/** Method, path and form of one operation in a profile. */
export type OperationProfile = z.output<typeof operationSchema>;

/** Headers that requests carry for another purpose, or that belong to the connection itself. */
const RESERVED_HEADERS =
  /^(authorization|accept(-.*)?|content-.*|host|cookie2?|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|origin|referer|user-agent|date|via|dnt|proxy-.*|sec-.*)$/i;

function toFieldMessages(issues: readonly z.core.$ZodIssue[]): FieldMessage[] {
  return issues.flatMap((issue) => {
    const path = issue.path.map(String).join('.');
    if (issue.code !== 'unrecognized_keys') return [{ path, message: issue.message }];
    return issue.keys.map((key) => ({
      path: path === '' ? key : `${path}.${key}`,
      message: 'Unknown key',
    }));
  });
}

/** A `profile-broken` error that names every wrong key. */
function brokenProfile(fields: FieldMessage[]): FleetdeskError {
  const first = fields[0];
  return new FleetdeskError({
    code: 'file-unreadable',
    reason: 'profile-broken',
    message: first
      ? `The service profile is broken at "${first.path}": ${first.message}`
      : 'The service profile is not a JSON object.',
    fields,
  });
}

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
 * @throws FleetdeskError `file-unreadable`/`profile-broken`, with the path of every wrong key
 */
export function readProfile(json: unknown): Profile {
  if (!isJsonObject(json)) throw brokenProfile([]);
  const version = own(json, 'version');
  if (version !== undefined && version !== PROFILE_VERSION) {
    throw brokenProfile([{ path: 'version', message: `Expected ${PROFILE_VERSION}` }]);
  }
  const parsed = profileSchema.safeParse(layOver(builtIn, withKnownForms(json)));
  if (!parsed.success) throw brokenProfile(toFieldMessages(parsed.error.issues));
  const faults = crossCheck(parsed.data);
  if (faults.length > 0) throw brokenProfile(faults);
  return parsed.data;
}

/** What no single key can tell. */
function crossCheck(profile: Profile): FieldMessage[] {
  const { silence } = profile;
  const forms: Partial<Record<string, OperationProfile>> = {
    ...profile.operations,
    ...profile.optionalOperations,
  };
  const faults = callableNames.flatMap((name) => {
    const form = forms[name];
    if (form === undefined) return [];
    const placeholders = form.path.match(/\{[^{}]*\}/g) ?? [];
    const expected = catalogue[name].path.map((part) => `{${part}}`);
    // A path that lost its identifier would delete or change something else than was meant.
    const isSame = [...placeholders].sort().join() === expected.sort().join();
    const hasStray = /[{}]/.test(form.path.replaceAll(/\{[^{}]*\}/g, ''));
    const message = `Expected ${expected.join(', ') || 'no'} identifiers`;
    const place = Object.hasOwn(profile.operations, name) ? 'operations' : 'optionalOperations';
    const wrong = isSame && !hasStray ? [] : [{ path: `${place}.${name}.path`, message }];
    // A GET carries no body, and anything on the way may send it again.
    if (form.method === 'GET' && catalogue[name].effect !== 'read') {
      wrong.push({ path: `${place}.${name}.method`, message: 'GET changes nothing' });
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
