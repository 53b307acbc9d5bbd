/**
 * A keychain that can't be used right now, or an entry that can't be read as what was written.
 * `wrong-passphrase` comes from passphrase keychains alone.
 */
export class KeychainFailure extends Error {
  readonly kind: 'locked' | 'unavailable' | 'unreadable' | 'wrong-passphrase';

  constructor(kind: KeychainFailure['kind'], message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'KeychainFailure';
    this.kind = kind;
  }
}

/** The operating system's keychain, or what a person chose in its place. */
export interface Keychain {
  /** The secret of an account, or null for no entry or a refused unlock. @throws KeychainFailure */
  read(account: string): Promise<string | null>;
  /** @throws KeychainFailure */
  write(account: string, secret: string): Promise<void>;
  /**
   * Removes an entry and answers whether there was one. A locked keychain may answer that there
   * was none. @throws KeychainFailure
   */
  remove(account: string): Promise<boolean>;
}
