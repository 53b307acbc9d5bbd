import type { RequestBudget } from '../budget/request-budget';
import type { Files } from '../ports/files';
import { Learned } from '../service/learned';
import type { Profile } from '../service/profile';
import type { Target } from '../service/target';
import type { Address } from './address';
import type { Connections } from './connections';
import { DEMO_IDENTITY } from './identity';
import type { Link } from '../service/link';

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
