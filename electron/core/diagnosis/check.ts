import type { CheckResult, Verdict } from '@contract/diagnosis';
import type { BudgetState } from '@contract/budget';
import type { GraphicsState } from '@contract/graphics';
import type { JournalState } from '@contract/journal';
import type { MapSourcesState } from '@contract/map-sources';
import type { ProxyState } from '@contract/proxy';
import type { SessionState } from '@contract/session';
import type { StoreState } from '@contract/store';
import type { Clock } from '../ports/clock';
import type { Keychain } from '../ports/keychain';
import type { SystemProbe } from '../ports/system-probe';

interface State<S> {
  state(): S;
}

/** What checks look at. */
export interface CheckOptions {
  clock: Clock;
  probe: SystemProbe;
  keychain: Keychain;
  session: State<SessionState>;
  budget: State<BudgetState>;
  keeper: State<StoreState>;
  mapSources: State<MapSourcesState>;
  proxy: State<ProxyState>;
  graphics: State<GraphicsState>;
  journal: State<JournalState> & { reopen(): Promise<boolean>; bytes(): Promise<number> };
  /** Milliseconds by which the clock of the service is ahead; null before it has answered. */
  serviceClock(): number | null;
  /** Sends one or two requests that count. @throws FleetdeskError */
  testKey(signal: AbortSignal): Promise<{ latencyMs: number; isRedirect: boolean } | null>;
}

/** The address in question, read; null where there is none. */
export type CheckedAddress =
  | { isRead: true; base: string; host: string; port: number; isSecure: boolean }
  | { isRead: false; problem: string }
  | null;

/** What one check gets. */
export interface CheckTerms extends CheckOptions {
  readonly address: CheckedAddress;
  readonly signal: AbortSignal;
}

/** What one check found, before it is dated. */
export type Finding = readonly [
  verdict: Verdict,
  finding: string,
  values?: CheckResult['values'],
  failures?: NonNullable<CheckResult['failures']>,
];

/** One check. It throws nothing but what is a fault of Fleetdesk itself. */
export type Check = (terms: CheckTerms) => Promise<Finding> | Finding;
