import type { Keychain } from '../ports/keychain';

/**
 * A keychain of which entries are read before they are asked for: each for the first who asks, and
 * no more once it was written or removed.
 */
export class KeychainAhead implements Keychain {
  readonly #keychain: Keychain;
  readonly #ahead = new Map<string, Promise<string | null>>();

  constructor(keychain: Keychain) {
    this.#keychain = keychain;
  }

  /** Reads an entry for the next that asks for it. @throws KeychainFailure, then too */
  readAhead(account: string): Promise<string | null> {
    const reading = this.#keychain.read(account);
    reading.catch(() => undefined);
    this.#ahead.set(account, reading);
    return reading;
  }

  read(account: string): Promise<string | null> {
    const ahead = this.#ahead.get(account);
    this.#ahead.delete(account);
    return ahead ?? this.#keychain.read(account);
  }

  write(account: string, secret: string): Promise<void> {
    return this.#changing(account, this.#keychain.write(account, secret));
  }

  remove(account: string): Promise<boolean> {
    return this.#changing(account, this.#keychain.remove(account));
  }

  /** What was read before a change, or meanwhile, is out of date. */
  async #changing<T>(account: string, change: Promise<T>): Promise<T> {
    this.#ahead.delete(account);
    try {
      return await change;
    } finally {
      this.#ahead.delete(account);
    }
  }
}
