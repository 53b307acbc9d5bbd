import { readBaseUrl } from '@contract/connections';
import { FleetdeskError } from '@contract/errors';

/** Where a connection leads. */
export interface Address {
  readonly origin: string;
  /** Origin and path prefix, without trailing slash and version. */
  readonly base: string;
}

/** Reads the address of a connection. @throws FleetdeskError `invalid-request`, with the field */
export function readAddress(connection: { baseUrl: string; allowPlainHttp: boolean }): Address {
  const base = readBaseUrl(connection.baseUrl, connection.allowPlainHttp);
  if (base.ok) return { origin: base.origin, base: base.base };
  throw new FleetdeskError({
    code: 'invalid-request',
    ...(base.problem === 'plain-http' && { reason: 'plain-http' }),
    message: `The base URL can't be used: ${base.problem}`,
    fields: [{ path: 'connection.baseUrl', message: base.problem }],
  });
}
