import { describe, expect, it, vi } from 'vitest';
import { useBridge } from '@/bridge';
import { axeFaults } from '../../render';
import { choose, click, open, option, panelText } from './outbox-page';
import { entry } from './entries';

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
