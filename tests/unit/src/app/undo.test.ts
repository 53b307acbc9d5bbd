import { describe, expect, it, vi } from 'vitest';
import { succeed, type Result } from '@contract/errors';
import { useOutboxStore } from '@/app/stores/outbox-store';
import { useUndo } from '@/app/undo';
import { useBridge } from '@/bridge';
import type { EntryDraft } from '../../../mocked-main/outbox-seeds';
import { settled } from '../render';
import { frameOfKnown as frame, holdTimeouts, now } from './office-frame';

const subject = { collection: 'vehicles', key: 'veh000000000001', label: 'ABC-1D23' } as const;

/** A delete that is held since before anything else. */
const older: EntryDraft = {
  ...{ kind: 'delete', subject, state: 'held', createdAt: now - 3000 },
  holdUp: { kind: 'undo', until: now + 7000 },
};

const strip = () => document.querySelector('section[aria-label="Change that can be undone"]');

function pressUndo(): void {
  document.body.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true, cancelable: true }),
  );
}

describe('an undo that is asked for at once', () => {
  it('waits for the answer to the change, and takes that back rather than an older one', async () => {
    await frame({ outbox: [older] });
    const [entry] = useOutboxStore().entries;
    const undone = vi.spyOn(useBridge().outbox, 'undo');
    let answer: (entryId: string) => void = () => undefined;
    void useUndo().make(
      new Promise<Result<{ entryId: string }>>((resolve) => {
        answer = (entryId) => {
          resolve(succeed({ entryId }));
        };
      }),
    );
    pressUndo();
    await settled();
    expect(undone).not.toHaveBeenCalled();
    answer('made-now');
    await settled();
    expect(undone.mock.calls).toEqual([['made-now']]);
    expect(useOutboxStore().entries.map(({ id }) => id)).toEqual([entry?.id]);
  });

  it('takes back what was answered, though it is not listed yet', async () => {
    await frame({ outbox: [older] });
    const undone = vi.spyOn(useBridge().outbox, 'undo');
    await useUndo().make(Promise.resolve(succeed({ entryIds: ['made-1', 'made-2'] })));
    pressUndo();
    await settled();
    expect(undone.mock.calls.flat().sort()).toEqual(['made-1', 'made-2']);
  });

  it('takes older changes back again once the newer one is over', async () => {
    await frame({ outbox: [older] });
    const { outbox, records } = useBridge();
    const call = records.delete({
      ...{ collection: 'vehicles', keys: ['veh000000000002'], confirmation: 'no such plate' },
    });
    const answer = await useUndo().make(call);
    expect(answer.ok, 'it is refused').toBe(false);
    const undone = vi.spyOn(outbox, 'undo');
    pressUndo();
    await settled();
    expect(undone).toHaveBeenCalledTimes(1);
    expect(useOutboxStore().unsent).toBe(0);
  });
});

describe('an undo of a single addition', () => {
  const other = { collection: 'users', key: 'usr000000000002', label: 'Ana Souza' } as const;
  const waits: EntryDraft = {
    ...{ kind: 'associate', subject, other, side: 'users', fields: {} },
    associationKey: 'local:addition00000000000',
  };
  const offline = {
    link: { state: 'offline', since: now, lastAnswerAt: now, error: null },
  } as const;

  it('takes it back while it waits for the connection', async () => {
    await frame({ session: offline, outbox: [waits] });
    pressUndo();
    await settled();
    expect(useOutboxStore().unsent).toBe(0);
    expect(strip()?.textContent).toContain('Undone: Add Ana Souza to vehicle ABC-1D23');
  });

  it('leaves one that was entered with its record, as that of a restored one', async () => {
    await frame({ session: offline, outbox: [{ kind: 'create', subject, fields: {} }, waits] });
    const [create, addition] = useOutboxStore().entries;
    if (!create || !addition) throw new Error('Two changes wait.');
    const behind = { ...addition, holdUp: { kind: 'after', entryId: create.id } } as const;
    useOutboxStore().entries = [create, { ...behind, createdAt: create.createdAt }];
    expect(useUndo().isPossible).toBe(false);
    useOutboxStore().entries = [create, { ...behind, createdAt: create.createdAt + 1 }];
    expect(useUndo().newest.map(({ id }) => id)).toEqual([addition.id]);
  });
});

describe('an undo of what was sent in part', () => {
  it('names what was taken back and what stays', async () => {
    await frame({ outbox: [older] });
    const [entry] = useOutboxStore().entries;
    if (!entry) throw new Error('Nothing is held.');
    const about = { side: 'devices', action: 'swap' } as const;
    const device = (label: string) => ({ collection: 'devices', key: label, label }) as const;
    const leaves = { ...entry, ...about, kind: 'dissociate', other: device('Old') } as const;
    const comes = { ...entry, ...about, kind: 'associate', other: device('New') } as const;
    vi.spyOn(useBridge().outbox, 'undo').mockResolvedValue(
      succeed({ undone: [leaves], stays: [{ ...comes, id: 'sent-part', state: 'sent' }] }),
    );
    await useBridge().outbox.discard({ entryId: entry.id, withReleased: false });
    await useUndo().undoOf(entry.id);
    await settled();
    expect(strip()?.textContent).toContain(
      'Undone: Remove device Old from vehicle ABC-1D23. ' +
        'Already sent, so not undone: Add device New to vehicle ABC-1D23',
    );
  });
});

describe('a change on this computer', () => {
  it('is offered for ten seconds, and taken back by the key before what is older', async () => {
    holdTimeouts();
    await frame({ outbox: [older] });
    const takeBack = vi.fn(() => Promise.resolve(null));
    useUndo().offer({ title: 'Tags of 3 vehicles changed', takeBack });
    await settled();
    expect(strip()?.textContent).toContain('Tags of 3 vehicles changed');
    pressUndo();
    await settled();
    expect(takeBack).toHaveBeenCalledTimes(1);
    expect(useOutboxStore().unsent).toBe(1);
    pressUndo();
    await settled();
    expect(useOutboxStore().unsent).toBe(0);
  });

  it('can’t be taken back once its time is over', async () => {
    holdTimeouts();
    await frame({ outbox: [] });
    const takeBack = vi.fn(() => Promise.resolve(null));
    useUndo().offer({ title: 'Tags of 3 vehicles changed', takeBack });
    vi.advanceTimersByTime(10_500);
    await settled();
    expect(strip()).toBeNull();
    expect(useUndo().isPossible).toBe(false);
  });
});
