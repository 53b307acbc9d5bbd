import { z } from 'zod';
import { appErrorSchema } from './errors';
import { momentSchema } from './records';

/** Speed units a person may read in; the service speaks km/h. */
export const speedUnits = ['km/h', 'mph'] as const;

/** Requests a minute that a connection may spend: from 4 up to the profile's limit less two. */
export const budgetShareSchema = z.number().int().min(4).max(10_000);

/** An IANA time zone name. */
export const timeZoneSchema = z
  .string()
  .min(1)
  .max(64)
  .refine(
    (zone) => {
      try {
        new Intl.DateTimeFormat('en', { timeZone: zone });
        return true;
      } catch {
        return false;
      }
    },
    { message: 'time-zone' },
  );

/** Why a base URL is refused; the form shows a sentence for each as one types. */
export const baseUrlProblems = [
  'empty',
  'not-a-url',
  'scheme',
  'plain-http',
  'credentials',
  'query',
] as const;

/** One reason to refuse a base URL. */
export type BaseUrlProblem = (typeof baseUrlProblems)[number];

/** A base URL taken apart. `base` has no trailing slash and no `/v2`: operation paths bring theirs. */
export type BaseUrl =
  | { ok: true; origin: string; base: string; isLoopback: boolean; isPlain: boolean }
  | { ok: false; problem: BaseUrlProblem };

/** Invisible characters that are copied along with an address. */
const UNSEEN = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g;

/** A pasted text without invisible characters and without spaces around it. */
export function tidyPasted(text: string): string {
  return text.replace(UNSEEN, '').trim();
}

/** A version, perhaps twice, and the path of an operation that documents put after it. */
const VERSION_AND_OPERATION =
  /(\/v2)+(\/(auth|users|roles|vehicles|devices|chips|enterprises)(\/[^?#]*)?)?\/*$/i;

/** The log-in is the one address that a document shows whole. */
const LOG_IN = /\/auth\/(login|refresh-token)\/*$/i;

/**
 * A base URL as it was meant: without invisible characters, with one scheme where it was pasted after
 * another, and without the path of an operation after the version.
 */
export function tidyBaseUrl(text: string): string {
  const typed = tidyPasted(text).replace(/^(https?:\/\/)+(?=https?:\/\/)/i, '');
  return typed.replace(LOG_IN, '').replace(VERSION_AND_OPERATION, '/v2');
}

/**
 * Reads what a person typed as base URL, with or without `/v2`, with or without a trailing slash.
 * `plain-http` is answered for HTTP to another machine unless `allowPlain` says it was confirmed.
 */
export function readBaseUrl(text: string, allowPlain = false): BaseUrl {
  const typed = tidyBaseUrl(text);
  if (typed === '') return { ok: false, problem: 'empty' };
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(typed) || !URL.canParse(typed)) {
    return { ok: false, problem: 'not-a-url' };
  }
  const url = new URL(typed);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return { ok: false, problem: 'scheme' };
  }
  if (url.username !== '' || url.password !== '') return { ok: false, problem: 'credentials' };
  if (url.search !== '' || url.hash !== '') return { ok: false, problem: 'query' };
  const isLoopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);
  const isPlain = url.protocol === 'http:';
  if (isPlain && !isLoopback && !allowPlain) return { ok: false, problem: 'plain-http' };
  const path = url.pathname.replace(/\/+$/, '').replace(/\/v2$/, '');
  return { ok: true, origin: url.origin, base: url.origin + path, isLoopback, isPlain };
}

/** What a person enters for a connection, less the secrets. */
export const connectionDraftSchema = z.object({
  name: z.string().trim().min(1).max(80),
  baseUrl: z.string().max(2000),
  timeZone: timeZoneSchema,
  units: z.enum(speedUnits),
  /** A part of the request budget, where several dispatchers share the service's limit. */
  budgetShare: budgetShareSchema.nullable(),
  /** A person confirmed plain HTTP to a machine that is not this one. */
  allowPlainHttp: z.boolean(),
});

/** What a person enters for a connection, less the secrets. */
export type ConnectionDraft = z.infer<typeof connectionDraftSchema>;

/** A saved connection. Tokens and public key are in the keychain and never cross the bridge. */
export const connectionSchema = connectionDraftSchema.extend({
  id: z.string().min(1).max(64),
  /** The user name of the last sign-in, to fill the form. */
  username: z.string().nullable(),
  /** Whether the last sign-in used a public key, so that the form asks for it again. */
  hasPublicKey: z.boolean(),
  isDemo: z.boolean(),
  lastUsedAt: momentSchema.nullable(),
});

/** A saved connection. */
export type Connection = z.infer<typeof connectionSchema>;

/**
 * A deployment's public key. It travels as a header by default, which carries printable ASCII
 * alone: anything else would reach the service as another key.
 */
export const publicKeySchema = z
  .string()
  .max(500)
  .regex(/^[ -~]*$/);

/** Where a public key can travel (service defaults, "Transport"): as a header, or in the query. */
export const publicKeyPlaces = ['header', 'query'] as const;

/** Where a public key travels. */
export type PublicKeyPlace = (typeof publicKeyPlaces)[number];

/**
 * What *Test connection* sends: no credentials, one request, and a second one where the service
 * refuses the key at its usual place.
 */
export const connectionProbeSchema = z.object({
  baseUrl: z.string().max(2000),
  publicKey: publicKeySchema,
  /** Where a person wants the key to travel; absent: as the profile says, else found by trying. */
  publicKeyPlace: z.enum(publicKeyPlaces).optional(),
  allowPlainHttp: z.boolean(),
});

/** What *Test connection* found. Failures come as errors of the union. */
export const connectionReportSchema = z.object({
  /** `reachable`: the service asks for a sign-in as the document says; `redirect`: it is elsewhere. */
  outcome: z.enum(['reachable', 'redirect']),
  /** The address to offer where the service redirects. */
  redirectTo: z.string().nullable(),
  /** The place at which the service took the key, where it is not the usual one. */
  publicKeyPlace: z.enum(publicKeyPlaces).nullable(),
  /** Round trip in milliseconds. */
  latencyMs: z.number(),
});

/** What *Test connection* found. */
export type ConnectionReport = z.infer<typeof connectionReportSchema>;

/** All saved connections and which one the form shows first. */
export const connectionsStateSchema = z.object({
  connections: z.array(connectionSchema),
  preselected: z.string().nullable(),
  /** A settings file that was broken and set aside; the sign-in page says so. */
  setAside: z.string().nullable(),
  /**
   * The file of `--connection=FILE` where it could not be used, and why (`file-unreadable`); the
   * sign-in page says so. Absent where there is nothing to say.
   */
  refusedFile: z.object({ file: z.string(), error: appErrorSchema }).optional(),
  /** Why the demo fleet of `--demo` did not start; the sign-in page says so, too. */
  refusedDemo: appErrorSchema.optional(),
});

/** All saved connections and which one the form shows first. */
export type ConnectionsState = z.infer<typeof connectionsStateSchema>;
