import { describe, expect, it } from 'vitest';
import type { StoreState } from '@contract/store';
import {
  ID,
  ana,
  clock,
  endAndRestart,
  files,
  keeper,
  keychain,
  keys,
  passphrases,
  restart,
  stores,
  openHouseForEach,
} from './keeper-house';

openHouseForEach();

describe('the end of a store', () => {
  it('comes before another one is opened', async () => {
    await keeper.open(ana());
    await keeper.open(ana({ storage: null }));
    expect(stores.log).toEqual([`open ${ID}`, `close ${ID}`, 'open in memory']);
    await keeper.close();
    expect(keeper.state().phase).toBe('closed');
    expect(keeper.store).toBeNull();
    expect(await keeper.retry()).toBeNull();
  });

  it('takes file and key along where that is wished', async () => {
    await keeper.open(ana());
    await keeper.erase();
    expect(stores.files.size).toBe(0);
    expect(keys()).toEqual({});
    expect(files.everything).not.toContain(ID);
    // The tokens are the session's affair.
    expect(keychain.entries.has(ID)).toBe(true);
    await keeper.open(ana());
    expect(keeper.state().phase).toBe('open');
  });

  it('takes a key under a passphrase along with its note', async () => {
    const vault = { keychain: passphrases.open('secret'), account: ID };
    await vault.keychain.write(ID, 'tokens');
    await keeper.open(ana({ storage: vault }));
    await keeper.erase();
    expect([...passphrases.entries.keys()]).toEqual([ID]);
    expect(files.everything).not.toContain(ID);
  });

  it('takes along what was set aside, and the keys of that', async () => {
    const vault = { keychain: passphrases.open('secret'), account: ID };
    await vault.keychain.write(ID, 'tokens');
    await keeper.open(ana({ storage: vault }));
    await endAndRestart();
    const other = { keychain: passphrases.open('another one'), account: ID };
    await other.keychain.write(ID, 'tokens');
    await keeper.open(ana({ storage: other }));
    await keeper.startOver();
    expect(stores.aside.size).toBe(1);
    await endAndRestart();
    // And under a passphrase that opens neither.
    await keeper.open(ana({ storage: { ...vault, keychain: passphrases.open('a third') } }));
    expect(keeper.state().phase).not.toBe('open');
    await keeper.erase();
    expect([stores.files.size, stores.aside.size]).toEqual([0, 0]);
    expect([...passphrases.entries.keys()]).toEqual([ID]);
    expect(files.everything).not.toContain(ID);
  });

  it.each([
    ['its owner signs out', () => keeper.erase()],
    [
      'its connection is forgotten',
      async () => {
        await keeper.erase();
        await keeper.eraseOf('office');
      },
    ],
  ])('leaves a file alone that another copy has open: %s', async (_, erase) => {
    await keeper.open(ana());
    await endAndRestart();
    stores.fault = 'in-use';
    await keeper.open(ana());
    await erase();
    expect(stores.files.has(ID)).toBe(true);
    expect(Object.keys(keys())).toHaveLength(1);
  });

  it('takes a file along that the other copy has let go of', async () => {
    await keeper.open(ana());
    await endAndRestart();
    stores.fault = 'in-use';
    await keeper.open(ana());
    stores.fault = null;
    await keeper.retry();
    await keeper.erase();
    expect(stores.files.has(ID)).toBe(false);
    expect(keys()).toEqual({});
  });

  it('takes those of a forgotten connection along, wherever their keys lie', async () => {
    const vault = { keychain: passphrases.open('secret'), account: 'c3d4' };
    await vault.keychain.write('c3d4', 'tokens');
    await keeper.open(ana());
    await keeper.open({ identity: 'c3d4', storage: vault, connectionId: 'office' });
    await keeper.open({ identity: 'e5f6', storage: { keychain, account: ID }, connectionId: 'x' });
    await keeper.close();
    await keeper.eraseOf('office');
    expect([...stores.files.keys()]).toEqual(['e5f6']);
    expect(passphrases.entries.has('c3d4.store')).toBe(false);
    expect(Object.keys(keys())).toEqual(['e5f6.store']);
  });

  it('tells within a minute what was found damaged, until a person has seen it', async () => {
    await keeper.open(ana());
    stores.damage = { rows: 2, entries: 1, at: 7 };
    await clock.advance(60_000);
    expect(keeper.state().damaged).toEqual({ rows: 2, entries: 1, at: 7 });
    await keeper.acknowledgeDamage(2);
    expect(keeper.state().damaged).toBeNull();
    await clock.advance(60_000);
    expect(keeper.state().damaged).toBeNull();
    stores.damage = { rows: 1, entries: 0, at: 9 };
    await clock.advance(60_000);
    expect(keeper.state().damaged).toEqual({ rows: 1, entries: 0, at: 9 });
    await keeper.close();
    expect(keeper.state().damaged).toBeNull();
  });

  it('tells damage that was found between the last look and the click of a person', async () => {
    await keeper.open(ana());
    stores.damage = { rows: 2, entries: 0, at: 7 };
    await clock.advance(60_000);
    stores.damage = { rows: 5, entries: 0, at: 8 };
    await keeper.acknowledgeDamage(2);
    expect(keeper.state().damaged).toEqual({ rows: 3, entries: 0, at: 8 });
  });

  it('keeps telling of damage when a person has only seen that a file was set aside', async () => {
    stores.damage = { rows: 2, entries: 0, at: 7 };
    await keeper.open(ana());
    await keeper.acknowledge();
    expect(keeper.state().damaged).toEqual({ rows: 2, entries: 0, at: 7 });
    await clock.advance(60_000);
    expect(keeper.state().damaged).not.toBeNull();
  });

  it('stops looking at its size', async () => {
    await keeper.open(ana());
    const states: StoreState[] = [];
    keeper.subscribe((state) => states.push(state));
    stores.bytes = 8192;
    await clock.advance(60_000);
    expect(states.map(({ bytes }) => bytes)).toEqual([8192]);
    // A size that stays is no news.
    await clock.advance(60_000);
    expect(states).toHaveLength(1);
    await keeper.close();
    expect(clock.pending).toBe(0);
  });
});

describe('a run that ends amid an erasure', () => {
  const ends = {
    'before the file is gone': () => {
      stores.erase = () => new Promise(() => undefined);
    },
    'before the key is gone': () => {
      keychain.remove = () => new Promise(() => undefined);
    },
  };

  it.each(Object.entries(ends))('leaves the rest to the next one: %s', async (_, end) => {
    const { erase } = stores;
    const { remove } = keychain;
    await keeper.open(ana());
    end();
    void keeper.erase();
    await clock.advance(1);
    Object.assign(stores, { erase });
    Object.assign(keychain, { remove });
    expect(keys()).not.toEqual({});
    restart();
    await keeper.retry();
    expect(stores.files.size).toBe(0);
    expect(keys()).toEqual({});
    expect(files.everything).not.toContain(ID);
  });
});

describe('a store that the system holds', () => {
  const held = { code: 'store-damaged', message: 'EBUSY: held' } as const;

  it('is told of, and is erased once that is tried again', async () => {
    await keeper.open(ana());
    stores.areHeld = true;
    await expect(keeper.erase()).rejects.toMatchObject({ error: held });
    expect(keeper.state()).toMatchObject({ phase: 'closed', error: held });
    expect(await keeper.retry()).toBeNull();
    expect(keeper.state()).toMatchObject({ phase: 'closed', error: held });
    expect(stores.files.has(ID)).toBe(true);
    stores.areHeld = false;
    await keeper.retry();
    expect(keeper.state()).toMatchObject({ phase: 'closed', error: null });
    expect(stores.files.size).toBe(0);
    expect(keys()).toEqual({});
    expect(files.everything).not.toContain(ID);
  });

  it('is in use again with the next sign-in of its owner, and only then no more to be erased', async () => {
    await keeper.open(ana());
    stores.areHeld = true;
    await expect(keeper.erase()).rejects.toThrow();
    await keeper.open({ identity: 'e5f6', storage: { keychain, account: ID }, connectionId: 'x' });
    expect(keeper.state()).toMatchObject({ phase: 'open', error: null });
    await keeper.close();
    expect(keeper.state()).toMatchObject({ phase: 'closed', error: held });
    await keeper.open(ana());
    expect(keeper.state()).toMatchObject({ phase: 'open', error: null });
    await keeper.close();
    stores.areHeld = false;
    await keeper.retry();
    expect(keeper.state()).toMatchObject({ phase: 'closed', error: null });
    expect([...stores.files.keys()].sort()).toEqual([ID, 'e5f6']);
  });

  it('is erased at the next start, or told of again', async () => {
    await keeper.open(ana());
    stores.areHeld = true;
    await keeper.erase().catch(() => undefined);
    await endAndRestart();
    await keeper.retry();
    expect(keeper.state()).toMatchObject({ phase: 'closed', error: held });
    stores.areHeld = false;
    await endAndRestart();
    await keeper.retry();
    expect(keeper.state()).toMatchObject({ phase: 'closed', error: null });
    expect(stores.files.size).toBe(0);
    expect(keys()).toEqual({});
    expect(files.everything).not.toContain(ID);
  });

  it.each([
    ['this one', false],
    ['an older version', true],
  ])('stays after the next start where its owner signed in by %s', async (_, isOlder) => {
    await keeper.open(ana());
    stores.areHeld = true;
    await keeper.erase().catch(() => undefined);
    const [before = ''] = files.everything.match(/"isErasing":true/) ?? [];
    await keeper.open(ana());
    expect(files.everything).not.toContain(before);
    if (isOlder) {
      // It knows nothing of that mark, and keeps what others note.
      const notes = files.contents.get('store-keys.json') ?? '';
      files.contents.set('store-keys.json', notes.replace('"isErasing":false', before));
    }
    stores.areHeld = false;
    await endAndRestart();
    await keeper.retry();
    expect(stores.files.has(ID)).toBe(true);
    expect(Object.keys(keys())).toHaveLength(1);
  });

  it('is told of where its connection is forgotten, too', async () => {
    await keeper.open(ana());
    await keeper.close();
    stores.areHeld = true;
    await expect(keeper.eraseOf('office')).rejects.toMatchObject({ error: held });
    expect(keeper.state()).toMatchObject({ phase: 'closed', error: held });
    stores.areHeld = false;
    await keeper.retry();
    expect(stores.files.size).toBe(0);
  });
});
