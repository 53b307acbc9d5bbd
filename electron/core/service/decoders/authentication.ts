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
  if (!isToken(token)) throw missing('data.token');
  if (!isToken(refreshToken)) throw missing('data.refresh_token');
  return { token, refreshToken };
}

/**
 * A token travels in a header: visible ASCII, and no longer than servers let a header be. The
 * document's 500 characters are not insisted on: a longer one that the service issued itself is
 * better tried than thrown away.
 */
function isToken(value: unknown): value is string {
  return typeof value === 'string' && /^[\x21-\x7e]{1,8000}$/.test(value);
}

function missing(path: string): FleetdeskError {
  return new FleetdeskError({
    code: 'bad-response',
    reason: 'unexpected-shape',
    message: `The answer to the sign-in holds no token in ${path}.`,
  });
}
