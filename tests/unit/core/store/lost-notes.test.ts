import { describe, expect, it } from 'vitest';
import {
  ID,
  ana,
  anaUnder,
  endAndRestart,
  files,
  keeper,
  keychain,
  keys,
  passphrases,
  stores,
  openHouseForEach,
} from './keeper-house';

openHouseForEach();

const NOTES = 'store-keys.json';

/** Changes the notes as they lie there. */
function rewriteNotes(change: (identity: Record<string, unknown>) => object): void {
  const notes = JSON.parse(files.contents.get(NOTES) ?? '') as {
    identities: Record<string, Record<string, unknown>>;
  };
  const identities = { [ID]: change(notes.identities[ID] ?? {}) };
  files.contents.set(NOTES, JSON.stringify({ ...notes, identities }));
}

describe('notes that were lost after starting over', () => {
  /** Ana gave the first passphrase up; under the second there is one unsent change. */
  async function startOverUnderSecond(): Promise<void> {
    await keeper.open(await anaUnder('first'));
    await endAndRestart();
    Object.assign(stores.files.get(ID) ?? {}, { unsent: 3 });
    await keeper.open(await anaUnder('second'));
    await keeper.startOver();
    await endAndRestart();
    Object.assign(stores.files.get(ID) ?? {}, { unsent: 1 });
    files.contents.set(NOTES, 'garbage');
  }

  it('do not lock out who signs in under the passphrase in use', async () => {
    await startOverUnderSecond();
    expect(await keeper.open(await anaUnder('second'))).not.toBeNull();
    expect(keeper.state()).toMatchObject({ phase: 'open', setAside: { recovered: null } });
    expect(stores.aside.size).toBe(1);
    // What lies aside is under the first one, whatever was noted again.
    await endAndRestart();
    await keeper.open(await anaUnder('first'));
    await keeper.startOver();
    expect(keeper.state().setAside).toMatchObject({ recovered: 3 });
  });

  it('cost nothing where an older passphrase is the only one that opens anything', async () => {
    await startOverUnderSecond();
    const before = [...passphrases.entries].filter(([account]) => account !== ID);
    expect(await keeper.open(await anaUnder('first'))).toBeNull();
    expect(keeper.state()).toMatchObject({
      phase: 'locked',
      error: { reason: 'wrong-passphrase' },
    });
    // The file is another key's: it stays where it is until a person decides.
    expect([stores.files.size, stores.aside.size]).toEqual([1, 1]);
    await keeper.startOver();
    expect(keeper.state().phase).toBe('open');
    expect([...passphrases.entries]).toEqual(expect.arrayContaining(before));
    await endAndRestart();
    await keeper.open(await anaUnder('second'));
    await keeper.startOver();
    expect(keeper.state().setAside).toMatchObject({ recovered: 1 });
  });

  it('cost nothing under a third passphrase either', async () => {
    await startOverUnderSecond();
    const before = [...passphrases.entries].filter(([account]) => account !== ID);
    expect(await keeper.open(await anaUnder('third'))).toBeNull();
    await keeper.startOver();
    expect([...passphrases.entries]).toEqual(expect.arrayContaining(before));
    expect(passphrases.entries.get(`${ID}.store-3`)?.passphrase).toBe('third');
    await endAndRestart();
    await keeper.open(await anaUnder('second'));
    await keeper.startOver();
    expect(keeper.state().setAside).toMatchObject({ recovered: 1 });
  });

  it('do not hide a key behind one that is gone', async () => {
    await startOverUnderSecond();
    await keeper.open(await anaUnder('third'));
    await keeper.startOver();
    await endAndRestart();
    files.contents.set(NOTES, 'garbage');
    passphrases.entries.delete(`${ID}.store-2`);
    expect(await keeper.open(await anaUnder('third'))).not.toBeNull();
    expect(stores.aside.size).toBe(2);
  });
});

describe('notes', () => {
  it('that are older than the file set nothing aside', async () => {
    await keeper.open(ana());
    const older = files.contents.get(NOTES) ?? '';
    keychain.entries.delete(`${ID}.store`);
    await endAndRestart();
    await keeper.open(ana());
    await keeper.startOver();
    await endAndRestart();
    files.contents.set(NOTES, older);
    keychain.entries.set(`${ID}.store`, stores.newKey());
    expect(await keeper.open(ana())).not.toBeNull();
    expect(stores.aside.size).toBe(1);
  });

  it('of a later version are read, and what it noted beside is kept', async () => {
    await keeper.open(ana());
    await endAndRestart();
    Object.assign(stores.files.get(ID) ?? {}, { isDamaged: true, unsent: 2 });
    await keeper.open(ana());
    await endAndRestart();
    rewriteNotes((note) => ({
      ...note,
      asides: (note['asides'] as object[]).map((aside) => ({ ...aside, pages: 12 })),
      folder: 'main',
    }));
    await keeper.open(ana());
    await keeper.acknowledge();
    expect(keeper.state().setAside).toBeNull();
    const kept = files.contents.get(NOTES);
    expect(kept).toContain('"folder":"main"');
    expect(kept).toContain('"pages":12');
    expect(kept).toContain('"isSeen":true');
  });

  it.each([
    ['EPERM', 'read-only'],
    ['EACCES', 'read-only'],
    ['EROFS', 'read-only'],
    ['ENOSPC', 'disk-full'],
    ['EDQUOT', 'disk-full'],
    ['EIO', undefined],
  ])('that can not be written (%s) are told as %s', async (code, reason) => {
    files.writeFault = Object.assign(new Error(`${code}: write`), { code });
    expect(await keeper.open(ana())).toBeNull();
    expect(keeper.state()).toMatchObject({ phase: 'failed', error: { code: 'store-damaged' } });
    expect(keeper.state().error?.reason).toBe(reason);
    expect(keys()).toEqual({});
    files.writeFault = null;
    expect(await keeper.retry()).not.toBeNull();
  });
});

describe('another settings folder on the same keychain', () => {
  const lies = 'c'.repeat(64);

  it('makes a key of its own, and tells of no loss', async () => {
    keychain.entries.set(`${ID}.store`, lies);
    expect(await keeper.open(ana())).not.toBeNull();
    expect(keeper.state()).toMatchObject({ phase: 'open', setAside: null });
    expect(Object.keys(keys())).toEqual([`${ID}.store`, `${ID}.store-2`]);
    await endAndRestart();
    await keeper.open(ana());
    expect(keeper.state().setAside).toBeNull();
    expect(Object.keys(keys())).toHaveLength(2);
  });

  it('erases its own key alone', async () => {
    keychain.entries.set(`${ID}.store`, lies);
    await keeper.open(ana());
    await keeper.erase();
    expect(keys()).toEqual({ [`${ID}.store`]: lies });
    expect(files.everything).not.toContain(ID);
  });
});
