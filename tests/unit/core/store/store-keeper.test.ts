import { beforeEach, describe, expect, it } from 'vitest';
import { FleetdeskError } from '@contract/errors';
import type { StoreState } from '@contract/store';
import { StoreFailure } from '@core/ports/stores';
import { StoreKeeper, type StoreOwner } from '@core/store/store-keeper';
import { MemoryFiles } from '../memory-files';
import { MemoryKeychain, MemoryVaults } from '../session/house';
import { VirtualClock } from '../virtual-clock';
import { FakeStores } from './fake-stores';

const ID = 'a1b2';

let clock: VirtualClock;
let files: MemoryFiles;
let keychain: MemoryKeychain;
let passphrases: MemoryVaults;
let stores: FakeStores;
let keeper: StoreKeeper;

/** A new process on what the last one left. */
function restart(): StoreKeeper {
  keeper = new StoreKeeper({ clock, files, keychain, passphrases, stores });
  return keeper;
}

function ana(change: Partial<StoreOwner> = {}): StoreOwner {
  const storage = { keychain, account: ID };
  return { identity: ID, storage, connectionId: 'office', ...change };
}

/** What the keychain holds beside tokens. */
function keys(): Record<string, string> {
  return Object.fromEntries([...keychain.entries].filter(([account]) => account !== ID));
}

async function endAndRestart(): Promise<StoreKeeper> {
  await keeper.close();
  return restart();
}

beforeEach(() => {
  clock = new VirtualClock();
  files = new MemoryFiles();
  keychain = new MemoryKeychain();
  passphrases = new MemoryVaults();
  stores = new FakeStores();
  // Whoever is signed in has tokens there.
  keychain.entries.set(ID, 'tokens');
  restart();
});

describe('the key of a store', () => {
  it('is made with the store, once, and lies in the keychain alone', async () => {
    expect(await keeper.open(ana())).not.toBeNull();
    expect(keeper.state()).toEqual({ phase: 'open', error: null, setAside: null, bytes: 4096 });
    const [account, key] = Object.entries(keys())[0] ?? [];
    expect(account).toBe(`${ID}.store`);
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(files.everything).not.toContain(key);
    await endAndRestart();
    expect(await keeper.open(ana())).not.toBeNull();
    expect(Object.values(keys())).toEqual([key]);
  });

  it('is never made while a store lies there: without it the store stays as it is', async () => {
    await keeper.open(ana());
    await endAndRestart();
    keychain.entries.delete(`${ID}.store`);
    expect(await keeper.open(ana())).toBeNull();
    expect(keeper.state()).toMatchObject({
      phase: 'failed',
      error: { code: 'store-damaged', reason: 'key-missing' },
    });
    expect(keys()).toEqual({});
    expect(stores.log.filter((line) => line.startsWith('aside'))).toEqual([]);
  });

  it('is waited for where the keychain shows nothing at all', async () => {
    await keeper.open(ana());
    await endAndRestart();
    keychain.isMute = true;
    expect(await keeper.open(ana())).toBeNull();
    expect(keeper.state()).toMatchObject({ phase: 'locked', error: { code: 'keychain-locked' } });
    keychain.isMute = false;
    expect(await keeper.retry()).not.toBeNull();
    expect(keeper.state().phase).toBe('open');
  });

  it('is waited for where only the note says that there is one', async () => {
    // Ended between making the key and making the file.
    stores.fault = 'disk-full';
    await keeper.open(ana());
    await endAndRestart();
    stores.fault = null;
    const before = keys();
    expect(Object.keys(before)).toHaveLength(1);
    keychain.isMute = true;
    await keeper.open(ana());
    expect(keeper.state().phase).toBe('locked');
    keychain.isMute = false;
    await keeper.retry();
    expect(keys()).toEqual(before);
    expect(keeper.state()).toMatchObject({ phase: 'open', setAside: null });
  });

  it('is found without any note', async () => {
    await keeper.open(ana());
    await endAndRestart();
    files.contents.set('store-keys.json', 'garbage');
    expect(await keeper.open(ana())).not.toBeNull();
    expect(Object.keys(keys())).toHaveLength(1);
  });

  it('that can not be read is not written over', async () => {
    keychain.entries.set(`${ID}.store`, 'something else');
    expect(await keeper.open(ana())).toBeNull();
    expect(keeper.state()).toMatchObject({
      phase: 'failed',
      error: { code: 'keychain-unavailable', reason: 'unreadable' },
    });
    expect(keys()).toEqual({ [`${ID}.store`]: 'something else' });
  });

  it('that the keychain did not keep makes no store', async () => {
    const forgetful = { ...ana().storage, account: ID, keychain: new MemoryKeychain() };
    forgetful.keychain.write = () => Promise.resolve();
    expect(await keeper.open(ana({ storage: forgetful }))).toBeNull();
    expect(keeper.state()).toMatchObject({
      phase: 'failed',
      error: { code: 'keychain-unavailable' },
    });
    expect(stores.files.size).toBe(0);
  });

  it('under another passphrase locks the store', async () => {
    const under = (passphrase: string) => ({ keychain: passphrases.open(passphrase), account: ID });
    await under('first').keychain.write(ID, 'tokens');
    await keeper.open(ana({ storage: under('first') }));
    await endAndRestart();
    await under('second').keychain.write(ID, 'tokens');
    expect(await keeper.open(ana({ storage: under('second') }))).toBeNull();
    expect(keeper.state()).toMatchObject({
      phase: 'locked',
      error: { code: 'keychain-locked', reason: 'wrong-passphrase' },
    });
    expect(await keeper.startAnew()).not.toBeNull();
    // The old key stays, so that the passphrase still opens what was set aside.
    expect(passphrases.entries.get(`${ID}.store`)?.passphrase).toBe('first');
    expect(passphrases.entries.get(`${ID}.store-2`)?.passphrase).toBe('second');
  });

  it('under a passphrase that comes to mind again opens what it locked, or recovers it', async () => {
    const under = (passphrase: string) => {
      const vault = { keychain: passphrases.open(passphrase), account: ID };
      return ana({ storage: vault });
    };
    const signIn = async (passphrase: string) => {
      await passphrases.open(passphrase).write(ID, 'tokens');
      return keeper.open(under(passphrase));
    };
    await signIn('first');
    await endAndRestart();
    Object.assign(stores.files.get(ID) ?? {}, { unsent: 3 });
    expect(await signIn('second')).toBeNull();
    await endAndRestart();
    expect(await signIn('first')).not.toBeNull();
    await endAndRestart();

    // Forgotten again, and given up.
    await signIn('second');
    await keeper.startAnew();
    expect(keeper.state()).toMatchObject({ phase: 'open', setAside: { recovered: null } });
    await endAndRestart();
    await signIn('first');
    await keeper.startAnew();
    expect(keeper.state()).toMatchObject({ phase: 'open', setAside: { recovered: 3 } });
    expect(stores.aside.size).toBe(2);
  });

  it('is of no concern to a session in memory', async () => {
    expect(await keeper.open(ana({ storage: null }))).not.toBeNull();
    expect(keeper.state().phase).toBe('inMemory');
    expect(keys()).toEqual({});
    expect(stores.files.size).toBe(0);
    expect(files.contents.size).toBe(0);
  });
});

describe('a store that can not be opened', () => {
  it.each([
    ['in-use', 'inUse', 'in-use'],
    ['disk-full', 'failed', 'disk-full'],
    ['read-only', 'failed', 'read-only'],
    ['newer', 'failed', 'newer-version'],
    ['failed', 'failed', undefined],
  ] as const)('because of %s is left alone and tried again', async (fault, phase, reason) => {
    await keeper.open(ana());
    await endAndRestart();
    stores.fault = fault;
    expect(await keeper.open(ana())).toBeNull();
    const { error, ...state } = keeper.state();
    expect(state).toEqual({ phase, setAside: null, bytes: null });
    expect(error?.code).toBe('store-damaged');
    expect(error?.reason).toBe(reason);
    expect(stores.aside.size).toBe(0);
    stores.fault = null;
    expect(await keeper.retry()).not.toBeNull();
    expect(keeper.state()).toMatchObject({ phase: 'open', error: null });
  });

  it('though its key is there is set aside; what was not sent is taken over', async () => {
    await keeper.open(ana());
    const before = keys();
    await endAndRestart();
    Object.assign(stores.files.get(ID) ?? {}, { isDamaged: true, unsent: 3 });
    expect(await keeper.open(ana())).not.toBeNull();
    const setAside = { fileName: `${ID}.aside-1`, at: clock.now(), recovered: 3 };
    expect(keeper.state()).toMatchObject({ phase: 'open', setAside });
    // One key for all of an identity's files: what lies aside stays readable.
    expect(keys()).toEqual(before);

    await endAndRestart();
    await keeper.open(ana());
    expect(keeper.state().setAside).toEqual(setAside);
    expect(stores.log.filter((line) => line.startsWith('recover'))).toHaveLength(1);

    await keeper.acknowledge();
    expect(keeper.state().setAside).toBeNull();
    await endAndRestart();
    await keeper.open(ana());
    expect(keeper.state().setAside).toBeNull();
  });

  it('though it can not be taken over yet keeps nobody from working, and is tried again', async () => {
    await keeper.open(ana());
    await endAndRestart();
    Object.assign(stores.files.get(ID) ?? {}, { isDamaged: true, unsent: 3 });
    const recover = stores.recover.bind(stores);
    stores.recover = () => Promise.reject(new StoreFailure('disk-full', 'No room for a copy.'));
    expect(await keeper.open(ana())).not.toBeNull();
    expect(keeper.state()).toMatchObject({
      phase: 'open',
      error: null,
      setAside: { recovered: null },
    });
    await endAndRestart();
    stores.recover = recover;
    await keeper.open(ana());
    expect(keeper.state().setAside).toMatchObject({ recovered: 3 });
  });

  it('since another key lay in the keychain is taken over once its own is back', async () => {
    await keeper.open(ana());
    const own = keychain.entries.get(`${ID}.store`) ?? '';
    await endAndRestart();
    Object.assign(stores.files.get(ID) ?? {}, { unsent: 3 });
    keychain.entries.set(`${ID}.store`, stores.newKey());
    expect(await keeper.open(ana())).not.toBeNull();
    expect(keeper.state().setAside).toMatchObject({ recovered: null });
    await endAndRestart();
    keychain.entries.set(`${ID}.store`, own);
    expect(await keeper.open(ana())).not.toBeNull();
    // The file that was made with the other key lies aside now as well; this one matters more.
    expect(stores.aside.size).toBe(2);
    expect(keeper.state().setAside).toMatchObject({ fileName: `${ID}.aside-1`, recovered: 3 });
  });

  it('and was set aside by a run that was killed is told of and recovered all the same', async () => {
    await keeper.open(ana());
    await endAndRestart();
    Object.assign(stores.files.get(ID) ?? {}, { unsent: 2 });
    await stores.setAside(ID);
    await keeper.open(ana());
    expect(keeper.state().setAside).toMatchObject({ fileName: `${ID}.aside-1`, recovered: 2 });
  });
});

describe('a store of which nothing is left', () => {
  const lost = () => ({ fileName: null, at: clock.now(), recovered: null });

  beforeEach(async () => {
    await keeper.open(ana());
    await endAndRestart();
    stores.files.clear();
  });

  it('is begun anew under its key, and told of until a person has seen it', async () => {
    const before = keys();
    expect(await keeper.open(ana())).not.toBeNull();
    expect(keeper.state()).toMatchObject({ phase: 'open', error: null, setAside: lost() });
    expect(keys()).toEqual(before);
    await endAndRestart();
    await keeper.open(ana());
    expect(keeper.state().setAside).toEqual(lost());
    await keeper.acknowledge();
    expect(keeper.state().setAside).toBeNull();
    await endAndRestart();
    await keeper.open(ana());
    expect(keeper.state().setAside).toBeNull();
    // It can be lost once more.
    await endAndRestart();
    stores.files.clear();
    await keeper.open(ana());
    expect(keeper.state().setAside).toEqual(lost());
  });

  it.each([
    ['the notes', () => files.contents.delete('store-keys.json')],
    ['its key', () => keychain.entries.delete(`${ID}.store`)],
  ])('is told of though %s went with it', async (_, lose) => {
    lose();
    expect(await keeper.open(ana())).not.toBeNull();
    expect(keeper.state().setAside).toEqual(lost());
  });

  it('is told of though the run ended while the next one was made', async () => {
    stores.fault = 'disk-full';
    expect(await keeper.open(ana())).toBeNull();
    await endAndRestart();
    stores.fault = null;
    await keeper.open(ana());
    expect(keeper.state().setAside).toEqual(lost());
  });

  it('is told of though one before it was set aside and not seen yet', async () => {
    await keeper.open(ana());
    await keeper.acknowledge();
    await endAndRestart();
    Object.assign(stores.files.get(ID) ?? {}, { isDamaged: true, unsent: 3 });
    await keeper.open(ana());
    await endAndRestart();
    stores.files.clear();
    await keeper.open(ana());
    // First the one in which something waits for a decision.
    expect(keeper.state().setAside).toMatchObject({ recovered: 3 });
    await keeper.acknowledge();
    expect(keeper.state().setAside).toEqual(lost());
    await keeper.acknowledge();
    expect(keeper.state().setAside).toBeNull();
  });
});

describe('nothing is told of a store', () => {
  const tellsNothing = async () => {
    await endAndRestart();
    expect(await keeper.open(ana())).not.toBeNull();
    expect(keeper.state()).toMatchObject({ phase: 'open', setAside: null });
  };

  it.each(['before', 'after'])('that was not made yet: ended just %s its key', async (when) => {
    const { write } = keychain;
    keychain.write = async (account, secret) => {
      if (when === 'after') await write.call(keychain, account, secret);
      throw new Error('The run ended here.');
    };
    expect(await keeper.open(ana())).toBeNull();
    expect(Object.keys(keys())).toHaveLength(when === 'after' ? 1 : 0);
    keychain.write = write;
    await tellsNothing();
  });

  const ways = {
    'when its owner signed out': () => keeper.erase(),
    'with its connection': async () => {
      await keeper.close();
      await keeper.eraseOf('office');
    },
  };
  const hindrances = {
    'without hindrance': () => undefined,
    'by a run that ended before the key was gone': () => {
      passphrases.discard = () => Promise.reject(new Error('The run ended here.'));
    },
    'while the keychain was locked': () => {
      keychain.isMute = true;
    },
    'while the keychain could not be reached': () => {
      keychain.fault = 'unavailable';
    },
  };

  describe.each(Object.entries(ways))('that was erased %s', (_, erase) => {
    it.each(Object.entries(hindrances))('%s', async (_, hinder) => {
      await keeper.open(ana());
      await endAndRestart();
      // One before it was set aside; a person has not seen that yet.
      Object.assign(stores.files.get(ID) ?? {}, { isDamaged: true });
      await keeper.open(ana());
      expect(keeper.state().setAside).not.toBeNull();
      hinder();
      await erase().catch(() => undefined);
      expect(stores.files.size).toBe(0);
      Object.assign(keychain, { isMute: false, fault: null });
      await tellsNothing();
    });
  });
});

describe('starting anew', () => {
  beforeEach(async () => {
    await keeper.open(ana());
    await endAndRestart();
    Object.assign(stores.files.get(ID) ?? {}, { unsent: 4 });
  });

  it('sets the file aside, makes a key of its own, and says so', async () => {
    keychain.entries.delete(`${ID}.store`);
    await keeper.open(ana());
    expect(await keeper.startAnew()).not.toBeNull();
    expect(keeper.state()).toMatchObject({ phase: 'open', setAside: { recovered: null } });
    expect(Object.keys(keys())).toEqual([`${ID}.store-2`]);
    expect(stores.aside.size).toBe(1);
  });

  it('recovers the old file once its key is back', async () => {
    const old = keychain.entries.get(`${ID}.store`) ?? '';
    keychain.entries.delete(`${ID}.store`);
    await keeper.open(ana());
    await keeper.startAnew();
    await endAndRestart();
    keychain.entries.set(`${ID}.store`, old);
    expect(await keeper.open(ana())).not.toBeNull();
    expect(keeper.state().setAside).toMatchObject({ recovered: 4 });
  });

  it('is refused while the keychain is locked, and changes nothing', async () => {
    keychain.isMute = true;
    await keeper.open(ana());
    await expect(keeper.startAnew()).rejects.toMatchObject({ error: { code: 'keychain-locked' } });
    expect(keeper.state().phase).toBe('locked');
    expect(stores.aside.size).toBe(0);
    keychain.isMute = false;
    expect(Object.keys(keys())).toEqual([`${ID}.store`]);
  });

  it('is refused while another copy has the store', async () => {
    stores.fault = 'in-use';
    await keeper.open(ana());
    await expect(keeper.startAnew()).rejects.toMatchObject({ error: { reason: 'in-use' } });
    expect(keeper.state().phase).toBe('inUse');
    expect(stores.aside.size).toBe(0);
  });

  it('leaves an open store as it is', async () => {
    const store = await keeper.open(ana());
    expect(await keeper.startAnew()).toBe(store);
    expect(stores.aside.size).toBe(0);
  });

  it('needs somebody who is signed in', async () => {
    await expect(keeper.startAnew()).rejects.toBeInstanceOf(FleetdeskError);
  });
});

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

  it('leaves a file alone that another copy has open', async () => {
    await keeper.open(ana());
    await endAndRestart();
    stores.fault = 'in-use';
    await keeper.open(ana());
    await keeper.erase();
    expect(stores.files.has(ID)).toBe(true);
    expect(Object.keys(keys())).toHaveLength(1);
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
