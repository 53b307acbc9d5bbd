import { describe, expect, it } from 'vitest';
import { testConnection } from '@core/session/test-connection';
import { errorOf } from '../error-of';
import { House, signIn } from './house';

/** A house that has to wait for a minute, as the service told it, with nobody signed in any more. */
async function paused(): Promise<House> {
  const house = await House.open();
  await house.signIn();
  house.answer(() => ({ status: 429, headers: { 'retry-after': '60' } }));
  const refused = errorOf(house.service.call('roles.list', {}, { lane: 'interactive' }));
  expect(await house.end(refused)).toMatchObject({ code: 'rate-limited' });
  await house.session.signOut();
  house.transport.seen.length = 0;
  return house;
}

describe('what waits for a slot and is withdrawn', () => {
  it('is a sign-in: nothing is sent, and everything stands as before', async () => {
    const house = await paused();
    const leaving = new AbortController();
    const waiting = errorOf(house.session.signIn(signIn, leaving.signal));
    await house.clock.advance(5_000);
    expect(house.session.state().phase).toBe('signing-in');
    expect(house.budget.state().queued).toBe(1);
    leaving.abort();
    expect(await waiting).toMatchObject({ code: 'cancelled' });
    expect(house.session.state()).toMatchObject({ phase: 'signed-out', keychain: 'absent' });
    await house.clock.advance(120_000);
    expect(house.transport.seen).toHaveLength(0);
    expect(house.keychain.entries.size).toBe(0);
    // The next attempt is none the worse for it.
    await house.signIn();
    expect(house.session.state().phase).toBe('signed-in');
  });

  it('is a test of a connection', async () => {
    const house = await paused();
    const { clock, files, transport, budget, connections } = house;
    const leaving = new AbortController();
    const { baseUrl, allowPlainHttp } = signIn.connection;
    const probe = { baseUrl, allowPlainHttp, publicKey: signIn.publicKey };
    const ports = { clock, files, transport, budget, connections };
    const waiting = errorOf(testConnection(probe, ports, leaving.signal));
    await clock.advance(5_000);
    leaving.abort();
    expect(await waiting).toMatchObject({ code: 'cancelled' });
    await clock.advance(120_000);
    expect(transport.seen).toHaveLength(0);
    expect(budget.state().used).toBe(0);
  });
});

describe('a sign-in that is withdrawn once its tokens are there', () => {
  it('leaves nobody signed in and nothing in the keychain', async () => {
    const house = await House.open();
    const leaving = new AbortController();
    house.transport.script = () => ({
      // Pressed in the very moment of the answer.
      get json() {
        leaving.abort();
        return { data: house.tokens.issue() };
      },
    });
    const error = await house.end(errorOf(house.session.signIn(signIn, leaving.signal)));
    expect(error).toMatchObject({ code: 'cancelled' });
    expect(house.session.state().phase).toBe('signed-out');
    expect(house.keychain.entries.size).toBe(0);
  });
});
