import { beforeEach, describe, expect, it, vi } from 'vitest';
import { SessionMarkerFile } from '@core/session/session-marker';
import { KeychainAhead } from '@core/store/keychain-ahead';
import { openStoreAhead } from '@core/store/open-ahead';
import { NOTHING, StoreNotes, type StoreNote } from '@core/store/store-notes';
import { MemoryFiles } from '../memory-files';
import { MemoryKeychain } from '../session/house';

const ID = 'a1b2';
const KEY = '0f'.repeat(32);

let files: MemoryFiles;
let keychain: MemoryKeychain;

beforeEach(async () => {
  files = new MemoryFiles();
  keychain = new MemoryKeychain();
  keychain.entries.set(ID, 'tokens');
  keychain.entries.set(`${ID}.store`, KEY);
  await new SessionMarkerFile(files).write({ connectionId: 'c', account: ID, place: 'keychain' });
  await note({});
});

function note(change: Partial<StoreNote>): Promise<void> {
  const kept = { ...NOTHING, account: `${ID}.store`, hasFile: true, ...change };
  return new StoreNotes(files).keep(ID, kept);
}

/** What is opened ahead: the identity and its key; null where nothing is. */
async function opened(): Promise<[string, string | null] | null> {
  let found: [string, Promise<string | null>] | null = null;
  await openStoreAhead({
    files,
    keychain: new KeychainAhead(keychain),
    stores: {
      openAhead: (identity, findKey) => {
        found = [identity, findKey()];
        return null;
      },
    },
  });
  if (found === null) return null;
  const [identity, key] = found as [string, Promise<string | null>];
  return [identity, await key];
}

describe('the store of the session that is kept', () => {
  it('is opened ahead with its key', async () => {
    expect(await opened()).toEqual([ID, KEY]);
  });

  it('is so with the key of the account that is noted', async () => {
    keychain.entries.set(`${ID}.store-2`, '1e'.repeat(32));
    await note({ account: `${ID}.store-2` });
    expect(await opened()).toEqual([ID, '1e'.repeat(32)]);
  });

  it('is left alone where no session is kept, or one that a passphrase locks', async () => {
    await new SessionMarkerFile(files).write({
      ...{ connectionId: 'c', account: ID, place: 'passphrase' },
    });
    expect(await opened()).toBeNull();
    await new SessionMarkerFile(files).remove();
    expect(await opened()).toBeNull();
  });

  it.each<Partial<StoreNote>>([
    { hasFile: false },
    { isErasing: true },
    { wish: 'everything' },
    { wish: 'unless-unsent' },
  ])('is left alone where it is not there or is to go: %o', async (change) => {
    await note(change);
    expect(await opened()).toBeNull();
  });

  it('is left alone, and so are the notes, where they can not be read', async () => {
    files.contents.set('store-keys.json', 'garbage');
    expect(await opened()).toBeNull();
    expect(files.contents.get('store-keys.json')).toBe('garbage');
    files.readFault = new Error('EIO');
    expect(await opened()).toBeNull();
  });

  it('has no key where the keychain gives none out, which it is asked for once', async () => {
    keychain.isMute = true;
    const read = vi.spyOn(keychain, 'read');
    expect(await opened()).toEqual([ID, null]);
    expect(read).toHaveBeenCalledOnce();
    keychain.fault = 'locked';
    await expect(opened()).rejects.toMatchObject({ kind: 'locked' });
  });
});
