import { describe, expect, it, vi } from 'vitest';
import { useOutboxStore } from '@/app/stores/outbox-store';
import { useBridge } from '@/bridge';
import type { OfficeOptions } from '../../../../mocked-main/office';
import type { OutboxEntry, OutboxSnapshot } from '@contract/outbox';
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

describe('a change that the account has no permission for', () => {
  it('names the account and the action, and says what to do', async () => {
    const error = { code: 'forbidden', status: 403, message: '403' } as const;
    await open({
      outbox: [
        entry('refused', {
          kind: 'associate',
          side: 'users',
          other: { collection: 'users', key: 'usr1', label: 'Helena Dias' },
          fields: {},
          state: 'attention',
          holdUp: null,
          trouble: { kind: 'refused', error },
        }),
      ],
    });
    await choose('Helena Dias');
    expect(panelText()).toMatch(
      /The account \S+ doesn’t have permission to add people to vehicles\. Nothing was changed\./,
    );
  });
});

describe('a change on hold, for the service refused the same before', () => {
  it('says why it was not sent, shows what was entered and sends this one', async () => {
    const error = { code: 'forbidden', message: 'refused before' } as const;
    await open({
      outbox: [
        entry('held', {
          state: 'attention',
          holdUp: null,
          trouble: { kind: 'refused', error, isOnHold: true },
        }),
      ],
    });
    expect(option('ABC-1D23').textContent).toContain('On hold: no permission');
    await choose('ABC-1D23');
    expect(panelText()).toMatch(/The account \S+ doesn’t have permission to change vehicles\./);
    expect(panelText()).toContain('Fleetdesk didn’t send this change');
    expect(panelText()).toContain('the rest follow automatically');
    expect(panelText()).not.toContain('undo');
    // Nothing is wrong with the fields: they are read, not put right.
    expect(panelText()).toContain('What changes');
    expect(await axeFaults()).toEqual([]);
    const correct = vi.spyOn(useBridge().outbox, 'correct');
    await click('Send this one');
    expect(correct).toHaveBeenCalledWith({ entryId: 'held', fields: {} });
  });
});

it('a removal on hold says that it can be undone once it is let go', async () => {
  const error = { code: 'forbidden', message: 'refused before' } as const;
  const trouble = { kind: 'refused', error, isOnHold: true } as const;
  await open({
    outbox: [
      entry('held', { kind: 'delete', fields: {}, state: 'attention', holdUp: null, trouble }),
    ],
  });
  await choose('ABC-1D23');
  expect(panelText()).toContain(
    'waits ten seconds before it’s sent, so that you can still undo it',
  );
});

describe('a look-alike at the service', () => {
  async function openLookalike() {
    await open({
      outbox: [
        entry('twin', {
          kind: 'create',
          fields: { plate: 'ABC-1D23', description: 'mine' },
          state: 'attention',
          holdUp: null,
          trouble: {
            kind: 'lookalike',
            key: 'veh000000000099',
            fields: [{ field: 'description', mine: 'mine', theirs: 'theirs' }],
          },
        }),
      ],
    });
    await choose('ABC-1D23');
    return vi.spyOn(useBridge().outbox, 'decide');
  }

  it('is shown beside what was entered, and left to the person', async () => {
    const decide = await openLookalike();
    expect(panelText()).toContain('Somebody else may have created it');
    expect(panelText()).toContain('theirs');
    expect(await axeFaults()).toEqual([]);
    await click('Use the record on the service');
    expect(decide).toHaveBeenCalledWith({ entryId: 'twin', verdict: 'applied' });
  });

  it('can be overruled: mine is sent again', async () => {
    const decide = await openLookalike();
    await click('Send mine again');
    expect(decide).toHaveBeenCalledWith({ entryId: 'twin', verdict: 'sendAgain' });
  });
});

describe('a request that arrived late', () => {
  async function openLate(change: Partial<OutboxEntry>) {
    await open({ outbox: [entry('late', { state: 'attention', holdUp: null, ...change })] });
    await choose('ABC-1D23');
    return vi.spyOn(useBridge().outbox, 'decide');
  }

  it('and overwrote a later value is said so, and the value can be chosen again', async () => {
    const fields = { description: 'second' };
    const field = { field: 'description', base: 'second', theirs: 'first', mine: 'second' };
    await openLate({
      ...{ kind: 'update', fields, base: fields },
      trouble: { kind: 'conflict', fields: [field], isLate: true },
    });
    expect(panelText()).toContain('An earlier request arrived late and overwrote these fields');
    expect(panelText()).not.toContain('Others changed');
    expect(panelText()).toContain('first');
    expect(await axeFaults()).toEqual([]);
  });

  it('and did what was discarded is said so: it can be taken back', async () => {
    const trouble = { kind: 'late', isDropped: true } as const;
    const decide = await openLate({ kind: 'activate', fields: {}, trouble });
    expect(panelText()).toContain('A change that was discarded here was applied after all');
    await click('Take it back');
    expect(decide).toHaveBeenCalledWith({ entryId: 'late', verdict: 'sendAgain' });
  });

  it('and undid a later change is said so: it can be sent again', async () => {
    const decide = await openLate({ kind: 'deactivate', fields: {}, trouble: { kind: 'late' } });
    expect(panelText()).toContain('An earlier request arrived late and undid this change');
    await click('Send again');
    expect(decide).toHaveBeenCalledWith({ entryId: 'late', verdict: 'sendAgain' });
  });

  it('and created a record twice is said so: it can be deleted or kept', async () => {
    const decide = await openLate({ kind: 'delete', fields: {}, trouble: { kind: 'late' } });
    expect(panelText()).toContain('A late request created this record');
    expect(panelText()).toContain('Keep the record');
    await click('Delete anyway');
    expect(decide).toHaveBeenCalledWith({ entryId: 'late', verdict: 'sendAgain' });
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
