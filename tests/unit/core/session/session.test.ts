import { describe, expect, it } from 'vitest';
import type { AppError } from '@contract/errors';
import type { SessionState } from '@contract/session';
import { errorOf } from '../error-of';
import { House, signIn } from './house';
import { restarted, roles } from './signed-in';

describe('sign-in', () => {
  it('keeps the tokens in the keychain, the connection on disk, and no secret there', async () => {
    const house = await House.open();
    expect(await house.session.restore()).toMatchObject({
      phase: 'signed-out',
      keychain: 'absent',
    });
    await house.signIn();
    expect(house.session.state()).toMatchObject({
      phase: 'signed-in',
      keychain: 'present',
      place: 'keychain',
      username: 'ana',
      connection: { name: 'Office', hasPublicKey: true, username: 'ana', isDemo: false },
      link: { state: 'online' },
    });
    const [[account, secret]] = [...house.keychain.entries] as [[string, string]];
    expect(account).toMatch(/^[0-9a-f]{64}$/);
    expect(house.session.active()?.identity).toBe(account);
    expect(JSON.parse(secret)).toMatchObject({
      version: 1,
      publicKey: 'public-key-1',
      token: house.tokens.validToken,
      refreshToken: house.tokens.validRefresh,
    });
    await roles(house);
    await house.clock.advance(2_000);
    await house.budget.close();
    const disk = house.files.everything;
    expect(disk).toContain('Office');
    for (const each of [house.tokens.validToken, house.tokens.validRefresh, 'public-key-1']) {
      expect(disk).not.toContain(each);
    }
    expect(disk + secret).not.toContain('segredo-da-ana');
  });

  it.each<[name: string, reply: object, error: Partial<AppError>]>([
    ['refused', { status: 401, json: {} }, { code: 'unauthenticated', reason: 'refused' }],
    [
      'refused as 500',
      { status: 500, json: { error: { message: 'Unauthorized' } } },
      { code: 'unauthenticated', reason: 'refused-or-fault', serviceMessage: 'Unauthorized' },
    ],
    ['a web page', { text: '<html></html>' }, { code: 'bad-response', reason: 'html' }],
    ['no tokens', { json: { data: {} } }, { code: 'bad-response', reason: 'unexpected-shape' }],
    ['no line', { failure: 'refused', sent: 'no' }, { code: 'offline' }],
    ['malformed', { status: 400, json: { message: 'username' } }, { code: 'invalid-request' }],
  ])('that is %s leaves everything as it was and sends one request', async (_n, reply, error) => {
    const house = await House.open();
    await house.session.restore();
    house.transport.script = () => reply;
    expect(await errorOf(house.signIn())).toMatchObject(error);
    expect(house.session.state()).toMatchObject({ phase: 'signed-out', keychain: 'absent' });
    expect(house.session.active()).toBeNull();
    expect(house.keychain.entries.size).toBe(0);
    expect(house.connections.state().connections).toEqual([]);
    expect(house.transport.seen).toHaveLength(1);
  });

  it.each([
    ['http://fleet.example', 'plain-http'],
    ['ftp://fleet.example', 'scheme'],
    ['fleet', 'not-a-url'],
    ['https://ana:senha@fleet.example', 'credentials'],
  ])('refuses %s before anything is sent', async (baseUrl, problem) => {
    const house = await House.open();
    const connection = { ...signIn.connection, baseUrl };
    expect(await errorOf(house.signIn({ connection }))).toMatchObject({
      code: 'invalid-request',
      fields: [{ path: 'connection.baseUrl', message: problem }],
    });
    expect(house.transport.seen).toHaveLength(0);
  });

  it.each(['locked', 'unavailable'] as const)(
    'does not send the password while the keychain is %s',
    async (fault) => {
      const house = await House.open();
      house.keychain.fault = fault;
      expect(await errorOf(house.signIn())).toMatchObject({ code: `keychain-${fault}` });
      expect(house.transport.seen).toHaveLength(0);
      expect(house.session.state().keychain).toBe(fault);
      await house.signIn({ place: 'memory' });
      expect(house.session.state()).toMatchObject({ phase: 'signed-in', place: 'memory' });
    },
  );

  it('in memory leaves nothing behind', async () => {
    const house = await House.open();
    await house.signIn({ place: 'memory' });
    expect(house.keychain.entries.size).toBe(0);
    expect(await restarted(house)).toMatchObject({ phase: 'signed-out', keychain: 'absent' });
    expect(house.connections.state().connections).toHaveLength(1);
  });

  it('to another place ends the session before it, with its entry', async () => {
    const house = await House.open();
    await house.signIn();
    const before = house.session.active()?.identity ?? '';
    const connectionId = house.session.state().connection?.id ?? null;
    await house.signIn({ username: 'rui', connectionId });
    expect(house.session.state().username).toBe('rui');
    expect([...house.keychain.entries.keys()]).not.toContain(before);
    expect(house.keychain.entries.size).toBe(1);
    await house.session.forget(connectionId ?? '');
    expect(house.keychain.entries.size).toBe(0);
  });

  it('that fails at the keychain in the end leaves nobody signed in', async () => {
    const house = await House.open();
    await house.signIn();
    const usual = house.transport.script;
    house.transport.script = (request) => {
      if (request.plainPath === '/v2/auth/login') house.keychain.fault = 'locked';
      return usual(request);
    };
    const failing = errorOf(house.signIn({ username: 'rui' }));
    expect(await failing).toMatchObject({ code: 'keychain-locked' });
    expect(house.session.state()).toMatchObject({ phase: 'signed-out', keychain: 'locked' });
    expect(house.session.active()).toBeNull();
    house.keychain.fault = null;
    expect(await restarted(house)).toMatchObject({ phase: 'signed-in', username: 'ana' });
  });

  it('shows the rest that it waits for', async () => {
    const house = await House.open();
    await house.signIn();
    house.answer(() => ({ status: 429, headers: { 'retry-after': '40' } }));
    await roles(house).catch(() => undefined);
    await house.end(house.session.signOut());
    expect(house.budget.state().pause).toBeNull();
    const again = house.session.signIn(signIn);
    await house.clock.advance(20_000);
    expect(house.session.state().phase).toBe('signing-in');
    const { pause, pausedUntil } = house.budget.state();
    expect(pause).toBe('rate-limited');
    await house.end(again);
    expect(house.clock.now()).toBeGreaterThanOrEqual(pausedUntil ?? Infinity);
    expect(house.session.state().phase).toBe('signed-in');
  });

  it('uses and updates a saved connection, unless its origin changed', async () => {
    const house = await House.open();
    await house.signIn();
    const [saved] = house.connections.state().connections;
    const connectionId = saved?.id ?? '';
    await house.end(house.session.signOut());
    const renamed = { ...signIn.connection, name: 'New name' };
    await house.signIn({ connectionId, connection: renamed });
    expect(house.connections.state().connections).toHaveLength(1);
    expect(house.session.state().connection).toMatchObject({ id: connectionId, name: 'New name' });
    await house.end(house.session.signOut());
    const moved = { ...signIn.connection, baseUrl: 'https://elsewhere.example' };
    await house.signIn({ connectionId, connection: moved });
    expect(house.connections.state().connections).toHaveLength(2);
  });

  it('applies an edited connection to the session in use', async () => {
    const house = await House.open();
    await house.signIn();
    const id = house.session.state().connection?.id ?? '';
    const edited = { ...signIn.connection, timeZone: 'America/Manaus', budgetShare: 12 };
    await house.connections.update(id, edited);
    expect(house.session.state().connection?.timeZone).toBe('America/Manaus');
    expect(house.session.active()?.connection.timeZone).toBe('America/Manaus');
    expect(house.budget.state().limit).toBe(12);
  });
});

describe('restart', () => {
  it('goes on without a network, with the tokens of the keychain', async () => {
    const house = await House.open();
    await house.signIn();
    const requests = house.transport.seen.length;
    expect(await restarted(house)).toMatchObject({
      phase: 'signed-in',
      keychain: 'present',
      username: 'ana',
      link: { state: 'unknown' },
    });
    expect(house.transport.seen).toHaveLength(requests);
    await roles(house);
    expect(house.transport.to('/v2/auth/refresh-token')).toHaveLength(0);
  });

  it('counts the requests of the run before', async () => {
    const house = await House.open();
    await house.signIn();
    await roles(house);
    await restarted(house);
    expect(house.budget.state().used).toBe(2);
  });

  it('waits a minute when the ledger of a known connection is gone', async () => {
    const house = await House.open();
    await house.signIn();
    for (const name of house.files.contents.keys()) {
      if (name.startsWith('budget/')) house.files.contents.delete(name);
    }
    await restarted(house);
    expect(house.budget.state().pause).toBe('ledger-missing');
  });

  it.each<[name: string, harm: (house: House) => void, keychain: SessionState['keychain']]>([
    ['an unlock was refused', (house) => (house.keychain.isMute = true), 'locked'],
    ['it says that it is locked', (house) => (house.keychain.fault = 'locked'), 'locked'],
    ['there is none any more', (house) => (house.keychain.fault = 'unavailable'), 'unavailable'],
    [
      'the entry is not ours',
      (house) => {
        for (const account of house.keychain.entries.keys()) {
          house.keychain.entries.set(account, 'gibberish');
        }
      },
      'unreadable',
    ],
    [
      'the entry belongs to another key',
      (house) => {
        for (const [account, secret] of house.keychain.entries) {
          house.keychain.entries.set(account, secret.replace('public-key-1', 'public-key-2'));
        }
      },
      'unreadable',
    ],
  ])('says what stands in the way when %s, and loses nothing', async (_name, harm, keychain) => {
    const house = await House.open();
    await house.signIn();
    const kept = new Map(house.keychain.entries);
    harm(house);
    expect(await restarted(house)).toMatchObject({
      phase: 'signed-out',
      keychain,
      place: 'keychain',
      connection: { name: 'Office' },
    });
    house.keychain.isMute = false;
    house.keychain.fault = null;
    for (const [account, secret] of kept) house.keychain.entries.set(account, secret);
    expect(await house.session.retryKeychain()).toMatchObject({ phase: 'signed-in' });
  });

  it('never takes a disk that fails for a sign-out', async () => {
    const house = await House.open();
    await house.signIn();
    await house.session.close();
    await house.start();
    house.files.readFault = new Error('EIO');
    await expect(house.session.restore()).rejects.toThrow('EIO');
    expect(house.session.state()).toMatchObject({ phase: 'signed-out', keychain: 'unreadable' });
    house.files.readFault = null;
    expect(await house.session.retryKeychain()).toMatchObject({ phase: 'signed-in' });
  });

  it('finds the session without its marker file when that is damaged', async () => {
    const house = await House.open();
    await house.signIn();
    house.files.contents.set('session.json', '{');
    expect(await restarted(house)).toMatchObject({ phase: 'signed-in' });
  });
});

describe('a passphrase', () => {
  const passphrase = 'correct horse';

  it('locks the session over a restart, and opens it', async () => {
    const house = await House.open();
    await house.signIn({ place: 'passphrase', passphrase });
    expect(house.keychain.entries.size).toBe(0);
    expect(await restarted(house)).toMatchObject({
      phase: 'signed-out',
      keychain: 'locked',
      place: 'passphrase',
      connection: { name: 'Office' },
    });
    expect(await errorOf(house.session.unlock('something else'))).toMatchObject({
      code: 'keychain-locked',
      reason: 'wrong-passphrase',
    });
    expect(house.session.state()).toMatchObject({ keychain: 'locked', place: 'passphrase' });
    expect(await house.session.unlock(passphrase)).toMatchObject({
      phase: 'signed-in',
      keychain: 'present',
      place: 'passphrase',
    });
    await roles(house);
  });

  it('that was forgotten is replaced by a new sign-in', async () => {
    const house = await House.open();
    await house.signIn({ place: 'passphrase', passphrase });
    await restarted(house);
    await house.signIn({ place: 'passphrase', passphrase: 'another one' });
    await restarted(house);
    expect(await house.session.unlock('another one')).toMatchObject({ phase: 'signed-in' });
  });

  it('is asked for', async () => {
    const house = await House.open();
    expect(await errorOf(house.signIn({ place: 'passphrase' }))).toMatchObject({
      fields: [{ path: 'passphrase' }],
    });
    expect(await errorOf(house.session.unlock(passphrase))).toMatchObject({
      code: 'unauthenticated',
    });
  });
});

describe('sign-out', () => {
  it('empties keychain, marker and memory, and is final', async () => {
    const house = await House.open();
    await house.signIn();
    await house.end(house.session.signOut());
    expect(house.session.state()).toMatchObject({
      phase: 'signed-out',
      keychain: 'absent',
      connection: null,
      link: { state: 'unknown' },
    });
    expect(house.keychain.entries.size).toBe(0);
    expect(house.files.contents.has('session.json')).toBe(false);
    expect(await errorOf(roles(house))).toMatchObject({ reason: 'signed-out' });
    expect(await restarted(house)).toMatchObject({ phase: 'signed-out', keychain: 'absent' });
    expect(house.connections.state().preselected).not.toBeNull();
  });

  it('says so when the keychain would not let go of the entry', async () => {
    const house = await House.open();
    await house.signIn();
    house.keychain.isMute = true;
    expect(await errorOf(house.session.signOut())).toMatchObject({ code: 'keychain-locked' });
    expect(house.session.state().phase).toBe('signed-out');
    house.keychain.isMute = false;
    expect(await restarted(house)).toMatchObject({ phase: 'signed-out' });
  });

  it('of a passphrase session removes its file', async () => {
    const house = await House.open();
    await house.signIn({ place: 'passphrase', passphrase: 'correct horse' });
    await house.end(house.session.signOut());
    expect(house.vaults.entries.size).toBe(0);
  });
});

describe('forgetting a connection', () => {
  it('signs out where it is in use and removes entry and connection', async () => {
    const house = await House.open();
    await house.signIn();
    await house.session.forget(house.session.state().connection?.id ?? '');
    expect(house.session.state()).toMatchObject({ phase: 'signed-out', connection: null });
    expect(house.keychain.entries.size).toBe(0);
    expect(house.connections.state()).toMatchObject({ connections: [], preselected: null });
    expect(await restarted(house)).toMatchObject({ keychain: 'absent' });
  });

  it('leaves another session alone', async () => {
    const house = await House.open();
    const other = await house.connections.save({ ...signIn.connection, name: 'Other' });
    await house.signIn();
    await house.session.forget(other.id);
    expect(house.session.state().phase).toBe('signed-in');
    expect(house.keychain.entries.size).toBe(1);
  });
});
