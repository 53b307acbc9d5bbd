import { describe, expect, it } from 'vitest';
import { reportPageFault } from '@/app/report-faults';
import AboutSection from '@/features/settings/AboutSection.vue';
import { axeFaults, control, render, settled, textOnPage, theOffice } from '../../render';

describe('the last faults under About', () => {
  it('are none at first, then name each fault once with how often it came', async () => {
    await render(AboutSection, { office: { signedIn: false } });
    await settled();
    expect(textOnPage()).toContain('no faults since it started');

    const { journal } = theOffice().main.world;
    journal.addFault('the list could not be kept', new Error('boom'));
    journal.addFault('the list could not be kept', new Error('boom'));
    await settled();
    expect(textOnPage()).toContain('the list could not be kept');
    expect(textOnPage()).toContain('2 times');
    expect(await axeFaults()).toEqual([]);

    control('Copy all').click();
    await settled();
    expect(theOffice().main.copied.join()).toMatch(
      /\(2 ×\) the list could not be kept\nError: boom/,
    );
  });

  it('stand below what closed unexpectedly, whose report can be read', async () => {
    await render(AboutSection, { office: { signedIn: false } });
    theOffice().main.world.journal.setCrashes([
      {
        ...{ at: 0, part: 'app', reason: 'ended', exitCode: null, version: '0.1.0' },
        lines: ['2026-03-10T12:00:00.000Z info sync phase=reading'],
      },
    ]);
    await settled();
    expect(textOnPage()).toContain('Fleetdesk closed unexpectedly');
    control('Show report').click();
    await settled();
    expect(textOnPage()).toContain('sync phase=reading');
    expect(await axeFaults()).toEqual([]);
  });

  it('tell what the page itself ran into, without what it quotes', async () => {
    await render(AboutSection, { office: { signedIn: false } });
    reportPageFault('promise', new TypeError('"Maria Souza" is no list'));
    await settled();
    expect(textOnPage()).toContain('a fault in the page (promise)');
    expect(textOnPage()).toContain('is no list');
    expect(textOnPage()).not.toContain('Maria');
  });
});
