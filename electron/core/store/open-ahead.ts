import type { Files } from '../ports/files';
import type { FirstLook, Stores } from '../ports/stores';
import { SessionMarkerFile } from '../session/session-marker';
import type { KeychainAhead } from './keychain-ahead';
import { readKey } from './store-key';
import { StoreNotes } from './store-notes';

/** What opening a store ahead needs. */
export interface OpenAheadPorts {
  files: Files;
  /** The operating system's; the first that asks for what was read ahead has it at once. */
  keychain: Pick<KeychainAhead, 'readAhead'>;
  stores: Pick<Stores, 'openAhead'>;
}

/**
 * Begins to open the store of the session that is kept, so that this is done by the time the rest of
 * the app is built. Nothing is decided here: the session is restored as ever, and opens the store
 * that belongs to it. One whose note says that it is to go is left alone. Answers what the store
 * holds of the fleet, before it is checked; null where none is opened.
 */
export async function openStoreAhead({
  files,
  keychain,
  stores,
}: OpenAheadPorts): Promise<FirstLook | null> {
  const marker = await new SessionMarkerFile(files).peek();
  if (marker?.place !== 'keychain') return null;
  const identity = marker.account;
  const note = await new StoreNotes(files).peek(identity);
  if (note === null || !note.hasFile || note.isErasing || note.wish !== null) return null;
  const findKey = async () => {
    // A locked keychain asks a person once: for the session, before anything else.
    if ((await keychain.readAhead(identity)) === null) return null;
    return readKey({ read: (account) => keychain.readAhead(account) }, note.account);
  };
  return stores.openAhead(identity, findKey);
}
