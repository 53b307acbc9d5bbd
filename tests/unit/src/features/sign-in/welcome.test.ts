import { describe, expect, it } from 'vitest';
import { useSettingsStore } from '@/app/stores/settings-store';
import SignInPage from '@/features/sign-in/Page.vue';
import { axeFaults, control, render, settled, textOnPage } from '../../render';
import { newcomer } from './sign-in-page';

const welcome = 'Welcome to Fleetdesk';

describe('the welcome', () => {
  it('is beside the form at the first start, and has no fault that axe finds', async () => {
    await render(SignInPage, { office: { ...newcomer, signedIn: false } });
    await settled();
    expect(textOnPage()).toContain(welcome);
    expect(control('Try the demo fleet')).toBeTruthy();
    expect(control('Username', 'input')).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
  });

  it('is shown once', async () => {
    await render(SignInPage, { office: { ...newcomer, signedIn: false } });
    await settled();
    control('Got it').click();
    await settled();
    expect(textOnPage()).not.toContain(welcome);
    expect(useSettingsStore().state.welcomed).toBe(true);
  });

  it('is not for somebody who has a connection', async () => {
    await render(SignInPage, { office: { signedIn: false } });
    await settled();
    expect(textOnPage()).not.toContain(welcome);
  });

  it('leads to the help', async () => {
    await render(SignInPage, { office: { ...newcomer, signedIn: false } });
    await settled();
    control('More in help').click();
    await expect.poll(textOnPage).toContain('Look around first');
  });
});
