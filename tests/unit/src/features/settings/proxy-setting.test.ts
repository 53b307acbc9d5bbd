import { flushPromises } from '@vue/test-utils';
import { describe, expect, it, vi } from 'vitest';
import type { ProxySetting } from '@contract/proxy';
import ProxyForm from '@/app/network/ProxyForm.vue';
import { draftOfProxy, faultsOfProxy, proxyOfDraft } from '@/app/network/proxy-draft';
import { useBridge } from '@/bridge';
import { useSettingsStore } from '@/app/stores/settings-store';
import NetworkSection from '@/features/settings/NetworkSection.vue';
import { axeFaults, control, render, settled, textOnPage, type, valueOf } from '../../render';

const manual: ProxySetting = {
  mode: 'manual',
  host: 'proxy.lan',
  port: 3128,
  bypass: ['*.lan', '<local>'],
};
const byScript: ProxySetting = { mode: 'pac', address: 'https://wpad.lan/x.pac' };

describe('a proxy as it is typed', () => {
  it('is read back as it was set', () => {
    for (const setting of [manual, byScript]) {
      expect(proxyOfDraft(draftOfProxy(setting))).toEqual(setting);
    }
    expect(proxyOfDraft(draftOfProxy({ mode: 'none' }))).toEqual({ mode: 'none' });
  });

  it.each([
    ['host', { host: 'http://proxy.lan' }],
    ['host', { host: 'proxy.lan:80' }],
    ['host', { host: '' }],
    ['port', { port: '0' }],
    ['port', { port: '70000' }],
    ['bypass', { bypass: 'a.lan, b c;d@e' }],
    ['bypass', { bypass: '<local>, <-loopback>' }],
  ] as const)('names what is wrong with %s: %j', (field, change) => {
    const draft = { ...draftOfProxy(manual), ...change };
    expect(faultsOfProxy(draft)[field]).toBeTruthy();
    expect(proxyOfDraft(draft)).toBeNull();
  });
});

describe('the proxy of the settings', () => {
  it('is entered, tried with a verdict, and used only once it is right', async () => {
    await render(NetworkSection, { office: { settings: { proxy: manual } } });
    await flushPromises();
    expect(valueOf('Host')).toBe('proxy.lan');
    expect(textOnPage()).toContain('In use');
    type('Host', '127.0.0.1');
    // Nothing listens on this port: it is that of a service nobody runs any more.
    type('Port', '1');
    await flushPromises();
    control('Test').click();
    await settled();
    await expect.poll(textOnPage).toContain('Nothing answers at 127.0.0.1:1. Check host and port.');
    type('Port', 'x');
    await flushPromises();
    control('Use this proxy').closest('form')?.requestSubmit();
    await settled();
    expect(useSettingsStore().state.proxy).toEqual(manual);
    expect(textOnPage()).toContain('Enter a number from 1 to 65535.');
    type('Port', '8080');
    await flushPromises();
    control('Use this proxy').closest('form')?.requestSubmit();
    await settled();
    const expected = { ...manual, host: '127.0.0.1', port: 8080 };
    expect(useSettingsStore().state.proxy).toEqual(expected);
    expect(await axeFaults()).toEqual([]);
  });

  it('keeps what is being typed when another setting changes', async () => {
    await render(NetworkSection, { office: { settings: { proxy: manual } } });
    await flushPromises();
    type('Host', 'other.lan');
    await flushPromises();
    const settings = useSettingsStore();
    // Over IPC all objects of an answer are new.
    await settings.update({ theme: 'dark', proxy: { ...manual } });
    await settled();
    expect(valueOf('Host')).toBe('other.lan');
    await settings.update({ proxy: { ...manual, host: 'third.lan' } });
    await settled();
    expect(valueOf('Host')).toBe('third.lan');
  });

  it('says that the script in use fails, in place of that it is in use', async () => {
    const proxy = { question: null, isScriptBroken: true };
    await render(NetworkSection, { office: { proxy, settings: { proxy: byScript } } });
    await flushPromises();
    expect(textOnPage()).toContain('Nothing is sent until it works');
    expect(textOnPage()).not.toContain('In use');
    // Another address is another script.
    type('Address of the script', 'https://wpad.lan/y.pac');
    await flushPromises();
    expect(textOnPage()).not.toContain('Nothing is sent until it works');
  });

  it('is tried for the address that is typed before a sign-in', async () => {
    await render(ProxyForm, { props: { mode: 'none', address: 'https://typed.example' } });
    const test = vi.spyOn(useBridge().proxy, 'test');
    control('Test').click();
    await settled();
    const trial = { setting: { mode: 'none' }, address: 'https://typed.example' };
    expect(test).toHaveBeenCalledExactlyOnceWith(trial);
  });

  it('uses the way that is shown, also after another one came into use meanwhile', async () => {
    await render(ProxyForm, { props: { mode: 'manual' } });
    type('Host', 'other.lan');
    await flushPromises();
    const settings = useSettingsStore();
    await settings.update({ proxy: { mode: 'none' } });
    await settled();
    type('Host', 'proxy.lan');
    await flushPromises();
    control('Use this proxy').closest('form')?.requestSubmit();
    await settled();
    expect(settings.state.proxy).toEqual({ ...manual, port: 8080, bypass: [] });
  });
});
