import { readBaseUrl } from '@contract/connections';
import { FleetdeskError } from '@contract/errors';
import type { RequestBudget } from '../budget/request-budget';
import type { Files } from '../ports/files';
import { Learned } from '../service/learned';
import type { Profile } from '../service/profile';
import type { Target } from '../service/target';
import type { Connections } from './connections';
import { DEMO_IDENTITY } from './identity';
import type { Link } from './link';

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

/** Opens the budget account of an address and what was learned of it. */
export async function openTarget(
  { origin, base }: Address,
  terms: {
    publicKey: string;
    profile: Profile;
    share: number | null;
    link: Link;
    /** The service has just begun: no ledger is older than it. */
    isFresh?: boolean;
  },
  ports: { budget: RequestBudget; connections: Connections; files: Files },
): Promise<Target> {
  const { publicKey, profile, share, link } = terms;
  const fingerprint = ports.budget.fingerprint({ origin, publicKey });
  const history = ports.connections.knowsLedger(fingerprint) ? 'known' : 'new';
  const account = await ports.budget.account(
    { origin, publicKey },
    {
      perMinute: profile.limits.perMinute,
      share,
      history: terms.isFresh === true ? 'fresh' : history,
    },
  );
  // The demo service learns the same at every port.
  const learned = await openLearned(ports.files, terms.isFresh ? DEMO_IDENTITY : fingerprint);
  return { base, publicKey, profile, account, link, learned };
}

/** What was learned of a deployment, by the fingerprint of its request ledger. */
export function openLearned(files: Files, fingerprint: string): Promise<Learned> {
  return Learned.open(files, `learned/${fingerprint}.json`);
}
