import { readBaseUrl } from '@contract/connections';
import type { CheckId, CheckInput, CheckResult } from '@contract/diagnosis';
import { requireWanted } from '../cancelled';
import { reportFault } from '../faults';
import type { CheckGuard } from './check-guard';
import type { Check, CheckedAddress, CheckOptions, Finding } from './check';
import { checkAddress } from './checks/address';
import { checkBudget } from './checks/budget';
import { checkClock } from './checks/clock';
import { checkFolder } from './checks/folder';
import { checkGraphics } from './checks/graphics';
import { checkKeychain } from './checks/keychain';
import { checkLog } from './checks/log';
import { checkMaps } from './checks/maps';
import { checkNames } from './checks/names';
import { checkProxy } from './checks/proxy';
import { checkPublicKey } from './checks/public-key';
import { checkSecureConnection } from './checks/secure-connection';
import { checkSession } from './checks/session';
import { checkStore } from './checks/store';

const checks: Readonly<Record<CheckId, Check>> = {
  address: checkAddress,
  names: checkNames,
  proxy: checkProxy,
  secureConnection: checkSecureConnection,
  publicKey: checkPublicKey,
  clock: checkClock,
  session: checkSession,
  budget: checkBudget,
  keychain: checkKeychain,
  store: checkStore,
  maps: checkMaps,
  graphics: checkGraphics,
  folder: checkFolder,
  log: checkLog,
};

/** The ports of addresses that name none. */
const USUAL_PORTS = { secure: 443, plain: 80 } as const;

/** Finds out why Fleetdesk does not do what it should: one check at a time, each on its own. */
export class Diagnosis {
  readonly #options: CheckOptions;
  readonly #guard: Pick<CheckGuard, 'allowed'>;
  readonly #results = new Map<CheckId, CheckResult>();

  constructor(options: CheckOptions, guard: Pick<CheckGuard, 'allowed'>) {
    this.#options = options;
    this.#guard = guard;
  }

  /**
   * Makes one check. Only those of `costlyChecks` send requests to the service. A check that fails
   * by a fault of Fleetdesk itself says so as its finding.
   * @throws FleetdeskError `cancelled`, and what {@link CheckGuard.allowed} throws
   */
  async check(input: CheckInput, signal: AbortSignal): Promise<CheckResult> {
    const { id, target } = this.#guard.allowed(input);
    const terms = { ...this.#options, address: this.#addressOf(target), signal };
    let found: Finding;
    try {
      found = await checks[id](terms);
    } catch (fault) {
      requireWanted(signal);
      reportFault(`the check "${id}" failed`, fault);
      found = ['failed', 'fault'];
    }
    requireWanted(signal);
    const [verdict, finding, values = {}, failures] = found;
    const result = {
      ...{ id, verdict, finding, values, at: this.#options.clock.now() },
      ...(failures !== undefined && { failures }),
    };
    this.#results.set(id, result);
    return result;
  }

  /** What each check found last. */
  results(): CheckResult[] {
    return [...this.#results.values()];
  }

  #addressOf(target: CheckInput['target']): CheckedAddress {
    const place = target ?? this.#options.session.state().connection;
    if (place === null || place.baseUrl.trim() === '') return null;
    const read = readBaseUrl(place.baseUrl, place.allowPlainHttp);
    if (!read.ok) return { isRead: false, problem: read.problem };
    // Core's `URL` knows no port.
    const isSecure = read.origin.startsWith('https:');
    const [, named] = /:(\d+)$/.exec(read.origin) ?? [];
    const port = Number(named ?? USUAL_PORTS[isSecure ? 'secure' : 'plain']);
    const host = new URL(read.base).hostname.replace(/^\[|\]$/g, '');
    return { isRead: true, base: read.base, host, port, isSecure };
  }
}
