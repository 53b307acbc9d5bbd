import { z } from 'zod';
import { FleetdeskError } from '@contract/errors';
import type { OnlineDetails } from '@contract/online-maps';
import { reportFault } from '../faults';
import { KeychainFailure, type Keychain } from '../ports/keychain';
import { readStored } from '../stored-json';

const entrySchema = z.strictObject({ version: z.literal(1), address: z.string() });

/** The whole addresses of maps whose address holds a key: in the keychain, one entry for each. */
export class AddressKeys {
  readonly #keychain: Keychain;
  /** What was read or entered since the start. */
  readonly #known = new Map<string, string>();

  constructor(keychain: Keychain) {
    this.#keychain = keychain;
  }

  /** The address to ask; null where its key is not there or the keychain can't be used now. */
  async addressOf({
    keyName,
    address,
  }: Pick<OnlineDetails, 'keyName' | 'address'>): Promise<string | null> {
    if (keyName === null) return address;
    const known = this.#known.get(keyName);
    if (known !== undefined) return known;
    try {
      const secret = await this.#keychain.read(accountOf(keyName));
      const entry = secret === null ? null : readStored(entrySchema, secret);
      if (entry) this.#known.set(keyName, entry.address);
      return entry?.address ?? null;
    } catch (fault) {
      if (!(fault instanceof KeychainFailure)) {
        reportFault('the address of a map could not be read', fault);
      }
      return null;
    }
  }

  /** @throws FleetdeskError where it can't be kept: a key is written nowhere else */
  async keep(keyName: string, address: string): Promise<void> {
    try {
      await this.#keychain.write(accountOf(keyName), JSON.stringify({ version: 1, address }));
    } catch (fault) {
      if (!(fault instanceof KeychainFailure)) throw fault;
      const code = fault.kind === 'locked' ? 'keychain-locked' : 'keychain-unavailable';
      throw new FleetdeskError({ code, message: fault.message }, { cause: fault });
    }
    this.#known.set(keyName, address);
  }

  /** Never rejects. */
  async forget(keyName: string): Promise<void> {
    this.#known.delete(keyName);
    await this.#keychain.remove(accountOf(keyName)).catch((fault: unknown) => {
      reportFault('the address of a map could not be removed', fault);
    });
  }
}

function accountOf(keyName: string): string {
  return `map-source ${keyName}`;
}
