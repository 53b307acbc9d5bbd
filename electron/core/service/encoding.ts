import qs from 'qs';
import { FleetdeskError } from '@contract/errors';
import type { HttpMethod } from '../ports/http-transport';
import type { Input } from './check-input';
import type { BodyContent, Operation } from './operations/operation';
import type { OperationProfile, Profile } from './profile';
import type { QueryParameter } from './query-parameters';

/** Query parameters that an endpoint may refuse, and that the app can do without. */
export type SheddableParameter = 'attributes' | 'includes';

/** What encoding needs to know of the deployment. */
export interface EncodingContext {
  readonly profile: Profile;
  readonly form: OperationProfile;
  /** Number that the service gives to the first page. */
  readonly firstPage: number;
  readonly publicKey: string;
  /** Parameters that this operation is known to refuse. */
  readonly refused: ReadonlySet<SheddableParameter>;
}

/** A request below the connection's base, without its token. */
export interface EncodedRequest {
  readonly method: HttpMethod;
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Which of the parameters that can be left out it carries. */
  readonly carries: ReadonlySet<SheddableParameter>;
  /** Records in the body, for the paths in error messages. */
  readonly records: number;
}

/**
 * Writes a checked input as a request, in the form that the profile gives.
 * @throws FleetdeskError `invalid-request` where a list doesn't fit an envelope for one record
 */
export function encodeRequest(
  operation: Operation,
  input: Input,
  context: EncodingContext,
): EncodedRequest {
  const { form, profile } = context;
  const carries = new Set<SheddableParameter>();
  const query: Record<string, unknown> = {};
  for (const name of operation.query) {
    const value = readParameter(name, input, context);
    if (value === undefined) continue;
    if (name === 'attributes' || name === 'includes') carries.add(name);
    query[name] = value;
  }
  const headers: Record<string, string> = { accept: 'application/json' };
  const { place, name } = profile.publicKey;
  if (context.publicKey !== '' && place === 'header') headers[name] = context.publicKey;
  if (context.publicKey !== '' && place === 'query') query[name] = context.publicKey;

  const content = operation.body?.(input) ?? null;
  const body = content === null ? null : JSON.stringify(wrap(content, form.envelope));
  if (body !== null) headers['content-type'] = 'application/json';
  const search = writeQuery(query, profile.parameters);
  return {
    method: form.method,
    path: fillPath(form.path, operation.path, input) + (search === '' ? '' : `?${search}`),
    headers,
    body,
    carries,
    records: content?.kind === 'records' ? content.records.length : 0,
  };
}

function readParameter(name: QueryParameter, input: Input, context: EncodingContext): unknown {
  const value = input[name];
  if (value === undefined || value === null) return undefined;
  if (name === 'attributes' || name === 'includes') {
    const isOffered = context.form[name] && !context.refused.has(name);
    const isEmpty = Object.keys(value).length === 0;
    return isOffered && !isEmpty ? value : undefined;
  }
  // A list ends with an empty page, so smaller pages than were asked for lose nothing.
  if (name === 'limit' && typeof value === 'number') {
    return Math.min(value, context.profile.limits.pageSize);
  }
  if (name === 'page' && typeof value === 'number') return value - 1 + context.firstPage;
  return value;
}

function fillPath(path: string, names: readonly string[], input: Input): string {
  return path.replace(/\{([^{}]*)\}/g, (_all, name: string) => {
    if (!names.includes(name)) {
      throw new FleetdeskError({
        code: 'file-unreadable',
        reason: 'profile-broken',
        message: `The path "${path}" names "${name}", which the operation does not have.`,
      });
    }
    return encodeURIComponent(String(input[name]));
  });
}

function wrap(content: BodyContent, envelope: OperationProfile['envelope']): unknown {
  if (content.kind === 'bare') return content.value;
  const [first, ...others] = content.records;
  switch (envelope) {
    case 'data-object':
      if (others.length > 0) {
        throw new FleetdeskError({
          code: 'invalid-request',
          message: 'This service takes one record a call.',
        });
      }
      return { data: first };
    case 'bare':
      return others.length > 0 ? content.records : first;
    case 'data-array':
    case undefined:
      return { data: content.records };
  }
}

const ARRAY_FORMATS = {
  brackets: 'brackets',
  indices: 'indices',
  repeat: 'repeat',
  comma: 'comma',
} as const;

function writeQuery(
  query: Readonly<Record<string, unknown>>,
  style: Profile['parameters'],
): string {
  const flat = Object.entries(query).map(([name, value]) => {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return [name, isObject && style.objects === 'json' ? JSON.stringify(value) : value] as const;
  });
  return qs.stringify(Object.fromEntries(flat), {
    arrayFormat: ARRAY_FORMATS[style.arrays],
    allowDots: style.objects === 'dots',
    skipNulls: true,
  });
}
