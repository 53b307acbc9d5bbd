import type { BudgetAccount } from '../budget/budget-account';
import type { Link } from './link';
import type { Learned } from './learned';
import type { Profile } from './profile';

/** Where requests go, and under which terms. It holds for as long as one session. */
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
