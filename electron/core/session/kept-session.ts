import type { Digest } from '../ports/digest';
import type { Files } from '../ports/files';
import type { Keychain } from '../ports/keychain';
import type { PassphraseKeychains } from '../ports/passphrase-keychains';
import type { Connections } from './connections';
import { recallFrom, recallSession, type Recall } from './recall';
import { RefreshJournal } from './refresh-journal';
import { nothingLockedError } from './session-errors';
import { SessionMarkerFile, type SessionMarker } from './session-marker';
import { toKeychainError } from './token-entry';

/** What keeping a session needs. */
export interface KeptSessionPorts {
  files: Files;
  digest: Digest;
  connections: Connections;
  keychain: Keychain;
  passphrases: PassphraseKeychains;
}

/**
 * What outlives the process of a session: its keychain entry, the marker that says so, and the
 * journal of its refreshes. One session is kept at a time.
 */
export class KeptSession {
  readonly journal: RefreshJournal;
  readonly #ports: KeptSessionPorts;
  readonly #marker: SessionMarkerFile;

  constructor(ports: KeptSessionPorts) {
    this.#ports = ports;
    this.#marker = new SessionMarkerFile(ports.files);
    this.journal = new RefreshJournal('refresh.json', ports);
  }

  /** What is left of the last session. */
  async recall(): Promise<Recall> {
    const found = await this.#marker.read();
    if (found === null) await this.#removeLeft();
    const isBroken = found === 'broken';
    // A marker that can't be read still says that there was a session: the last one kept.
    const marker = isBroken ? (this.#markers()[0] ?? null) : found;
    const recall = await recallSession(marker, { ...this.#ports, isBroken });
    const isThere = recall.kind === 'session' || recall.standing.keychain !== 'absent';
    // So that unlocking it finds it as well, and the next start.
    if (isBroken && marker !== null && isThere) {
      await this.#marker.write(marker).catch(() => undefined);
    }
    return recall;
  }

  /** The same, where a passphrase locks it. @throws FleetdeskError */
  async unlock(passphrase: string): Promise<Recall> {
    const marker = await this.#marker.read();
    if (marker === null || marker === 'broken' || marker.place !== 'passphrase') {
      throw nothingLockedError();
    }
    const keychain = this.#ports.passphrases.open(passphrase);
    return recallFrom(marker, keychain, { ...this.#ports, isExpected: false });
  }

  /** The marker of the session that is kept, or null. */
  async marker(): Promise<SessionMarker | null> {
    const marker = await this.#marker.read();
    return marker === 'broken' ? null : marker;
  }

  /** An entry was written: this session is the one that is kept from now on. */
  async keep(marker: SessionMarker): Promise<void> {
    const before = await this.marker();
    await this.#marker.write(marker);
    if (before === null || before.account === marker.account) return;
    // A locked keychain may keep the old entry all the same; it is of no use to anybody.
    await this.#removeEntry(before).catch(() => false);
  }

  /**
   * Removes what is kept. Answers whether there was an entry to remove; a locked keychain may
   * answer that there was none. @throws FleetdeskError `keychain-locked`, `keychain-unavailable`
   */
  async discard(): Promise<boolean> {
    const marker = await this.marker();
    await this.#marker.remove();
    await this.journal.clear();
    return marker !== null && (await this.#removeEntry(marker));
  }

  /** Removes what is kept of a saved connection. @throws FleetdeskError as `discard` */
  async discardOf(connectionId: string): Promise<void> {
    const marker = await this.marker();
    if (marker?.connectionId === connectionId) await this.#marker.remove();
    const saved = this.#ports.connections.find(connectionId);
    if (!saved?.account || saved.place === null) return;
    await this.#removeEntry({ connectionId, account: saved.account, place: saved.place });
  }

  /**
   * Removes entries without a marker: a run ended amid a sign-out or a sign-in, or the keychain was
   * locked. What it does not let go of now stays noted for the next start.
   */
  async #removeLeft(): Promise<void> {
    for (const marker of this.#markers()) await this.#removeEntry(marker).catch(() => undefined);
  }

  /** Markers of the entries that are noted with connections, the newest first. */
  #markers(): SessionMarker[] {
    return this.#ports.connections
      .kept()
      .flatMap(({ id, account, place }) =>
        account === null || place === null ? [] : [{ connectionId: id, account, place }],
      );
  }

  /**
   * Removes an entry and forgets where it is. One that the keychain does not show stays noted: a
   * locked one may answer so as well, and what is noted in vain costs no more than another look.
   */
  async #removeEntry({ account, place, connectionId }: SessionMarker): Promise<boolean> {
    const { connections, keychain, passphrases } = this.#ports;
    let isRemoved = true;
    try {
      if (place === 'passphrase') await passphrases.discard(account);
      else isRemoved = await keychain.remove(account);
    } catch (caught) {
      throw toKeychainError(caught);
    }
    if (isRemoved) await connections.forgetAccount(connectionId, account);
    return isRemoved;
  }
}
