import { describe, expect, it } from 'vitest';
import { House } from './house';

describe('the demo fleet', () => {
  const demo = {
    url: 'http://127.0.0.1:40123/v2',
    publicKey: 'demo-key',
    username: 'demo',
    password: 'demo',
    profile: { limits: { perMinute: 3_000 } },
  };

  it('needs no keychain, leaves nothing, and begins with an empty ledger', async () => {
    const house = await House.open();
    house.keychain.fault = 'unavailable';
    await house.session.restore();
    await house.end(house.session.signInDemo(demo));
    expect(house.session.state()).toMatchObject({
      phase: 'signed-in',
      keychain: 'unavailable',
      place: 'memory',
      connection: { isDemo: true },
    });
    expect(house.session.active()).toMatchObject({ identity: 'demo' });
    expect(house.budget.state()).toMatchObject({ limit: 2_998, pause: null, used: 1 });
    expect(house.connections.state().connections).toEqual([]);
    expect(house.files.contents.has('session.json')).toBe(false);
    await house.end(house.session.signOut());
    expect(house.session.state()).toMatchObject({ phase: 'signed-out', connection: null });
  });

  it('leaves the same few files at whatever port it ran', async () => {
    const house = await House.open();
    await house.end(house.session.signInDemo(demo));
    await house.clock.advance(5_000);
    const files = [...house.files.contents.keys()];
    await house.end(house.session.signOut());
    await house.end(house.session.signInDemo({ ...demo, url: 'http://127.0.0.1:5999/v2' }));
    await house.clock.advance(5_000);
    expect([...house.files.contents.keys()]).toEqual(files);
    expect(house.budget.state()).toMatchObject({ pause: null, used: 1 });
  });

  it('shares no read with the session before it', async () => {
    const house = await House.open();
    await house.signIn();
    const signingIn = house.session.signInDemo(demo);
    await house.clock.advance(150);
    const before = house.service.call('roles.list', {}, { lane: 'background' });
    let after: Promise<unknown> | null = null;
    house.session.subscribe(() => {
      if (house.session.active()?.identity !== 'demo') return;
      after ??= house.service.call('roles.list', {}, { lane: 'background' });
    });
    const ended = expect(before).rejects.toMatchObject({ error: { code: 'cancelled' } });
    await house.end(signingIn);
    await ended;
    expect(await house.end(Promise.resolve(after))).toMatchObject({ size: 0 });
    expect(house.transport.to('/v2/roles').map(({ base }) => base)).toEqual([
      'https://fleet.example',
      'http://127.0.0.1:40123',
    ]);
  });

  it('does not cost the session that is kept', async () => {
    const house = await House.open();
    await house.signIn();
    house.keychain.isMute = true;
    await house.session.close();
    await house.start();
    expect(await house.session.restore()).toMatchObject({ keychain: 'locked' });
    await house.end(house.session.signInDemo(demo));
    await house.end(house.session.signOut());
    expect(house.session.state()).toMatchObject({ phase: 'signed-out', place: 'keychain' });
    house.keychain.isMute = false;
    expect(await house.session.retryKeychain()).toMatchObject({ username: 'ana' });
  });
});
