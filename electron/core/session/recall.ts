import type { Connection } from '@contract/connections';
import type { KeychainState, TokenPlace } from '@contract/session';
import type { Digest } from '../ports/digest';
import type { Keychain } from '../ports/keychain';
import type { Connections } from './connections';
import { identityOf } from './identity';
import type { SessionMarker } from './session-marker';
import { readAddress, type Address } from './address';
import { findEntry, toKeychainError, type TokenEntry } from './token-entry';
import type { TokenStorage } from './token-storage';

/** What is known where nothing can go on by itself. */
export interface Left {
  keychain: KeychainState;
  place: TokenPlace | null;
  connection: Connection | null;
  /** Something is kept, of a connection that is not known any more. */
  isConnectionLost: boolean;
}

/** What is left of the last session: enough to go on, or what is in the way. */
export type Recall =
  | { kind: 'none'; standing: Left }
  | {
      kind: 'session';
      connection: Connection;
      username: string;
      address: Address;
      entry: TokenEntry;
      place: TokenPlace;
      storage: TokenStorage;
    };

/** What recalling needs. */
export interface RecallPorts {
  connections: Connections;
  digest: Digest;
  /** The operating system's. */
  keychain: Keychain;
}

/**
 * Finds the session of the last run. Only `absent` means signed out: with a marker, an entry that
 * does not show is locked.
 * @param marker of that session, or the likeliest one where `isBroken`
 */
export async function recallSession(
  marker: SessionMarker | null,
  ports: RecallPorts & { isBroken: boolean },
): Promise<Recall> {
  const { isBroken } = ports;
  if (marker === null) {
    const finding = await findEntry(ports.keychain, 'none', false);
    const isThere = finding.state === 'present' || finding.state === 'absent';
    // With the connections damaged as well, nobody knows any more which entry it was.
    const keychain = isThere ? (isBroken ? 'unreadable' : 'absent') : finding.state;
    return noSession({ keychain, place: null, connection: null }, isBroken);
  }
  if (marker.place === 'passphrase') {
    const connection = connectionOf(marker, ports.connections);
    return noSession({ keychain: 'locked', place: 'passphrase', connection }, connection === null);
  }
  return recallFrom(marker, ports.keychain, { ...ports, isExpected: !isBroken });
}

/**
 * Reads the entry that a marker names.
 * @throws FleetdeskError `keychain-locked`/`wrong-passphrase`
 */
export async function recallFrom(
  marker: SessionMarker,
  keychain: Keychain,
  ports: { connections: Connections; digest: Digest; isExpected: boolean },
): Promise<Recall> {
  const { account, place } = marker;
  const finding = await findEntry(keychain, account, ports.isExpected);
  const connection = connectionOf(marker, ports.connections);
  if (finding.state !== 'present') {
    if (finding.cause?.kind === 'wrong-passphrase') throw toKeychainError(finding.cause);
    return noSession({ keychain: finding.state, place, connection }, connection === null);
  }
  const { entry } = finding;
  if (connection === null) return noSession({ keychain: 'present', place, connection }, true);
  const { username } = connection;
  if (username === null) return noSession({ keychain: 'unreadable', place, connection });
  const address = readAddress({ ...connection, allowPlainHttp: true });
  const { publicKey } = entry;
  const identity = identityOf(ports.digest, { origin: address.origin, publicKey, username });
  if (identity !== account) return noSession({ keychain: 'unreadable', place, connection });
  const storage = { keychain, account };
  return { kind: 'session', connection, username, address, entry, place, storage };
}

function noSession(left: Omit<Left, 'isConnectionLost'>, isConnectionLost = false): Recall {
  return { kind: 'none', standing: { ...left, isConnectionLost } };
}

function connectionOf(marker: SessionMarker, connections: Connections): Connection | null {
  const all = connections.state().connections;
  return all.find(({ id }) => id === marker.connectionId) ?? null;
}
