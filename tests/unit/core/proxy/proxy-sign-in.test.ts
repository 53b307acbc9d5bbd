import { describe, expect, it } from 'vitest';
import type { ProxyState } from '@contract/proxy';
import { KeychainFailure } from '@core/ports/keychain';
import { ProxySignIn } from '@core/proxy/proxy-sign-in';
import { collectFaults } from '../../collect-faults';
import { MemoryKeychain } from '../session/house';

const place = { host: 'proxy.example.com', port: 8080 };
const answer = { username: 'ana', password: 'secret', remember: false };
const credentials = { username: 'ana', password: 'secret' };

function start(keychain = new MemoryKeychain()) {
  const proxy = new ProxySignIn(keychain);
  const told: ProxyState[] = [];
  proxy.subscribe((state) => told.push(state));
  return { proxy, keychain, told };
}

describe('a proxy that asks for a name and password', () => {
  it('is asked of the person, once for all requests that meet it', async () => {
    const { proxy, told } = start();
    expect(await proxy.credentialsFor(place, null)).toBeNull();
    expect(await proxy.credentialsFor(place, null)).toBeNull();
    expect(told).toMatchObject([{ question: { ...place, isRefused: false } }]);
  });

  it('gets what the person answered, for every request from then on', async () => {
    const { proxy } = start();
    await proxy.credentialsFor(place, null);
    await proxy.signIn(answer);
    expect(proxy.state()).toMatchObject({ question: null });
    expect(await proxy.credentialsFor(place, null)).toEqual(credentials);
    expect(await proxy.credentialsFor({ ...place, port: 3128 }, null)).toBeNull();
  });

  it('that refuses the answer is not given it again; the person hears of it', async () => {
    const { proxy } = start();
    await proxy.credentialsFor(place, null);
    await proxy.signIn(answer);
    expect(await proxy.credentialsFor(place, credentials)).toBeNull();
    expect(proxy.state()).toMatchObject({ question: { ...place, isRefused: true } });
    // A request that was under way with the old answer takes the new one.
    await proxy.signIn({ ...answer, password: 'right' });
    const right = { username: 'ana', password: 'right' };
    expect(await proxy.credentialsFor(place, credentials)).toEqual(right);
  });

  it('is kept in the keychain where that is wished, and known at the next start', async () => {
    const { proxy, keychain } = start();
    await proxy.credentialsFor(place, null);
    await proxy.signIn({ ...answer, remember: true });
    const next = start(keychain);
    expect(await next.proxy.credentialsFor(place, null)).toEqual(credentials);
    expect(next.told).toEqual([]);

    expect(await next.proxy.credentialsFor(place, credentials)).toBeNull();
    await next.proxy.signIn(answer);
    expect(await start(keychain).proxy.credentialsFor(place, null)).toBeNull();
  });

  it('is answered though the keychain can not be used', async () => {
    const keychain = new MemoryKeychain();
    const locked = () => Promise.reject(new KeychainFailure('locked', 'locked'));
    Object.assign(keychain, { read: locked, write: locked, remove: locked });
    const reported = collectFaults();
    const { proxy } = start(keychain);
    expect(await proxy.credentialsFor(place, null)).toBeNull();
    await proxy.signIn({ ...answer, remember: true });
    expect(await proxy.credentialsFor(place, null)).toEqual(credentials);
    expect(reported).toHaveBeenCalledTimes(2);
  });

  it('is not asked again once the person said no, until they want it', async () => {
    const { proxy } = start();
    await proxy.credentialsFor(place, null);
    proxy.dismiss();
    expect(await proxy.credentialsFor(place, null)).toBeNull();
    expect(proxy.state()).toMatchObject({ question: null });
    proxy.askAgain();
    expect(proxy.state()).toMatchObject({ question: { ...place, isRefused: false } });
  });
});
