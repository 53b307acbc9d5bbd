import { flushPromises } from '@vue/test-utils';
import { describe, expect, it, vi } from 'vitest';
import { signedOut } from '../../../../mocked-main/office/connections';
import { control, textOnPage } from '../../render';
import { fill, newcomer, page, press, whole } from './sign-in-page';

describe('the keychain', () => {
  it('that is locked can be tried again', async () => {
    await page({ session: { ...signedOut, keychain: 'locked' } });
    expect(textOnPage()).toContain('Your keychain is locked');
    await press('Try again');
    expect(control('Try again').getAttribute('aria-busy')).toBeNull();
  });

  it('that cannot be read is said to be replaced by signing in', async () => {
    await page({ session: { keychain: 'unreadable' } });
    expect(textOnPage()).toContain('The saved session can’t be read');
  });

  it('that is missing leaves the choice between passphrase and memory', async () => {
    const onSession = vi.fn();
    await page({ ...newcomer, session: { keychain: 'unavailable' }, onSession });
    await fill({ ...whole, Passphrase: 'short' });
    await press('Sign in');
    expect(onSession).not.toHaveBeenCalled();
    expect(textOnPage()).toContain('Use at least 8 characters.');
    control('In memory only', '[role=radio]').click();
    await flushPromises();
    await press('Sign in');
    expect(onSession).toHaveBeenCalledWith(expect.objectContaining({ place: 'memory' }));
  });

  it('with a passphrase opens the session by it, or by the password', async () => {
    const onSession = vi.fn();
    await page({ onSession, keptUnder: 'long enough' });
    expect(document.activeElement).toBe(control('Passphrase', 'input'));
    await press('Unlock');
    expect(textOnPage()).toContain('Enter your passphrase.');
    await fill({ Passphrase: 'long enough' });
    await press('Unlock');
    expect(onSession).toHaveBeenCalledWith(expect.objectContaining({ phase: 'signed-in' }));
  });
});

describe('a session that is still looked for', () => {
  it('is said to be, since a keychain may be asking for its password', async () => {
    await page({ session: { phase: 'restoring' } });
    expect(textOnPage()).toContain('Looking for your session…');
  });
});

describe('what went wrong before the page was there', () => {
  it('is told of a session whose connection is lost, with what to do about it', async () => {
    await page({
      ...newcomer,
      session: { keychain: 'present', place: 'keychain', isConnectionLost: true },
    });
    expect(textOnPage()).toContain('Your session is still here, but its connection is lost');
    expect(control('Base URL', 'input')).toBeDefined();
    expect(textOnPage()).toContain('Welcome back');
    // The form comes first, the demo fleet after it.
    expect(textOnPage()).toMatch(/Base URL.*Try the demo fleet/);
  });

  it('is told of a demo fleet that did not start, until something else is begun', async () => {
    const refusedDemo = { code: 'service-error', reason: 'demo-failed', message: 'x' } as const;
    const faults = { 'session.signIn': { code: 'offline', message: 'no line' } as const };
    await page({ connections: { ...newcomer.connections, refusedDemo }, faults });
    expect(textOnPage()).toContain('The demo fleet could not be started.');
    await fill(whole);
    await press('Sign in');
    expect(textOnPage()).not.toContain('The demo fleet could not be started.');
  });
});
