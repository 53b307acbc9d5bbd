import { describe, expect, it } from 'vitest';
import { errorOf } from '../error-of';
import type { Reply } from '../scripted-transport';
import { settle } from '../virtual-clock';
import { House, signIn } from './house';
import { restarted, roles, signedIn } from './signed-in';

const REFRESH = '/v2/auth/refresh-token';
const LOG_IN = '/v2/auth/login';

/** Answers one operation of authentication by a script, all else as the service does. */
function answer(house: House, path: string, reply: () => Reply): void {
  const usual = house.transport.script;
  house.transport.script = (request) => (request.plainPath === path ? reply() : usual(request));
}

/** A read that needs a token and leaves the clock to the test. */
function beginRead(house: House): Promise<unknown> {
  return house.service.call('roles.list', {}, { lane: 'interactive' });
}

/** A house whose session is kept under a passphrase and locked, with tokens that are due. */
async function locked(): Promise<House> {
  const house = await House.open();
  house.tokens.life = 100;
  await house.signIn({ place: 'passphrase', passphrase: 'quatro palavras' });
  await house.clock.advance(95_000);
  await restarted(house);
  return house;
}

describe('a passphrase that is given twice', () => {
  it('opens one session: no second one sends the token that the first has spent', async () => {
    const house = await locked();
    await house.session.unlock('quatro palavras');
    const authority = house.session.authority();
    const read = beginRead(house);
    await house.session.unlock('quatro palavras');
    expect(house.session.authority()).toBe(authority);
    await house.end(read);
    await roles(house);
    expect(house.tokens.reused).toEqual([]);
    expect(house.transport.to(REFRESH)).toHaveLength(1);
  });
});

describe('tokens that the keychain takes late', () => {
  it('never replace the ones that came after them', async () => {
    const house = await signedIn(100);
    await house.clock.advance(95_000);
    house.keychain.fault = 'locked';
    await roles(house);
    house.keychain.fault = null;
    house.keychainDelay = 120_000;
    const again = house.session.retryKeychain();
    await house.clock.advance(1_000);
    house.keychainDelay = 0;
    await house.clock.advance(94_000);
    await roles(house);
    await house.end(again);
    await restarted(house);
    expect(house.session.state().phase).toBe('signed-in');
    await roles(house);
    expect(house.tokens.reused).toEqual([]);
  });

  it('are not kept for later where newer ones are safe already', async () => {
    const house = await signedIn(100);
    await house.clock.advance(95_000);
    house.keychain.fault = 'locked';
    await roles(house);
    house.keychainDelay = 120_000;
    const again = house.session.retryKeychain();
    await house.clock.advance(94_000);
    const read = beginRead(house);
    await house.clock.advance(26_000);
    house.keychain.fault = null;
    house.keychainDelay = 0;
    await house.end(again);
    await house.end(read);
    await house.session.retryKeychain();
    await restarted(house);
    await roles(house);
    expect(house.tokens.reused).toEqual([]);
  });
});

describe('a sign-in that fails while another session runs', () => {
  it('leaves it as it is by then: expired, where its tokens were refused meanwhile', async () => {
    const house = await signedIn(100);
    await house.clock.advance(95_000);
    answer(house, REFRESH, () => ({ status: 401, json: {} }));
    answer(house, LOG_IN, () => ({ status: 401, json: {} }));
    house.transport.latency = 1_000;
    const refused = errorOf(house.session.signIn({ ...signIn, username: 'bia' }));
    await house.clock.advance(0);
    const read = errorOf(beginRead(house));
    await house.end(read);
    await house.end(refused);
    expect(house.session.state()).toMatchObject({ phase: 'expired', username: 'ana' });
  });

  it('leaves it under the connection as a person edited it meanwhile', async () => {
    const house = await signedIn();
    answer(house, LOG_IN, () => ({ status: 401, json: {} }));
    const refused = errorOf(house.session.signIn({ ...signIn, username: 'bia' }));
    await settle();
    const { id } = house.session.state().connection ?? { id: '' };
    await house.connections.update(id, { ...signIn.connection, timeZone: 'America/Manaus' });
    await house.end(refused);
    expect(house.session.state().connection?.timeZone).toBe('America/Manaus');
  });
});

describe('a connection that is edited while a session begins under it', () => {
  it('applies as it was edited', async () => {
    const house = await House.open();
    house.keychainDelay = 0;
    const write = house.files.write.bind(house.files);
    house.files.write = async (name, text) => {
      if (name === 'session.json') {
        await new Promise<void>((resolve) => house.clock.after(500, resolve));
      }
      return write(name, text);
    };
    const signedInBy = house.session.signIn(signIn);
    await house.clock.advance(300);
    const [connection] = house.connections.state().connections;
    const edited = { ...signIn.connection, timeZone: 'America/Manaus', budgetShare: 12 };
    await house.connections.update(connection?.id ?? '', edited);
    await house.end(signedInBy);
    expect(house.session.state().connection?.timeZone).toBe('America/Manaus');
    expect(house.budget.state().limit).toBe(12);
  });
});

describe('what is meant for a session that is over by its turn', () => {
  it('is a second sign-out: the session that is kept beside one in memory stays', async () => {
    const house = await signedIn();
    await house.signIn({ username: 'bia', place: 'memory' });
    const both = Promise.all([house.session.signOut(), house.session.signOut()]);
    await house.end(both);
    expect(house.session.state()).toMatchObject({ phase: 'signed-out', keychain: 'present' });
    expect(house.keychain.entries.size).toBe(1);
  });

  it('is a password: it is not sent for the next person who signed in', async () => {
    const house = await signedIn();
    const out = house.session.signOut();
    const next = house.session.signIn({ ...signIn, username: 'bia', password: 'segredo-da-bia' });
    const renewed = errorOf(house.session.renew('segredo-da-ana'));
    await house.end(Promise.all([out, next]));
    expect(await house.end(renewed)).toMatchObject({ reason: 'signed-out' });
    const sent = house.transport.to(LOG_IN).map(({ json }) => JSON.stringify(json));
    expect(sent).toHaveLength(2);
    expect(sent.filter((body) => body.includes('bia') && body.includes('ana'))).toEqual([]);
  });
});
