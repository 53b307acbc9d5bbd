import { describe, expect, it, onTestFinished } from 'vitest';
import { reportFaultsTo } from '@core/faults';
import { StoreFailure } from '@core/ports/stores';
import { MemoryKeychain } from '../session/house';
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
  stores,
  openHouseForEach,
} from './keeper-house';

openHouseForEach();

describe('the first check of the rows', () => {
  it('lets a store open whose disk is too full for a copy of a damaged row', async () => {
    const faults: string[] = [];
    onTestFinished(reportFaultsTo((where) => faults.push(where)));
    stores.checkFault = 'disk-full';
    expect(await keeper.open(ana())).not.toBeNull();
    expect(keeper.state()).toMatchObject({ phase: 'open', error: null });
    expect(faults).toEqual(['the first rows of the store could not be checked']);
  });

  it('opens no store of which the rows can not be read', async () => {
    stores.checkFault = 'damaged';
    expect(await keeper.open(ana())).toBeNull();
    expect(keeper.state()).toMatchObject({ phase: 'failed', error: { code: 'store-damaged' } });
  });
});

describe('the key of a store', () => {
  it('is made with the store, once, and lies in the keychain alone', async () => {
    expect(await keeper.open(ana())).not.toBeNull();
    expect(keeper.state()).toEqual({
      ...{ phase: 'open', error: null, setAside: null, damaged: null, bytes: 4096 },
    });
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
    expect(await keeper.startOver()).not.toBeNull();
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
    await keeper.startOver();
    expect(keeper.state()).toMatchObject({
      phase: 'open',
      setAside: { isChosen: true, recovered: null },
    });
    await endAndRestart();
    await signIn('first');
    await keeper.startOver();
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
    expect(state).toEqual({ phase, setAside: null, damaged: null, bytes: null });
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
    const setAside = { fileName: `${ID}.aside-1`, at: clock.now(), isChosen: false, recovered: 3 };
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
