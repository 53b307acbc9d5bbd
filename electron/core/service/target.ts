import type { BudgetAccount } from '../budget/budget-account';
import type { Link } from '../session/link';
import type { Learned } from './learned';
import type { Profile } from './profile';

/** Where requests go, and under which terms. It stands for as long as one session. */
export interface Target {
  /** Origin and path prefix, without trailing slash and version. */
  readonly base: string;
  /** A secret: memory and keychain alone. */
  readonly publicKey: string;
  readonly profile: Profile;
  readonly account: BudgetAccount;
  readonly link: Link;
  readonly learned: Learned;
}

/** The right to call the service: a target with tokens that stay valid. */
export interface Authority {
  readonly target: Target;
  /** Calls a listener when the session ends, since no call outlives it; the answer takes it off. */
  onEnd(listener: () => void): () => void;
  /** A token that is good for the next request. @throws FleetdeskError `unauthenticated`, `offline` … */
  freshToken(): Promise<string>;
  /** Whether the token is still the one to use, so that a slot need not be given back. */
  isFresh(token: string): boolean;
  /** The service took this token. */
  accept(token: string): void;
  /** The service refused this token with 401. @throws FleetdeskError as `freshToken` */
  tokenAfter(refused: string): Promise<string>;
}
