import type { Clock } from '../ports/clock';
import type { SharedFiles } from '../ports/shared-files';

/** What is known of earlier requests of an account. */
export type AccountHistory =
  /** Nothing was ever sent: a missing ledger is in order. */
  | 'new'
  /** It was used before: a missing ledger counts as a full minute. */
  | 'known'
  /** The service itself has just begun, so no ledger is older than it. */
  | 'fresh';

/** What an account needs. */
export interface BudgetAccountOptions {
  clock: Clock;
  files: SharedFiles;
  /** Name of the ledger file. */
  ledger: string;
  /** Requests a minute, already less the reserve and within the share. */
  limit: number;
  /** When a person last touched mouse or keys, monotonic; nobody ever did, where it isn't known. */
  inputAt?: () => number;
  /** Something of the state may have changed. */
  onChange: () => void;
}
