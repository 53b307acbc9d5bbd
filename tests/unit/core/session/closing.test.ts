import { describe, expect, it } from 'vitest';
import { errorOf } from '../error-of';
import { settle } from '../virtual-clock';
import { House, signIn } from './house';
import { roles, signedIn } from './signed-in';

const LOG_IN = '/v2/auth/login';

/** Whether a promise has come to its end already. */
async function isOver(promise: Promise<unknown>): Promise<boolean> {
  await settle();
  return Promise.race([promise.then(() => true), settle().then(() => false)]);
}

describe('an app that quits amid a sign-in', () => {
  it('waits until its tokens are kept: the next start finds the session', async () => {
    const house = await House.open();
    house.keychainDelay = 500;
    const signedInBy = house.session.signIn(signIn);
    await house.clock.advance(300);
    const closed = house.session.close();
    expect(await isOver(closed)).toBe(false);
    await house.end(closed);
    await signedInBy;
    await house.start();
    await house.session.restore();
    expect(house.session.state().phase).toBe('signed-in');
    await roles(house);
  });

  it('breaks it off while the service is asked: nothing is kept, nobody waits', async () => {
    const house = await House.open();
    house.transport.latency = 20_000;
    const broken = errorOf(house.session.signIn(signIn));
    await house.clock.advance(1_000);
    const closed = house.session.close();
    expect(await isOver(closed)).toBe(true);
    expect(await broken).toMatchObject({ code: 'cancelled' });
    expect(house.keychain.entries.size).toBe(0);
    expect(house.connections.state().connections).toEqual([]);
  });

  it('breaks off one to the demo fleet as well', async () => {
    const house = await House.open();
    house.transport.latency = 20_000;
    const demo = { url: 'http://127.0.0.1:1/v2', publicKey: 'demo', username: 'd', password: 'd' };
    const broken = errorOf(house.session.signInDemo({ ...demo, timeZone: 'America/Sao_Paulo' }));
    await house.clock.advance(1_000);
    expect(await isOver(house.session.close())).toBe(true);
    expect(await broken).toMatchObject({ code: 'cancelled' });
  });

  it('ends a session that began all the same', async () => {
    const house = await House.open();
    house.keychainDelay = 500;
    const signedInBy = house.session.signIn(signIn);
    await house.clock.advance(300);
    const closed = house.session.close();
    await house.end(Promise.all([closed, signedInBy]));
    const error = await errorOf(house.service.call('roles.list', {}, { lane: 'interactive' }));
    expect(error).toMatchObject({ reason: 'signed-out' });
    expect(house.transport.to('/v2/roles')).toEqual([]);
  });
});

describe('an app that quits', () => {
  it('waits for a sign-out that was asked for before', async () => {
    const house = await signedIn();
    const renewed = errorOf(house.session.renew('segredo-da-ana'));
    const out = house.session.signOut();
    await house.end(Promise.all([house.session.close(), out, renewed]));
    expect(house.keychain.entries.size).toBe(0);
    expect(house.files.contents.has('session.json')).toBe(false);
  });

  it('begins nothing any more', async () => {
    const house = await House.open();
    await house.session.close();
    for (const late of [
      house.session.signIn(signIn),
      house.session.restore(),
      house.session.unlock('quatro palavras'),
      house.session.renew('segredo-da-ana'),
      house.session.signOut(),
      house.session.forget('connection-1'),
    ]) {
      expect(await errorOf(late)).toMatchObject({ code: 'cancelled' });
    }
    expect(house.transport.to(LOG_IN)).toEqual([]);
  });

  it('asks nothing of the service any more, also before the end is there', async () => {
    const house = await signedIn();
    const closed = house.session.close();
    const late = errorOf(house.service.call('roles.list', {}, { lane: 'interactive' }));
    await house.end(closed);
    expect(await late).toMatchObject({ code: 'cancelled' });
    expect(house.transport.to('/v2/roles')).toEqual([]);
  });

  it('keeps a renewed pair whose answer came in the last moment', async () => {
    const house = await signedIn(100);
    await house.clock.advance(95_000);
    const write = house.files.write.bind(house.files);
    house.files.write = async (name, text) => {
      if (name === 'refresh.json' && text.includes('answered')) {
        await new Promise<void>((resolve) => house.clock.after(200, resolve));
      }
      return write(name, text);
    };
    house.transport.latency = 2_950;
    const read = errorOf(house.service.call('roles.list', {}, { lane: 'interactive' }));
    await settle();
    await house.end(Promise.all([house.session.close(), read]));
    await house.start();
    await house.session.restore();
    expect(house.session.state().phase).toBe('signed-in');
    house.transport.latency = 20;
    await roles(house);
    expect(house.tokens.reused).toEqual([]);
  });

  it('refreshes nothing for a session that has ended', async () => {
    const house = await signedIn(100);
    await house.clock.advance(95_000);
    const authority = house.session.authority();
    await house.session.close();
    expect(await errorOf(authority?.freshToken() ?? Promise.resolve())).toMatchObject({
      code: 'cancelled',
    });
    expect(house.files.contents.has('refresh.json')).toBe(false);
  });
});
