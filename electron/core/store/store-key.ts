import { KeychainFailure, type Keychain } from '../ports/keychain';
import type { TokenStorage } from '../session/token-storage';

const KEY = /^[0-9a-f]{64}$/;

/** More keys than these no identity ever had: each was a person's decision. */
const MOST_GENERATIONS = 50;

/** The keychain account of an identity's store key; each new beginning has one of its own. */
export function keyAccount(identity: string, generation: number): string {
  return generation === 1 ? `${identity}.store` : `${identity}.store-${generation}`;
}

/** The account after this one. */
export function nextKeyAccount(identity: string, account: string): string {
  const generation = Number(/\.store-(\d{1,6})$/.exec(account)?.[1] ?? 1);
  return keyAccount(identity, generation + 1);
}

/** The key of an account; null where the keychain shows none. @throws KeychainFailure */
export async function readKey(keychain: Keychain, account: string): Promise<string | null> {
  const secret = await keychain.read(account);
  if (secret !== null && !KEY.test(secret)) {
    throw new KeychainFailure('unreadable', 'The entry of the store key is not what was written.');
  }
  return secret;
}

/**
 * The keys of an identity of which nothing is noted, the newest first: the note was lost, or there
 * never was one. @throws KeychainFailure
 */
export async function findKeys(
  keychain: Keychain,
  identity: string,
): Promise<{ account: string; key: string }[]> {
  const found: { account: string; key: string }[] = [];
  for (let generation = 1; generation <= MOST_GENERATIONS; generation++) {
    const account = keyAccount(identity, generation);
    const key = await readKey(keychain, account);
    // The first may be gone where a second was made.
    if (key === null && generation > 1) break;
    if (key !== null) found.unshift({ account, key });
  }
  return found;
}

/**
 * Writes a new key and reads it back: a store whose key was not really kept would be lost with the
 * process. @throws KeychainFailure
 */
export async function writeKey(keychain: Keychain, account: string, key: string): Promise<void> {
  await keychain.write(account, key);
  if ((await keychain.read(account)) === key) return;
  throw new KeychainFailure('unavailable', 'The keychain did not keep the store key.');
}

/**
 * Whether a keychain gives out what lies in it. It may answer nothing both for "no entry" and for a
 * refused unlock; the tokens of the session that is signed in lie there for sure.
 */
export async function givesOut({ keychain, account }: TokenStorage): Promise<boolean> {
  try {
    return (await keychain.read(account)) !== null;
  } catch {
    return false;
  }
}
