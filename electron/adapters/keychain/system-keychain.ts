import type * as keytarModule from '@github/keytar';
import { KeychainFailure, type Keychain } from '@core/ports/keychain';

/** The part of keytar that is used. */
type Keytar = Pick<typeof keytarModule, 'getPassword' | 'setPassword' | 'deletePassword'>;

/** The service name of every entry. */
export const KEYCHAIN_SERVICE = 'fleetdesk';

/**
 * Words by which the three systems say that a keychain is there and closed: libsecret for a
 * locked collection or a dismissed prompt, macOS for a refused or impossible unlock.
 */
const LOCKED = /locked|dismissed|cancell?ed|interaction is not allowed|passphrase you entered/i;

/**
 * The operating system's keychain: Secret Service, Keychain, Credential Manager. The native part
 * is loaded with the first use, so that a machine without it still starts.
 */
export class SystemKeychain implements Keychain {
  readonly #load: () => Promise<Keytar>;
  #keytar: Promise<Keytar> | null = null;

  constructor(load: () => Promise<Keytar> = loadKeytar) {
    this.#load = load;
  }

  read(account: string): Promise<string | null> {
    return this.#use((keytar) => keytar.getPassword(KEYCHAIN_SERVICE, account));
  }

  write(account: string, secret: string): Promise<void> {
    return this.#use((keytar) => keytar.setPassword(KEYCHAIN_SERVICE, account, secret));
  }

  remove(account: string): Promise<boolean> {
    return this.#use((keytar) => keytar.deletePassword(KEYCHAIN_SERVICE, account));
  }

  async #use<T>(action: (keytar: Keytar) => Promise<T>): Promise<T> {
    try {
      this.#keytar ??= this.#load();
      return await action(await this.#keytar);
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : String(cause);
      const kind = LOCKED.test(message) ? 'locked' : 'unavailable';
      throw new KeychainFailure(kind, message, { cause });
    }
  }
}

async function loadKeytar(): Promise<Keytar> {
  const module: Keytar & { default?: Keytar } = await import('@github/keytar');
  return module.default ?? module;
}
