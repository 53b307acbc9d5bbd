import { describe, expect, it, vi } from 'vitest';
import { useOutboxStore } from '@/app/stores/outbox-store';
import { useBridge } from '@/bridge';
import type { OfficeOptions } from '../../../../mocked-main/office';
import type { OutboxSnapshot } from '@contract/outbox';
import { axeFaults, control, textOnPage, type } from '../../render';
import { choose, click, offline, open, option, panelText, queued, settle } from './outbox-page';
import { entry } from './entries';

describe('a refused change', () => {
  it('shows the service’s words at the fields as text and is sent again', async () => {
    await open();
    await choose('QWE-4R56');
    const text = panelText();
    expect(text).toContain('The service says: Validation failed');
    expect(text).toContain('year must not be greater than 2027');
    expect(text).toContain('<script>alert(1)</script>');
    expect(document.querySelector('main script, section script')).toBeNull();
    expect(await axeFaults()).toEqual([]);

    const correct = vi.spyOn(useBridge().outbox, 'correct');
    type('Year', '2027');
    type('VIN', '9BSR6X40003712346');
    await settle();
    expect(panelText()).not.toContain('must not be greater');
    await click('Fix and send again');
    expect(correct.mock.calls[0]?.[0]).toMatchObject({
      entryId: 'entry-1',
      fields: { plate: 'QWE-4R56', year: '2027', vin: '9BSR6X40003712346' },
    });
    expect(option('QWE-4R56').textContent).toContain('In the queue');
    // The form is gone; who works by keys goes on at the change.
    expect(document.activeElement?.textContent).toBe('New vehicle QWE-4R56');
  });

  it('keeps what was typed while another change is looked at', async () => {
    await open();
    await choose('QWE-4R56');
    type('Year', '2026');
    await choose('Helena');
    await choose('QWE-4R56');
    expect(control('Year', 'input')).toHaveProperty('value', '2026');
  });

  it('is not sent without what a record can’t be without', async () => {
    await open();
    await choose('QWE-4R56');
    const correct = vi.spyOn(useBridge().outbox, 'correct');
    type('Plate', '');
    await settle();
    await click('Fix and send again');
    expect(correct).not.toHaveBeenCalled();
  });

  it('says why it could not be sent again', async () => {
    await open({
      faults: {
        'outbox.correct': { code: 'store-damaged', reason: 'disk-full', message: 'SQLITE_FULL' },
      },
    });
    await choose('QWE-4R56');
    type('Year', '2027');
    await settle();
    await click('Fix and send again');
    expect(document.querySelector('[role=alert]')?.textContent).toContain('The disk is full');
    expect(control('Year', 'input')).toHaveProperty('value', '2027');
  });
});

describe('a conflict', () => {
  const radios = (name: string) =>
    [...document.querySelectorAll<HTMLElement>('[role=radio]')].filter((each) =>
      each.closest('label')?.textContent.includes(name),
    );

  async function openConflict() {
    await open();
    await choose('VGR-9C63');
    return vi.spyOn(useBridge().outbox, 'resolve');
  }

  it('stands side by side and waits for every choice', async () => {
    const resolve = await openConflict();
    const text = panelText();
    expect(text).toContain('Before your change');
    expect(text).toContain('Em manutenção até 30/11');
    expect(text).toContain('Baú novo');
    expect(text).toContain('Your other fields are kept and sent along: code.');
    expect(await axeFaults()).toEqual([]);
    await click('Save and send');
    expect(resolve).not.toHaveBeenCalled();
    expect(panelText()).toContain('2 fields to choose');
    expect(panelText()).toContain('Choose one');
  });

  it('is settled field by field', async () => {
    const resolve = await openConflict();
    radios('On the service now')[0]?.click();
    await settle();
    radios('Another value')[1]?.click();
    await settle();
    type('Color', '#123456');
    await settle();
    await click('Save and send');
    expect(resolve).toHaveBeenCalledWith({
      entryId: 'entry-2',
      fields: {
        description: 'Em manutenção até 30/11 — pastilhas e alinhamento; liberar só com o Rafael',
        color: '#123456',
      },
    });
  });

  it('is settled at once for one side', async () => {
    const resolve = await openConflict();
    await click('All yours');
    await click('Save and send');
    expect(resolve).toHaveBeenCalledWith({
      entryId: 'entry-2',
      fields: { description: 'Baú novo, revisado em novembro', color: '#FFFFFF' },
    });
  });
});

describe('what is settled while nothing is sent', () => {
  const ways: [string, OfficeOptions][] = [
    ['without a line', { session: offline }],
    ['working offline', { settings: { workOffline: true } }],
  ];

  it.each(ways)('%s is said to be sent later', async (_, office) => {
    await open(office);
    await choose('VGR-9C63');
    expect(control('Save and send later')).toBeDefined();
    await choose('QWE-4R56');
    expect(control('Fix; it is sent later')).toBeDefined();
    expect(() => control('Fix and send again')).toThrow();
  });

  it('is said to be sent later while sending is paused, and sent once it goes on', async () => {
    await open();
    await choose('VGR-9C63');
    await useBridge().outbox.pause(true);
    await settle();
    expect(control('Save and send later')).toBeDefined();
    await useBridge().outbox.pause(false);
    await settle();
    expect(control('Save and send')).toBeDefined();
  });
});

describe('a change that nobody knows about', () => {
  it('is decided by the person', async () => {
    await open();
    await choose('Helena');
    expect(panelText()).toContain('if you send it again, it could be applied twice');
    const decide = vi.spyOn(useBridge().outbox, 'decide');
    await click('Mark as saved');
    expect(decide.mock.calls).toEqual([[{ entryId: 'entry-3', verdict: 'applied' }]]);
    // Only the service knows its key, so it is looked for once more before the change is over.
    const { entries } = await snapshot();
    expect(entries.find(({ id }) => id === 'entry-3')?.state).toBe('unsure');
  });

  it('deletes what was changed only when told to', async () => {
    await open();
    await choose('LWH-7S41');
    expect(panelText()).toContain('Reservado para a filial norte');
    expect(panelText()).toContain('Rafael Lima Duarte');
    await click('Keep the record');
    expect(await queued()).not.toContain('entry-5');
  });
});

async function snapshot(): Promise<OutboxSnapshot> {
  const answer = await useBridge().events.subscribe('outbox');
  if (!answer.ok) throw new Error('no outbox');
  return answer.data.snapshot as OutboxSnapshot;
}

describe('a refused association', () => {
  it('speaks of no marked fields, for there are none', async () => {
    const error = { code: 'invalid-request', message: '400' } as const;
    await open({
      outbox: [
        entry('refused', {
          kind: 'associate',
          side: 'devices',
          other: { collection: 'devices', key: 'dev1', label: 'Tracker 7' },
          fields: {},
          state: 'attention',
          holdUp: null,
          trouble: { kind: 'refused', error },
        }),
      ],
    });
    await choose('Tracker 7');
    expect(panelText()).not.toContain('marked');
    expect(panelText()).toContain('Send it again once the problem is solved, or discard it.');
  });
});

it('an action that was sent in part says what an undo leaves', async () => {
  const waits = { action: 'swap', state: 'waiting', holdUp: { kind: 'offline' } } as const;
  const other = { collection: 'devices', key: 'dev000000000009', label: 'Tracker 9' } as const;
  const onVehicle = { side: 'devices', other, fields: {}, base: {} } as const;
  const rest = entry('rest', { ...waits, ...onVehicle, kind: 'dissociate' });
  const association = { associationKey: 'da0000000000003' };
  await open({ session: offline, outbox: [{ ...rest, ...association }] });
  await choose('ABC-1D23');
  expect(panelText()).not.toContain('Already sent');
  const sent = { ...waits, ...onVehicle, kind: 'associate', state: 'sent' } as const;
  useOutboxStore().sent = [entry('gone', sent)];
  await settle();
  expect(panelText()).toContain('Already sent: Add device Tracker 9 to vehicle ABC-1D23.');
  expect(panelText()).toContain('Undo only cancels what is left');
});

describe('discarding', () => {
  it('says what goes too', async () => {
    await open();
    await choose('New vehicle ABC-1D23');
    await click('Discard…');
    expect(textOnPage()).toContain('1 change depends on it and is discarded too');
    await click('Discard 2 changes');
    expect(textOnPage()).not.toContain('ABC-1D23');
    expect(document.querySelector('[role=dialog]')).toBeNull();
  });

  it('names what goes out once it is gone, which can be discarded with it', async () => {
    await open();
    await choose('QWE-4R56');
    const { entries } = await snapshot();
    const released = entries.filter(({ id }) => id === 'entry-10');
    vi.spyOn(useBridge().outbox, 'discardEffects').mockResolvedValue({
      ok: true,
      data: { dropped: [], released },
    });
    const discard = vi.spyOn(useBridge().outbox, 'discard');
    await click('Discard…');
    expect(textOnPage()).toContain(
      '1 change is waiting for it and will be sent once it is discarded:',
    );
    // The page behind a dialog is hidden; focus can't reach it, which axe does not see.
    const dialog = document.querySelector('[role=dialog]') ?? undefined;
    expect(await axeFaults(dialog)).toEqual([]);
    await click('Discard it too');
    await click('Discard 2 changes');
    expect(discard).toHaveBeenCalledWith({ entryId: 'entry-1', withReleased: true });
  });

  it('says so where it can’t be known what goes too', async () => {
    await open({ faults: { 'outbox.discardEffects': { code: 'timeout', message: 'no answer' } } });
    await choose('QWE-4R56');
    await click('Discard…');
    expect(textOnPage()).toContain('The service did not answer in time.');
    expect(textOnPage()).not.toContain('Checking what else is affected');
  });

  it('takes back a held delete instead', async () => {
    await open();
    await choose('BMX-5I29');
    expect(() => control('Discard…')).toThrow();
    await click('Undo');
    expect(textOnPage()).not.toContain('BMX-5I29');
  });
});
