import { afterEach, describe, expect, it } from 'vitest';
import Page from '@/features/diagnose/Page.vue';
import { setLocale } from '@/i18n/i18n';
import { axeFaults, control, render, settled, textOnPage, theOffice } from '../../render';

afterEach(() => {
  setLocale('en');
});

describe('the page that diagnoses', () => {
  it('checks all that costs nothing at once, and asks before it sends a request', async () => {
    await render(Page, { office: { signedIn: true } });
    await settled();
    expect(await axeFaults()).toEqual([]);
    expect(textOnPage()).toContain('Fleetdesk can write to its folder.');
    expect(textOnPage()).toContain('so it is run only when you ask for it');

    control('Check again: Public key').click();
    await settled();
    expect(textOnPage()).toContain('They count against the limit of 50 a minute.');
    control('Send').click();
    await settled();
    expect(textOnPage()).toMatch(/accepted the key|no usable answer/);
  });

  it('shows a missing keyring with what to do, and copies all of it', async () => {
    await render(Page, { office: { signedIn: false } });
    theOffice().main.world.keychain.fault = 'unavailable';
    await settled();
    control('Check again: Keychain').click();
    await settled();
    expect(textOnPage()).toContain('has no keychain that Fleetdesk can use');
    expect(textOnPage()).toContain('GNOME Keyring');
    control('Copy as text').click();
    await settled();
    const copied = theOffice().main.copied.join();
    expect(copied).toMatch(/Keychain: Failed\. This computer has no keychain/);
    expect(copied).toContain('Graphics: Fine.');
  });

  it('turns the detailed log on', async () => {
    await render(Page, { office: { signedIn: false } });
    await settled();
    control('Detailed log').click();
    await settled();
    expect(theOffice().main.world.journal.isDetailed).toBe(true);
  });

  it('shows what a support bundle holds, and leaves out what is cleared', async () => {
    await render(Page, { office: { signedIn: false } });
    await settled();
    control('Support bundle…').click();
    await settled();
    const dialog = control('Save…').closest<HTMLElement>('[role=dialog]');
    expect(await axeFaults(dialog ?? undefined)).toEqual([]);
    expect(textOnPage()).toContain('fleetdesk: "0.1.0"');
    control('Show settings.txt').click();
    await settled();
    expect(textOnPage()).toContain('detailedLog: false');
    for (const name of ['versions', 'diagnosis', 'faults', 'crashes', 'settings', 'store']) {
      control(`${name}.txt`).click();
    }
    control('logs/fleetdesk.log').click();
    await settled();
    expect(control('Save…').hasAttribute('disabled')).toBe(true);
  });
});
