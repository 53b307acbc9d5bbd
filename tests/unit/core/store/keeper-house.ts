import { beforeEach } from 'vitest';
import type { PassphraseKeychains } from '@core/ports/passphrase-keychains';
import { StoreKeeper, type StoreKeeperOptions, type StoreOwner } from '@core/store/store-keeper';
import { MemoryFiles } from '../memory-files';
import { MemoryKeychain, MemoryVaults } from '../session/house';
import { VirtualClock } from '../virtual-clock';
import { FakeStores } from './fake-stores';

/** The identity that every test is about. */
export const ID = 'a1b2';

// New for every test.
export let clock: VirtualClock;
export let files: MemoryFiles;
export let keychain: MemoryKeychain;
export let passphrases: MemoryVaults;
export let stores: FakeStores;
export let keeper: StoreKeeper;

/** A new process on what the last one left, however that ended. */
export function restart(ports: Partial<StoreKeeperOptions> = {}): StoreKeeper {
  stores.endProcess();
  keeper = new StoreKeeper({ clock, files, keychain, passphrases, stores, ...ports });
  return keeper;
}

/** Somebody who signed in, and keeps secrets in the keychain. */
export function ana(change: Partial<StoreOwner> = {}): StoreOwner {
  const storage = { keychain, account: ID };
  return { identity: ID, storage, connectionId: 'office', ...change };
}

/** Ana, who keeps secrets under a passphrase, which she has just signed in with. */
export async function anaUnder(
  passphrase: string,
  from: PassphraseKeychains = passphrases,
): Promise<StoreOwner> {
  await passphrases.open(passphrase).write(ID, 'tokens');
  return ana({ storage: { keychain: from.open(passphrase), account: ID } });
}

/** What the keychain holds beside tokens. */
export function keys(): Record<string, string> {
  return Object.fromEntries([...keychain.entries].filter(([account]) => account !== ID));
}

/** An orderly end, and a new process. */
export async function endAndRestart(): Promise<StoreKeeper> {
  await keeper.close();
  return restart();
}

/** Each test of the file begins with an empty disk and a keychain that has tokens. */
export function openHouseForEach(): void {
  beforeEach(() => {
    clock = new VirtualClock();
    files = new MemoryFiles();
    keychain = new MemoryKeychain();
    passphrases = new MemoryVaults();
    stores = new FakeStores();
    // The signed-in user has tokens there.
    keychain.entries.set(ID, 'tokens');
    restart();
  });
}
