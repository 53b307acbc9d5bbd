import { describe, expect, it, vi } from 'vitest';
import type { ProxySetting } from '@contract/proxy';
import { ProxyScript } from '@core/proxy/proxy-script';
import { ProxySignIn } from '@core/proxy/proxy-sign-in';
import { MemoryKeychain } from '../session/house';
import { collectFaults } from '../../collect-faults';

const pac = (address: string): ProxySetting => ({ mode: 'pac', address });
const settled = () => new Promise((resolve) => setImmediate(resolve));

function open(routeTo: (url: string, setting: ProxySetting) => Promise<string | null>) {
  const proxy = new ProxySignIn(new MemoryKeychain());
  const script = new ProxyScript({ routeTo: vi.fn(routeTo) }, (isBroken) => {
    proxy.tellScript(isBroken);
  });
  return { script, isBroken: () => proxy.state().isScriptBroken };
}

describe('the script that chooses the proxy', () => {
  it('is told to be broken as soon as it is set, and until another one is', async () => {
    const { script, isBroken } = open(() => Promise.resolve(null));
    script.follow(pac('http://wpad.lan/gone.pac'));
    expect(isBroken()).toBe(false);
    await settled();
    expect(isBroken()).toBe(true);
    script.follow({ mode: 'none' });
    expect(isBroken()).toBe(false);
  });

  it('that works is no news, nor is a way without a script', async () => {
    const routeTo = vi.fn(() => Promise.resolve('PROXY proxy.lan:3128'));
    const { script, isBroken } = open(routeTo);
    script.follow({ mode: 'system' });
    script.follow({ mode: 'none' });
    expect(routeTo).not.toHaveBeenCalled();
    script.follow(pac('http://wpad.lan/x.pac'));
    // The settings change for another reason: nothing is looked at again.
    script.follow(pac('http://wpad.lan/x.pac'));
    await settled();
    expect(routeTo).toHaveBeenCalledOnce();
    expect(isBroken()).toBe(false);
  });

  it('that was replaced meanwhile says nothing of the next one', async () => {
    let answer: (route: string | null) => void = () => undefined;
    const { script, isBroken } = open(
      (_url, setting) =>
        new Promise((resolve) => {
          if (setting.mode === 'pac' && setting.address.includes('old')) answer = resolve;
          else resolve('DIRECT');
        }),
    );
    script.follow(pac('http://wpad.lan/old.pac'));
    script.follow(pac('http://wpad.lan/new.pac'));
    answer(null);
    await settled();
    expect(isBroken()).toBe(false);
  });

  it('that could not be looked at is a fault of ours, not of the script', async () => {
    const reported = collectFaults();
    const { script, isBroken } = open(() => Promise.reject(new Error('no session')));
    script.follow(pac('http://wpad.lan/x.pac'));
    await settled();
    expect(isBroken()).toBe(false);
    expect(reported).toHaveBeenCalledOnce();
  });
});
