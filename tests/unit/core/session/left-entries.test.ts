import { beforeEach, describe, expect, it } from 'vitest';
import { House, signIn } from './house';

let house: House;

beforeEach(async () => {
  house = await House.open();
});

const never = (): Promise<never> => new Promise(() => undefined);

/** Runs until nothing goes on any more, and then starts over. */
async function endAndRestart(call: Promise<unknown>): Promise<void> {
  void call.catch(() => undefined);
  await house.clock.advance(100_000);
  await house.start();
}

describe('a run that ends amid a sign-out', () => {
  it.each(['keychain', 'passphrase'] as const)(
    'leaves no tokens for good: under a %s',
    async (place) => {
      const passphrase = 'four words of a kind';
      await house.signIn(place === 'passphrase' ? { place, passphrase } : {});
      const entries = place === 'keychain' ? house.keychain.entries : house.vaults.entries;
      const { remove } = house.keychain;
      const { discard } = house.vaults;
      Object.assign(house.keychain, { remove: never });
      Object.assign(house.vaults, { discard: never });
      await endAndRestart(house.session.signOut());
      Object.assign(house.keychain, { remove });
      Object.assign(house.vaults, { discard });
      expect(entries.size).toBe(1);

      const state = await house.session.restore();
      expect(state).toMatchObject({ phase: 'signed-out', keychain: 'absent' });
      expect(entries.size).toBe(0);
      expect(house.connections.kept()).toEqual([]);
    },
  );

  it('tries again at each start while the keychain is locked', async () => {
    await house.signIn();
    house.keychain.fault = 'locked';
    await endAndRestart(house.session.signOut());
    await house.session.restore();
    expect(house.keychain.entries.size).toBe(1);
    house.keychain.fault = null;
    await house.start();
    expect(await house.session.restore()).toMatchObject({ phase: 'signed-out' });
    expect(house.keychain.entries.size).toBe(0);
  });

  it('does so as well while a locked keychain only answers that it has nothing', async () => {
    await house.signIn();
    house.keychain.isMute = true;
    await expect(house.session.signOut()).rejects.toMatchObject({
      error: { code: 'keychain-locked' },
    });
    for (const start of ['the next', 'the one after']) {
      await house.start();
      await house.session.restore();
      expect(house.keychain.entries.size, start).toBe(1);
      expect(house.connections.kept(), start).toHaveLength(1);
    }
    house.keychain.isMute = false;
    await house.start();
    expect(await house.session.restore()).toMatchObject({ phase: 'signed-out' });
    expect(house.keychain.entries.size).toBe(0);
    expect(house.connections.kept()).toEqual([]);
  });
});

describe('a run that ends amid a sign-in', () => {
  it('leaves no tokens that nobody knows of', async () => {
    const { write } = house.files;
    house.files.write = (name, text) =>
      name === 'session.json' ? never() : write.call(house.files, name, text);
    await endAndRestart(house.session.signIn(signIn));
    Object.assign(house.files, { write });
    expect(house.keychain.entries.size).toBe(1);
    expect(await house.session.restore()).toMatchObject({ phase: 'signed-out' });
    expect(house.keychain.entries.size).toBe(0);
  });
});

describe('a marker that was damaged', () => {
  it('costs the session neither at this start nor at the next one', async () => {
    await house.signIn();
    house.files.contents.set('session.json', '{');
    for (const start of ['this', 'the next']) {
      await house.start();
      expect(await house.session.restore(), start).toMatchObject({ phase: 'signed-in' });
    }
  });

  it('does not keep a passphrase from opening the session', async () => {
    const passphrase = 'four words of a kind';
    await house.signIn({ place: 'passphrase', passphrase });
    house.files.contents.set('session.json', '{');
    await house.start();
    expect(await house.session.restore()).toMatchObject({
      keychain: 'locked',
      place: 'passphrase',
    });
    expect(await house.session.unlock(passphrase)).toMatchObject({ phase: 'signed-in' });
  });

  it('says nothing against a keychain that shows no entry', async () => {
    await house.signIn();
    house.files.contents.set('session.json', '{');
    house.keychain.entries.clear();
    for (const start of ['this', 'the next']) {
      await house.start();
      expect(await house.session.restore(), start).toMatchObject({ keychain: 'absent' });
    }
  });
});
