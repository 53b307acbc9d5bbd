import { describe, expect, it } from 'vitest';
import { errorOf } from '../error-of';
import { House } from './house';
import { restarted } from './signed-in';

describe('connections that are damaged while a session is kept', () => {
  const passphrase = 'correct horse';

  it.each([
    ['keychain', 'present'],
    ['passphrase', 'locked'],
  ] as const)('leave the session in the %s, and say so', async (place, keychain) => {
    const house = await House.open();
    await house.signIn({ place, passphrase });
    const kept = new Map<string, unknown>([...house.keychain.entries, ...house.vaults.entries]);
    house.files.contents.set('connections.json', '{ "version": 1,');
    const lost = { phase: 'signed-out', keychain, place, connection: null, isConnectionLost: true };
    expect(await restarted(house)).toMatchObject(lost);
    // Again at the next start, though the damaged file is no longer there.
    expect(await restarted(house)).toMatchObject(lost);
    expect(new Map<string, unknown>([...house.keychain.entries, ...house.vaults.entries])).toEqual(
      kept,
    );
    house.transport.latency = 10;
    await house.signIn({ place, passphrase });
    expect(house.session.state()).toMatchObject({ phase: 'signed-in', isConnectionLost: false });
    expect(house.session.active()?.identity).toBe([...kept.keys()][0]);
    expect(house.keychain.entries.size + house.vaults.entries.size).toBe(1);
    await restarted(house);
    if (place === 'passphrase') await house.session.unlock(passphrase);
    expect(house.session.state()).toMatchObject({ phase: 'signed-in' });
  });

  it('are still lost after a sign-in that failed', async () => {
    const house = await House.open();
    await house.signIn();
    house.files.contents.set('connections.json', '');
    await restarted(house);
    house.transport.script = () => ({ failure: 'refused', sent: 'no' });
    await errorOf(house.signIn());
    expect(house.session.state()).toMatchObject({ keychain: 'present', isConnectionLost: true });
    expect(house.keychain.entries.size).toBe(1);
  });

  it('are no silent sign-out either where the marker is damaged with them', async () => {
    const house = await House.open();
    await house.signIn();
    house.files.contents.set('connections.json', '{');
    house.files.contents.set('session.json', '{');
    expect(await restarted(house)).toMatchObject({
      keychain: 'unreadable',
      isConnectionLost: true,
    });
    expect(house.keychain.entries.size).toBe(1);
  });
});
