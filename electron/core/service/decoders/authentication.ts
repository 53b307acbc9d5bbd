import { FleetdeskError } from '@contract/errors';
import { isJsonObject, own } from '../json';

/** The tokens of a session (public API, "Authentication operations"). Secrets: never logged. */
export interface TokenPair {
  readonly token: string;
  readonly refreshToken: string;
}

/** Decodes `{data: {token, refresh_token}}`. @throws FleetdeskError `bad-response` */
export function decodeTokens(body: unknown): TokenPair {
  const data = isJsonObject(body) ? own(body, 'data') : undefined;
  const token = isJsonObject(data) ? own(data, 'token') : undefined;
  const refreshToken = isJsonObject(data) ? own(data, 'refresh_token') : undefined;
  if (typeof token !== 'string' || token === '') throw missing('data.token');
  if (typeof refreshToken !== 'string' || refreshToken === '') throw missing('data.refresh_token');
  return { token, refreshToken };
}

function missing(path: string): FleetdeskError {
  return new FleetdeskError({
    code: 'bad-response',
    reason: 'unexpected-shape',
    message: `The answer to the sign-in holds no text in ${path}.`,
  });
}
