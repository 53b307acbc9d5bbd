import { flushPromises } from '@vue/test-utils';
import { describe, expect, it } from 'vitest';
import ProxyDialog from '@/app/ProxyDialog.vue';
import { useProxyStore } from '@/app/stores/proxy-store';
import { axeFaults, control, render, textOnPage, type } from '../render';

const question = { host: 'proxy.example.com', port: 8080, isRefused: false };

describe('a proxy that asks for a user name and password', () => {
  it('is shown with its address, and goes away once it is answered', async () => {
    await render(ProxyDialog, { office: { proxy: { question, isScriptBroken: false } } });
    await flushPromises();
    expect(textOnPage()).toContain('The proxy asks for a username and password');
    expect(textOnPage()).toContain('proxy.example.com:8080');
    expect(await axeFaults()).toEqual([]);

    control('Sign in to the proxy').click();
    await flushPromises();
    expect(textOnPage()).toContain('Enter your username for the proxy.');

    type('Proxy username', 'ana');
    type('Proxy password', 'secret');
    control('Sign in to the proxy').click();
    await flushPromises();
    expect(useProxyStore().state.question).toBeNull();
    expect(textOnPage()).not.toContain('The proxy asks');
  });

  it('says that it refused what it was answered', async () => {
    await render(ProxyDialog, {
      office: { proxy: { question: { ...question, isRefused: true }, isScriptBroken: false } },
    });
    await flushPromises();
    expect(textOnPage()).toContain('The proxy did not accept this username and password.');
  });

  it('shows nothing where no proxy asks', async () => {
    await render(ProxyDialog);
    await flushPromises();
    expect(textOnPage().trim()).toBe('');
  });
});
