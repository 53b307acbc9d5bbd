import { KeychainFailure, type Keychain } from '../ports/keychain';
import type { TokenStorage } from '../session/token-storage';

const KEY = /^[0-9a-f]{64}$/;

/** More keys than these no identity ever had: each was a person's decision. */
const MOST_GENERATIONS = 50;

/** So many accounts in a row without a key end the search: one that is gone hides no later one. */
const MISSING_IN_A_ROW = 2;

/** A store key and where it is. */
export interface FoundKey {
  readonly account: string;
  readonly key: string;
}

/** What is in a keychain for an identity of which nothing is noted. */
export interface KeySearch {
  /** The newest first. */
  readonly keys: readonly FoundKey[];
  /** Why a key that is newer than all of these is not given out; null where there is none. */
  readonly closed: KeychainFailure | null;
}

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
export async function readKey(
  keychain: Pick<Keychain, 'read'>,
  account: string,
): Promise<string | null> {
  const secret = await keychain.read(account);
  if (secret !== null && !KEY.test(secret)) {
    throw new KeychainFailure('unreadable', 'The entry of the store key is not what was written.');
  }
  return secret;
}

/**
 * The keys of an identity of which nothing is noted: the note was lost, or there never was one.
 * Those under another passphrase are passed over, unless there are no others.
 * @throws KeychainFailure
 */
export async function findKeys(keychain: Keychain, identity: string): Promise<KeySearch> {
  const keys: FoundKey[] = [];
  let closed: KeychainFailure | null = null;
  for (const { account, key } of await entriesOf(keychain, identity)) {
    if (key instanceof KeychainFailure) {
      closed = key;
    } else {
      keys.unshift({ account, key });
      closed = null;
    }
  }
  if (keys.length === 0 && closed !== null) throw closed;
  return { keys, closed };
}

/** All keys that are given out but that of an account, the newest first; none where that fails. */
export async function otherKeys(
  keychain: Keychain,
  identity: string,
  than: string,
): Promise<readonly FoundKey[]> {
  const { keys } = await findKeys(keychain, identity).catch(() => ({ keys: [] }));
  return keys.filter(({ account }) => account !== than);
}

/** The newest account that holds something, readable or not. @throws KeychainFailure */
export async function newestAccount(keychain: Keychain, identity: string): Promise<string | null> {
  return (await entriesOf(keychain, identity)).at(-1)?.account ?? null;
}

/**
 * The first account, from a given one on, that holds nothing and is not `taken`: its key
 * may only be missing for now. @throws KeychainFailure
 */
export async function freeAccount(
  keychain: Keychain,
  identity: string,
  from: string,
  taken: ReadonlySet<string>,
): Promise<string> {
  let account = from;
  while (taken.has(account) || (await lookAt(keychain, account)) !== null) {
    account = nextKeyAccount(identity, account);
  }
  return account;
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
 * Whether a keychain gives out what is in it. It may answer nothing both for "no entry" and for a
 * refused unlock; the tokens of the session that is signed in are there for sure.
 */
export async function givesOut({ keychain, account }: TokenStorage): Promise<boolean> {
  try {
    return (await keychain.read(account)) !== null;
  } catch {
    return false;
  }
}

/** All accounts of an identity that hold something, the oldest first. */
async function entriesOf(
  keychain: Keychain,
  identity: string,
): Promise<{ account: string; key: string | KeychainFailure }[]> {
  const found: { account: string; key: string | KeychainFailure }[] = [];
  let missing = 0;
  for (let generation = 1; generation <= MOST_GENERATIONS; generation++) {
    const account = keyAccount(identity, generation);
    const key = await lookAt(keychain, account);
    if (key !== null) found.push({ account, key });
    missing = key === null ? missing + 1 : 0;
    if (missing === MISSING_IN_A_ROW) break;
  }
  return found;
}

/** The key of an account, or why it alone is not given out; null where nothing is there. */
async function lookAt(
  keychain: Keychain,
  account: string,
): Promise<string | KeychainFailure | null> {
  try {
    return await readKey(keychain, account);
  } catch (caught) {
    if (caught instanceof KeychainFailure && isOfEntry(caught)) return caught;
    throw caught;
  }
}

/** A failure that says something of one entry, not of the whole keychain. */
function isOfEntry({ kind }: KeychainFailure): boolean {
  return kind === 'wrong-passphrase' || kind === 'unreadable';
}
