import { readBaseUrl } from '@contract/connections';
import type { CheckId, CheckInput } from '@contract/diagnosis';
import type { ManagedState } from '@contract/managed';
import { requireAllowedService } from '../managed/managed';
import type { Clock } from '../ports/clock';
import { TriesAMinute } from '../tries-a-minute';

/** Checks that look a host up or connect to it; a PAC script may look one up, too. */
const reaching: readonly CheckId[] = ['names', 'proxy', 'secureConnection'];

/** What the guard needs. */
export interface CheckGuardOptions {
  clock: Clock;
  /** Who is signed in; null for nobody. */
  session: { active(): unknown };
  managed: Pick<ManagedState, 'services' | 'problems'>;
}

/** Keeps a page from searching a network with checks, or from sending by them what it likes. */
export class CheckGuard {
  readonly #options: CheckGuardOptions;
  readonly #tries: ReadonlyMap<CheckId, TriesAMinute>;

  constructor(options: CheckGuardOptions) {
    this.#options = options;
    this.#tries = new Map(reaching.map((id) => [id, new TriesAMinute(options.clock)]));
  }

  /**
   * The check as it can be made: once somebody is signed in, of their service alone.
   * @throws FleetdeskError `rate-limited`, or `forbidden` with `administrator` where this service is
   * not allowed here
   */
  allowed({ id, target: typed }: CheckInput): CheckInput {
    const { session, managed } = this.#options;
    const target = session.active() === null ? typed : null;
    const tries = this.#tries.get(id);
    if (tries !== undefined) {
      const read = target && readBaseUrl(target.baseUrl, target.allowPlainHttp);
      if (read?.ok === true) requireAllowedService(managed, read.origin);
      tries.count();
    }
    return { id, target };
  }
}
