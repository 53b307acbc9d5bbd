import { flushPromises } from '@vue/test-utils';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CheckResult } from '@contract/diagnosis';
import { fail } from '@contract/errors';
import { useBridge } from '@/bridge';
import CheckRow from '@/features/diagnose/CheckRow.vue';
import CrashReports from '@/features/diagnose/CrashReports.vue';
import LastFaults from '@/features/diagnose/LastFaults.vue';
import Page from '@/features/diagnose/Page.vue';
import { errorText } from '@/i18n/errors';
import { setLocale } from '@/i18n/i18n';
import { axeFaults, control, render, settled, textOnPage, theOffice } from '../../render';

afterEach(() => {
  setLocale('en');
});

describe('what a check found', () => {
  const row = (result: Omit<CheckResult, 'verdict' | 'at'>) =>
    render(CheckRow, {
      props: {
        ...{ id: result.id, running: false },
        result: { verdict: 'failed', at: 0, ...result },
      },
    });

  it('counts one thing as one', async () => {
    await row({ id: 'clock', finding: 'right', values: { seconds: 1 } });
    expect(textOnPage()).toContain('The clocks agree within 1 second.');
    await row({ id: 'graphics', finding: 'lost', values: { n: 1 } });
    expect(textOnPage()).toContain('The graphics process was restarted 1 time.');
    await row({ id: 'secureConnection', finding: 'ending', values: { days: 2, issuer: 'R3' } });
    expect(textOnPage()).toContain('(2 days left)');
  });

  it('tells how far the clock is off in hours and minutes', async () => {
    await row({ id: 'clock', finding: 'behind', values: { seconds: 5400 } });
    expect(textOnPage()).toContain('The clock of this computer is 1h 30m behind.');
  });

  it('says in the language of the person what failed, and in whose words under the details', async () => {
    setLocale('es');
    const error = { code: 'timeout' as const, message: 'GET /roles: no answer' };
    await row({ id: 'publicKey', finding: 'unanswered', values: {}, failures: [{ error }] });
    const finding = document.querySelector('.tabular')?.textContent ?? '';
    expect(finding).toContain(errorText(error).title);
    expect(finding).not.toContain('GET /roles');
    expect(document.querySelector('details')?.textContent).toContain('GET /roles: no answer');
  });
});

/** Presses a button that copies: it says so, and after a while it is what it was. */
async function sayCopied(name: string): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const button = control(name);
    button.click();
    for (let turn = 0; turn < 20; turn += 1) await flushPromises();
    expect(button.textContent.trim()).toBe('Copied');
    vi.advanceTimersByTime(10_000);
    await flushPromises();
    expect(button.textContent.trim()).toBe(name);
  } finally {
    vi.useRealTimers();
  }
}

describe('the page that diagnoses', () => {
  it('checks all that costs nothing at once, and asks before it sends a request', async () => {
    await render(Page, { office: { signedIn: true } });
    await settled();
    expect(await axeFaults()).toEqual([]);
    expect(textOnPage()).toContain('Fleetdesk can write to its folder.');
    expect(textOnPage()).toContain('so it is run only when you ask for it');

    control('Check again: Public key').click();
    await settled();
    expect(textOnPage()).toMatch(/They count against the limit of \d+ a minute\./);
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

  it('says that a check could not be made only until it could', async () => {
    await render(Page, { office: { signedIn: false } });
    await settled();
    const refusal = fail({ code: 'timeout', message: 'no answer' });
    vi.spyOn(useBridge().diagnosis, 'check').mockResolvedValueOnce(refusal);
    control('Check again: Fleetdesk folder').click();
    await settled();
    expect(document.querySelector('[role=alert]')).not.toBeNull();
    control('Check again: Fleetdesk folder').click();
    await settled();
    expect(document.querySelector('[role=alert]')).toBeNull();
  });

  it('asks nothing before a check that sends nothing, as nobody is signed in', async () => {
    await render(Page, { office: { signedIn: false } });
    await settled();
    control('Check again: Public key').click();
    await settled();
    expect(textOnPage()).not.toContain('Send a test request?');
    expect(textOnPage()).not.toContain('so it is run only when you ask for it');
  });

  it('says that the last faults, or a crash report, were copied, and then offers it again', async () => {
    await render(LastFaults, { office: { signedIn: false } });
    const { journal } = theOffice().main.world;
    journal.addFault('a list failed', undefined);
    await settled();
    await sayCopied('Copy all');
    await render(CrashReports, { office: { signedIn: false } });
    const crash = { reason: 'hung', exitCode: null, version: '0.1.0', lines: [] };
    theOffice().main.world.journal.setCrashes([{ ...crash, part: 'page', at: 0 }]);
    await settled();
    await sayCopied('Copy');
  });

  it('turns the detailed log on', async () => {
    await render(Page, { office: { signedIn: false } });
    await settled();
    control('Detailed log').click();
    await settled();
    expect(theOffice().main.world.journal.isDetailed).toBe(true);
  });

  it('shows the bundle that was asked for last, whichever comes first', async () => {
    await render(Page, { office: { signedIn: false } });
    await settled();
    const { diagnosis } = useBridge();
    const answers: ((name: string) => void)[] = [];
    vi.spyOn(diagnosis, 'makeBundle').mockImplementation(
      () =>
        new Promise((resolve) => {
          answers.push((name) => {
            resolve({ ok: true, data: { id: name, files: [{ name, bytes: 1, text: name }] } });
          });
        }),
    );
    control('Support bundle…').click();
    await settled();
    control('Cancel').click();
    await settled();
    control('Support bundle…').click();
    await settled();
    answers[1]?.('second.txt');
    await settled();
    answers[0]?.('first.txt');
    await settled();
    expect(textOnPage()).toContain('second.txt');
    expect(textOnPage()).not.toContain('first.txt');
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
