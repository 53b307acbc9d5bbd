import type { Keychain } from './keychain';

/** Keychains that a passphrase locks, for machines that offer none of their own. */
export interface PassphraseKeychains {
  /**
   * The keychain of a passphrase. A wrong one is noticed by `read`, which then fails with
   * `wrong-passphrase`; `write` replaces an entry whatever locked it before. The passphrase itself
   * is kept in memory alone.
   */
  open(passphrase: string): Keychain;
  /** Removes an entry without its passphrase, and answers whether there was one. */
  discard(account: string): Promise<boolean>;
}
