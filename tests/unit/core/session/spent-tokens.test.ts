import { describe, expect, it } from 'vitest';
import { RefreshJournal } from '@core/session/refresh-journal';
import { digest } from '../digest';
import { errorOf } from '../error-of';
import { MemoryFiles } from '../memory-files';
import type { Reply } from '../scripted-transport';
import { signIn, type House } from './house';
import { restarted, roles, signedIn } from './signed-in';

const LOG_IN = '/v2/auth/login';
const REFRESH = '/v2/auth/refresh-token';
const REFUSED: Reply = { status: 401, json: {} };

const demo = {
  url: 'http://127.0.0.1:40123/v2',
  publicKey: 'demo-key',
  username: 'demo',
  password: 'demo',
};

/** Answers one operation of authentication by a script, all else as the service does. */
function answer(house: House, path: string, script: () => Reply | null): void {
  const usual = house.transport.script;
  house.transport.script = (request) =>
    (request.plainPath === path ? script() : null) ?? usual(request);
}

/** The refresh tokens that were sent, in their order. */
function refreshesOf(house: House): string[] {
  return house.transport
    .to(REFRESH)
    .map(({ json }) => (json as { refresh_token: string }).refresh_token);
}

/** A session whose token is due. */
async function dueSession(): Promise<House> {
  const house = await signedIn(100);
  await house.clock.advance(95_000);
  return house;
}

describe('a spent token that stays in the keychain, since that takes no other', () => {
  it('is not sent again by the next process', async () => {
    const house = await dueSession();
    house.keychain.fault = 'locked';
    await roles(house);
    house.keychain.fault = null;
    expect(await restarted(house)).toMatchObject({ phase: 'expired' });
    await errorOf(roles(house));
    expect(refreshesOf(house)).toEqual(['refresh-1']);
  });

  it('nor after the newer one was spent in its turn, or could not be sent', async () => {
    const house = await dueSession();
    house.keychain.fault = 'locked';
    await roles(house);
    await house.clock.advance(95_000);
    await roles(house);
    await house.clock.advance(95_000);
    answer(house, REFRESH, () => ({ failure: 'refused', sent: 'no' }));
    await errorOf(roles(house));
    house.keychain.fault = null;
    expect(await restarted(house)).toMatchObject({ phase: 'expired' });
    expect(refreshesOf(house)).toEqual(['refresh-1', 'refresh-2', 'refresh-3']);
  });

  it('nor after a sign-in with the password that the keychain did not take either', async () => {
    const house = await dueSession();
    answer(house, REFRESH, () => (refreshesOf(house).length === 1 ? REFUSED : null));
    await errorOf(roles(house));
    house.keychain.fault = 'locked';
    await house.end(house.session.renew(signIn.password));
    await house.clock.advance(95_000);
    await roles(house);
    house.keychain.fault = null;
    expect(await restarted(house)).toMatchObject({ phase: 'expired' });
    expect(refreshesOf(house)).toEqual(['refresh-1', 'refresh-2']);
  });

  it('hides no reason why another refresh was never sent, even where the disk is full', async () => {
    const house = await dueSession();
    house.keychain.fault = 'locked';
    await roles(house);
    await house.clock.advance(95_000);
    answer(house, REFRESH, () => {
      house.files.writeFault = new Error('ENOSPC');
      return { failure: 'refused', sent: 'no' };
    });
    expect(await errorOf(roles(house))).toMatchObject({ code: 'offline' });
    house.files.writeFault = null;
    house.keychain.fault = null;
    expect(await restarted(house)).toMatchObject({ phase: 'expired' });
  });

  it('does not take the place of a newer one that came while it was given again', async () => {
    const house = await dueSession();
    house.keychain.fault = 'locked';
    await roles(house);
    house.keychain.fault = null;
    await house.clock.advance(95_000);
    house.keychainDelay = 1_000;
    const again = house.session.retryKeychain();
    await house.clock.advance(0);
    house.keychainDelay = 0;
    await roles(house);
    await house.end(again);
    await restarted(house);
    await roles(house);
    expect(refreshesOf(house)).toEqual(['refresh-1', 'refresh-2']);
  });
});

describe('a session that expired', () => {
  it.each([
    ['in memory', (house: House) => house.session.signIn({ ...signIn, place: 'memory' })],
    ['of the demo fleet', (house: House) => house.session.signInDemo(demo)],
  ])('is still known as expired after one %s', async (_name, begin) => {
    const house = await dueSession();
    answer(house, REFRESH, () => (refreshesOf(house).length === 1 ? REFUSED : null));
    await errorOf(roles(house));
    await house.end(begin(house));
    await house.clock.advance(95_000);
    await roles(house);
    expect(await restarted(house)).toMatchObject({ phase: 'expired', username: 'ana' });
    expect(refreshesOf(house)).toEqual(['refresh-1', 'refresh-2']);
  });

  it('has expired also where the disk takes no note of it', async () => {
    const house = await dueSession();
    answer(house, REFRESH, () => {
      house.files.writeFault = new Error('ENOSPC');
      return REFUSED;
    });
    expect(await errorOf(roles(house))).toMatchObject({ reason: 'expired' });
    house.files.writeFault = null;
    expect(await errorOf(roles(house))).toMatchObject({ reason: 'expired' });
    expect(house.session.state().phase).toBe('expired');
    expect(refreshesOf(house)).toEqual(['refresh-1']);
  });

  it('during a sign-in that fails is shown as expired', async () => {
    const house = await dueSession();
    answer(house, REFRESH, () => REFUSED);
    answer(house, LOG_IN, () => REFUSED);
    const read = errorOf(roles(house));
    const signingIn = errorOf(house.session.signIn({ ...signIn, username: 'rui' }));
    await house.end(Promise.all([read, signingIn]));
    expect(house.session.state()).toMatchObject({ phase: 'expired', username: 'ana' });
  });

  it('during a sign-in that succeeds does not take the line from the new one', async () => {
    const house = await dueSession();
    answer(house, REFRESH, () => REFUSED);
    house.transport.latency = 1_000;
    const read = errorOf(roles(house));
    await house.clock.advance(500);
    const phases: string[] = [];
    const signingIn = house.session.signIn({ ...signIn, username: 'rui' });
    house.session.subscribe(({ phase }) => phases.push(phase));
    await house.end(Promise.all([read, signingIn]));
    await roles(house);
    expect(house.session.state()).toMatchObject({
      phase: 'signed-in',
      username: 'rui',
      link: { state: 'online' },
    });
    expect(phases).not.toContain('expired');
    expect(phases).not.toContain('signed-out');
  });
});

describe('a session that ended', () => {
  it('begins no refresh for those who waited for the password', async () => {
    const house = await dueSession();
    void errorOf(house.session.renew(signIn.password));
    await house.clock.advance(50);
    void errorOf(house.service.call('roles.list', {}, { lane: 'interactive' }));
    await house.clock.advance(50);
    await house.end(house.session.close());
    await house.clock.advance(1_000);
    expect(house.files.contents.has('refresh.json')).toBe(false);
    expect(refreshesOf(house)).toEqual([]);
  });
});

describe('a refresh that is answered "too many requests"', () => {
  it.each([
    ['leaves the token unused with 429, which says that nothing was done', 429, 'unused'],
    ['may have spent the token with 503, which a gateway answers, too', 503, 'in-flight'],
  ])('%s', async (_name, status, phase) => {
    const house = await dueSession();
    answer(house, REFRESH, () => ({ status, json: {}, headers: { 'retry-after': '5' } }));
    expect(await errorOf(roles(house))).toMatchObject({ code: 'rate-limited' });
    // A service that has too much to do is not asked a second time at once.
    expect(refreshesOf(house)).toEqual(['refresh-1']);
    const nextRun = new RefreshJournal('refresh.json', { files: house.files, digest });
    expect(await nextRun.phaseOf('refresh-1')).toBe(phase);
  });
});

describe('the journal', () => {
  it('knows in this run what it could not write, and writes it with the next note', async () => {
    const files = new MemoryFiles();
    const journal = new RefreshJournal('refresh.json', { files, digest });
    const nextRun = (): RefreshJournal => new RefreshJournal('refresh.json', { files, digest });
    await journal.note('first', 'in-flight');
    files.writeFault = new Error('ENOSPC');
    expect(await errorOf(journal.note('first', 'answered'))).toMatchObject({
      code: 'file-unreadable',
    });
    expect(await journal.phaseOf('first')).toBe('answered');
    expect(await nextRun().phaseOf('first')).toBe('in-flight');
    files.writeFault = null;
    await journal.note('second', 'in-flight');
    expect(await nextRun().phaseOf('first')).toBe('answered');
    expect(await nextRun().phaseOf('second')).toBe('in-flight');
    await journal.clear();
    expect(await journal.phaseOf('first')).toBe('unused');
  });

  it('is read as it was written before it knew of more than one token', async () => {
    const files = new MemoryFiles();
    const before = { version: 1, fingerprint: digest.sha256('first'), phase: 'answered' };
    files.contents.set('refresh.json', JSON.stringify(before));
    const journal = new RefreshJournal('refresh.json', { files, digest });
    expect(await journal.phaseOf('first')).toBe('answered');
    await journal.note('second', 'in-flight');
    expect(await journal.phaseOf('first')).toBe('answered');
    await journal.withdraw();
    expect(await journal.phaseOf('second')).toBe('unused');
    expect(await journal.phaseOf('first')).toBe('answered');
  });
});
