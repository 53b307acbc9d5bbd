import { describe, expect, it, vi } from 'vitest';
import { useBridge } from '@/bridge';
import type { OutboxEntry } from '@contract/outbox';
import { axeFaults } from '../../render';
import { choose, click, open, panelText } from './outbox-page';
import { entry } from './entries';

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
