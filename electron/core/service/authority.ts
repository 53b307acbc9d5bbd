import { FleetdeskError } from '@contract/errors';
import type { Target } from './target';

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

/** Who may call the service now. */
export interface AuthoritySource {
  /** Null while nobody is signed in. */
  authority(): Authority | null;
}

/** Nobody is signed in. */
export function signedOutError(): FleetdeskError {
  return new FleetdeskError({
    code: 'unauthenticated',
    reason: 'signed-out',
    message: 'Nobody is signed in.',
  });
}
