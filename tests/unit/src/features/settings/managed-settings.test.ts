import { flushPromises } from '@vue/test-utils';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { unmanaged, type ManagedState } from '@contract/managed';
import { lockableSettings } from '@contract/settings';
import FrameBanners from '@/app/FrameBanners.vue';
import { settingEntries } from '@/app/settings-catalog';
import Page from '@/features/settings/Page.vue';
import SignInPage from '@/features/sign-in/Page.vue';
import { axeFaults, control, render, textOnPage } from '../../render';

const managed: ManagedState = {
  ...unmanaged,
  file: '/etc/fleetdesk/managed.json',
  locked: ['theme', 'browserMap', 'playerHeight'],
  services: ['https://fleet.example.com'],
  isDemoOff: true,
  problems: [
    { path: 'settings.clock', what: 'wrong-value' },
    { path: '', what: 'open-to-others' },
  ],
};

beforeEach(() => {
  vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue();
});

describe('settings of an administrator', () => {
  it('lock their controls and say so beside them, and list what else is decided', async () => {
    await render(Page, { office: { info: { managed } } });
    await flushPromises();
    const isDisabled = (name: string) => control(name).matches(':disabled, :disabled *');
    expect(isDisabled('Dark')).toBe(true);
    expect(isDisabled('Reset to default')).toBe(true);
    expect(isDisabled('Compact')).toBe(false);
    const row = document.querySelector('[data-setting=theme]');
    expect(row?.textContent).toContain('Set by your administrator');
    expect(textOnPage()).toContain('Appearance · Map in the browser · Height of the player');
    expect(textOnPage()).toContain('https://fleet.example.com');
    expect(textOnPage()).toContain('settings.clock: this value can’t be used.');
    expect(await axeFaults()).toEqual([]);
  });

  it('that are broken say so on every screen, with a way to the details', async () => {
    const page = await render(FrameBanners, { office: { info: { managed } } });
    await flushPromises();
    expect(textOnPage()).toContain('The administrator’s settings have errors');
    expect(textOnPage()).toContain(
      'People who aren’t administrators can change this file or its folder',
    );
    control('Details').click();
    await flushPromises();
    expect(page.vm.$route.path).toBe('/settings/managed');
    control('Hide').click();
    await flushPromises();
    expect(textOnPage()).not.toContain('The administrator’s settings have errors');
  });

  it('can leave the demo fleet out of the sign-in page, which tells of errors, too', async () => {
    await render(SignInPage, { office: { signedIn: false, info: { managed } } });
    await flushPromises();
    expect(textOnPage()).toContain('The administrator’s settings have errors');
    expect(textOnPage()).toContain('/etc/fleetdesk/managed.json');
    expect(textOnPage()).toContain('The rest applies.');
    expect(() => control('Try the demo fleet')).toThrow();
  });

  it('that are no JSON leave the demo fleet out, and claim nothing about a rest', async () => {
    const broken: ManagedState = {
      ...{ ...unmanaged, file: '/etc/fleetdesk/managed.json' },
      problems: [{ path: '', what: 'not-json' }],
    };
    await render(SignInPage, { office: { signedIn: false, info: { managed: broken } } });
    await flushPromises();
    expect(textOnPage()).toContain('Show this to your administrator: /etc/fleetdesk/managed.json');
    expect(textOnPage()).not.toContain('The rest applies.');
    expect(() => control('Try the demo fleet')).toThrow();
  });
});

describe('the settings that an administrator can lock', () => {
  it('are exactly those with a row', () => {
    const withRow = Object.values(settingEntries).flatMap(({ keys = [] }) => keys);
    expect([...withRow].sort()).toEqual([...lockableSettings].sort());
  });
});
