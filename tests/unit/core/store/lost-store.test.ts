import { beforeEach, describe, expect, it } from 'vitest';
import { FleetdeskError } from '@contract/errors';
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

/** The notes as they were before it was noted that there is a file. */
function forgetFile(): void {
  const notes = files.contents.get('store-keys.json') ?? '';
  expect(notes).toContain('"hasFile":true');
  files.contents.set('store-keys.json', notes.replace(',"hasFile":true', ''));
}

describe('a store of which nothing is left', () => {
  const lost = () => ({ fileName: null, at: clock.now(), isChosen: false, recovered: null });

  beforeEach(async () => {
    await keeper.open(ana());
    await endAndRestart();
    stores.files.clear();
  });

  it('is begun again under its key, and told of until a person has seen it', async () => {
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

  it('is told of under a note from before files were noted', async () => {
    forgetFile();
    await keeper.open(ana());
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

  it('that is there, under a note from before files were noted', async () => {
    await keeper.open(ana());
    forgetFile();
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

describe('starting over', () => {
  beforeEach(async () => {
    await keeper.open(ana());
    await endAndRestart();
    Object.assign(stores.files.get(ID) ?? {}, { unsent: 4 });
  });

  it('sets the file aside, makes a key of its own, and says so', async () => {
    keychain.entries.delete(`${ID}.store`);
    await keeper.open(ana());
    expect(await keeper.startOver()).not.toBeNull();
    expect(keeper.state()).toMatchObject({ phase: 'open', setAside: { recovered: null } });
    expect(Object.keys(keys())).toEqual([`${ID}.store-2`]);
    expect(stores.aside.size).toBe(1);
  });

  it('recovers the old file once its key is back', async () => {
    const old = keychain.entries.get(`${ID}.store`) ?? '';
    keychain.entries.delete(`${ID}.store`);
    await keeper.open(ana());
    await keeper.startOver();
    await endAndRestart();
    keychain.entries.set(`${ID}.store`, old);
    expect(await keeper.open(ana())).not.toBeNull();
    expect(keeper.state().setAside).toMatchObject({ recovered: 4 });
  });

  it('is refused while the keychain is locked, and changes nothing', async () => {
    keychain.isMute = true;
    await keeper.open(ana());
    await expect(keeper.startOver()).rejects.toMatchObject({ error: { code: 'keychain-locked' } });
    expect(keeper.state().phase).toBe('locked');
    expect(stores.aside.size).toBe(0);
    keychain.isMute = false;
    expect(Object.keys(keys())).toEqual([`${ID}.store`]);
  });

  it('is refused while another copy has the store', async () => {
    stores.fault = 'in-use';
    await keeper.open(ana());
    await expect(keeper.startOver()).rejects.toMatchObject({ error: { reason: 'in-use' } });
    expect(keeper.state().phase).toBe('inUse');
    expect(stores.aside.size).toBe(0);
  });

  it('leaves an open store as it is', async () => {
    const store = await keeper.open(ana());
    expect(await keeper.startOver()).toBe(store);
    expect(stores.aside.size).toBe(0);
  });

  it('needs somebody who is signed in', async () => {
    await expect(keeper.startOver()).rejects.toBeInstanceOf(FleetdeskError);
  });
});
