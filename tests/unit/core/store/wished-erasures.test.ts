import { beforeEach, describe, expect, it } from 'vitest';
import {
  ID,
  ana,
  anaUnder,
  files,
  keeper,
  keychain,
  keys,
  restart,
  stores,
  openHouseForEach,
} from './keeper-house';

openHouseForEach();

const NOTES = 'store-keys.json';

/** A run that ends once the wish is noted and the tokens are gone, before the erasing began. */
async function endAmidSignOut(owner = ana(), unsent = 0): Promise<void> {
  await keeper.open(owner);
  await keeper.wishErasing(ID, 'unless-unsent');
  Object.assign(stores.files.get(ID) ?? {}, { unsent });
  restart();
}

function expectErased(): void {
  expect(keeper.state()).toMatchObject({ phase: 'closed', error: null });
  expect([stores.files.size, keys()]).toEqual([0, {}]);
  expect(files.everything).not.toContain(ID);
}

/** Whatever the next runs look for, the store stays. */
async function expectKept(): Promise<void> {
  restart();
  await keeper.retry();
  await keeper.eraseWished();
  expect(keeper.state()).toMatchObject({ phase: 'closed', error: null });
  expect([stores.files.has(ID), Object.keys(keys())]).toEqual([true, [`${ID}.store`]]);
}

describe('a wish to erase that a run did not live to begin', () => {
  it('is carried out by the next one, no sooner than it is clear that nobody is signed in', async () => {
    await endAmidSignOut();
    await keeper.retry();
    expect(stores.files.has(ID)).toBe(true);
    await keeper.eraseWished();
    expectErased();
  });

  it('takes a key along whose file is gone', async () => {
    await endAmidSignOut();
    stores.files.clear();
    await keeper.eraseWished();
    expectErased();
  });

  it('leaves what is unsent, without all else, and for good', async () => {
    await endAmidSignOut(ana(), 1);
    await keeper.eraseWished();
    expect(stores.files.get(ID)).toMatchObject({ unsent: 1, isBare: true });
    Object.assign(stores.files.get(ID) ?? {}, { unsent: 0 });
    await expectKept();
    await keeper.open(ana());
    expect(keeper.state()).toMatchObject({ phase: 'open', setAside: null });
  });

  it('takes along what is unsent where that was given up with a store that did not open', async () => {
    await endAmidSignOut(ana(), 1);
    stores.fault = 'newer';
    await keeper.open(ana());
    await keeper.wishErasing(ID, 'everything');
    restart();
    await keeper.eraseWished();
    expectErased();
  });

  it('waits while somebody is signed in', async () => {
    await endAmidSignOut();
    await keeper.open({ identity: 'e5f6', storage: { keychain, account: ID }, connectionId: 'x' });
    await keeper.eraseWished();
    expect(keeper.state().phase).toBe('open');
    expect(stores.files.has(ID)).toBe(true);
  });
});

describe('a wish to erase a store that does not open', () => {
  const obstacles = {
    'a locked keychain': [() => (keychain.fault = 'locked'), 'keychain-locked'],
    'a keychain that shows nothing': [() => (keychain.isMute = true), 'keychain-locked'],
    'no keychain': [() => (keychain.fault = 'unavailable'), 'keychain-unavailable'],
    'another copy': [() => (stores.fault = 'in-use'), 'store-damaged'],
    'a file that can not be read': [() => (stores.fault = 'damaged'), 'store-damaged'],
  } as const;

  beforeEach(() => endAmidSignOut(ana(), 1));

  it.each(Object.entries(obstacles))('is told of, and stays: %s', async (_, [stand, code]) => {
    stand();
    await keeper.eraseWished();
    expect(keeper.state()).toMatchObject({ phase: 'closed', error: { code } });
    await keeper.retry();
    expect(keeper.state()).toMatchObject({ phase: 'closed', error: { code } });
    // And at the start after that.
    restart();
    await keeper.eraseWished();
    expect(keeper.state()).toMatchObject({ phase: 'closed', error: { code } });
    expect(stores.files.get(ID)).not.toHaveProperty('isBare');

    Object.assign(keychain, { fault: null, isMute: false });
    stores.fault = null;
    await keeper.retry();
    expect(keeper.state()).toMatchObject({ phase: 'closed', error: null });
    // What is unsent was looked for then, too.
    expect(stores.files.get(ID)).toMatchObject({ unsent: 1, isBare: true });
  });
});

describe('a wish to erase a store under a passphrase', () => {
  it('is told of until its owner signs in, who has the store in use again', async () => {
    const owner = await anaUnder('secret');
    await endAmidSignOut(owner);
    await keeper.eraseWished();
    expect(keeper.state()).toMatchObject({ phase: 'closed', error: { code: 'keychain-locked' } });
    await keeper.open(owner);
    expect(keeper.state()).toMatchObject({ phase: 'open', error: null, setAside: null });
    await keeper.close();
    expect(keeper.state()).toMatchObject({ phase: 'closed', error: null });
    restart();
    await keeper.eraseWished();
    expect(keeper.state()).toMatchObject({ phase: 'closed', error: null });
    expect(stores.files.get(ID)).not.toHaveProperty('isBare');
  });
});

describe('a wish to erase that came to nothing', () => {
  it('is forgotten where it is taken back', async () => {
    await keeper.open(ana());
    await keeper.wishErasing(ID, 'unless-unsent');
    await keeper.giveUpErasing();
    await expectKept();
    // What is lost after that is told of again.
    stores.files.clear();
    await keeper.open(ana());
    expect(keeper.state().setAside).toMatchObject({ fileName: null });
  });

  it('is forgotten where the session went on in the next run', async () => {
    await endAmidSignOut();
    await keeper.retry();
    await keeper.open(ana());
    expect(keeper.state()).toMatchObject({ phase: 'open', setAside: null });
    await expectKept();
  });

  it('is void where its owner signed in by an older version', async () => {
    await endAmidSignOut();
    // It knows nothing of the wish, and keeps what others note.
    const notes = files.contents.get(NOTES) ?? '';
    expect(notes).toContain('"wish":"unless-unsent"');
    files.contents.set(NOTES, notes.replace('"hasFile":false', '"hasFile":true'));
    await expectKept();
  });

  it('is none where an older version wrote the notes', async () => {
    await keeper.open(ana());
    const notes = files.contents.get(NOTES) ?? '';
    expect(notes).toContain(',"wish":null');
    files.contents.set(NOTES, notes.replace(',"wish":null', ''));
    await expectKept();
  });
});

describe('a wish to erase is noted', () => {
  it('while the store opens, too', async () => {
    await keeper.open(ana());
    restart();
    const { open } = stores;
    let letOpen = (): void => undefined;
    const held = new Promise<void>((resolve) => (letOpen = resolve));
    const asked = new Promise<void>((resolve) => {
      stores.open = async (...terms) => {
        resolve();
        await held;
        return open.apply(stores, terms);
      };
    });
    const opening = keeper.open(ana());
    await asked;
    await keeper.wishErasing(ID, 'everything');
    letOpen();
    await opening;
    Object.assign(stores, { open });
    restart();
    await keeper.eraseWished();
    expectErased();
  });

  it.each([
    ['of a session in memory', () => keeper.open(ana({ storage: null })), ID],
    ['of one who is not signed in', () => keeper.open(ana()), 'e5f6'],
    [
      'of what another copy has open',
      () => {
        stores.fault = 'in-use';
        return keeper.open(ana());
      },
      ID,
    ],
  ])('but not %s', async (_, open, identity) => {
    await keeper.open(ana());
    await keeper.close();
    await open();
    await keeper.wishErasing(identity, 'everything');
    stores.fault = null;
    await expectKept();
  });
});
