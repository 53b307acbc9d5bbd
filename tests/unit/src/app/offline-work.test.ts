import { describe, expect, it, vi } from 'vitest';
import { useOverlays } from '@/app/overlays';
import { useOutboxStore } from '@/app/stores/outbox-store';
import { Press, useUndo } from '@/app/undo';
import { useSessionStore } from '@/app/stores/session-store';
import { useSettingsStore } from '@/app/stores/settings-store';
import { useBridge } from '@/bridge';
import type { OfficeOptions } from '../../../mocked-main/office';
import { officeSession } from '../../../mocked-main/office/connections';
import type { EntryDraft } from '../../../mocked-main/outbox-seeds';
import { axeFaults, control, settled, textOnPage, theOffice } from '../render';
import { frameOfKnown as frame, holdTimeouts, now, office, status } from './office-frame';

const subject = { collection: 'vehicles', key: 'veh000000000001', label: 'ABC-1D23' } as const;
const waiting: EntryDraft = { kind: 'update', subject, fields: { color: '#0B6E4F' } };
const stuck: EntryDraft = {
  ...waiting,
  state: 'attention',
  holdUp: null,
  trouble: { kind: 'gone' },
};

/** The same of another vehicle. */
function other(index: number): EntryDraft {
  const key = `veh${String(index).padStart(12, '0')}`;
  return { ...waiting, subject: { ...subject, key } };
}

const link = { state: 'offline', since: now - 60_000, lastAnswerAt: now - 61_000 } as const;
const cutOff = { session: { ...officeSession(office, now), link: { ...link, error: null } } };

function held(label: string, createdAt: number): EntryDraft {
  return {
    kind: 'delete',
    subject: { ...subject, label },
    state: 'held',
    holdUp: { kind: 'undo', until: now + 7000 },
    createdAt,
  };
}

/** One whose seconds are over. */
const heldBefore: EntryDraft = { ...held('ABC-1D23', now), state: 'waiting', holdUp: null };

function press(key: string, init: KeyboardEventInit = {}, target: Element = document.body): void {
  target.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }),
  );
}

/** Lets timers run and calls be answered. */
async function pass(milliseconds: number): Promise<void> {
  vi.advanceTimersByTime(milliseconds);
  await settled();
}

const strip = () => document.querySelector('section[aria-label="Change that can be undone"]');

describe('rail and status bar', () => {
  it('say nothing of an empty outbox', async () => {
    await frame();
    expect(control('Outbox', 'nav a').textContent.trim()).toBe('');
    expect(status()).not.toContain('waiting');
  });

  it('tell what waits from what needs a person, in words too', async () => {
    await frame({ outbox: [waiting, waiting] });
    expect(control('Outbox: 2 changes waiting', 'nav a').textContent.trim()).toBe('2');
    expect(status()).toContain('2 waiting');
    expect(status()).not.toContain('need attention');
  });

  it('put what needs a person first, and lead to the outbox', async () => {
    const wrapper = await frame({ outbox: [waiting, stuck] });
    expect(control('Outbox: 1 change needs attention', 'nav a').textContent.trim()).toBe('1');
    expect(status(), 'each change is counted once').toContain('1 waiting 1 needs attention');
    expect(control('1 waiting 1 needs attention', 'footer a').getAttribute('href')).toMatch(
      /outbox$/,
    );
    expect(await axeFaults()).toEqual([]);
    document.querySelector<HTMLElement>('footer a')?.click();
    await settled();
    expect(wrapper.vm.$route.path).toBe('/outbox');
  });
});

describe('a paused sending', () => {
  it('is told in the status bar, so that it is not forgotten', async () => {
    await frame({ outbox: [waiting] });
    await useBridge().outbox.pause(true);
    await settled();
    expect(status()).toContain('1 waiting, sending paused');
  });
});

describe('switching the connection', () => {
  it('says what becomes of unsent changes', async () => {
    await frame({ outbox: [waiting] });
    useOverlays().open('switch-connection');
    await settled();
    expect(textOnPage()).toContain('1 unsent change stays here, encrypted');
    useOverlays().set('switch-connection', false);
  });
});

describe('working offline', () => {
  it('is said and ended on every screen', async () => {
    await frame({ settings: { workOffline: true } });
    expect(textOnPage()).toContain('You are working offline.');
    expect(status()).toContain('working offline');
    expect(useSessionStore().isFrozen).toBe(true);
    control('Go online').focus();
    control('Go online').click();
    await settled();
    const name = document.activeElement?.getAttribute('aria-label');
    expect(name, 'where it can be taken offline again').toMatch(/^Connection/);
    expect(useSettingsStore().state.workOffline).toBe(false);
    expect(textOnPage()).not.toContain('You are working offline.');
    expect(status()).toContain('online');
  });

  it('begins from the palette', async () => {
    await frame();
    press('k', { ctrlKey: true });
    await settled();
    control('Work offline', '[role=option]').click();
    await settled();
    expect(useSettingsStore().state.workOffline).toBe(true);
  });

  it('hides the banner of a line that is down: the reason is another', async () => {
    await frame({
      settings: { workOffline: true },
      session: {
        ...officeSession(office, now),
        link: { state: 'offline', since: now - 240_000, lastAnswerAt: now, error: null },
      },
    });
    expect(textOnPage()).not.toContain('Offline since');
  });
});

describe('a delete that can be undone', () => {
  it('is named with its countdown, and taken back by the button', async () => {
    await frame({ outbox: [held('ABC-1D23', now)] });
    expect(strip()?.textContent).toContain('Delete vehicle ABC-1D23');
    // A new run of the app gives the whole time again.
    expect(strip()?.textContent).toContain('10s left');
    expect(await axeFaults()).toEqual([]);
    control('Undo').click();
    await settled();
    expect(strip()?.textContent).toContain('Undone: Delete vehicle ABC-1D23');
    expect(() => control('Undo')).toThrow();
    expect(useOutboxStore().unsent).toBe(0);
  });

  it('says that it is on its way once its seconds are over', async () => {
    await frame({ outbox: [held('ABC-1D23', now)] });
    // Main, whose timers wait for faked timeouts, has not said yet that they are over.
    await pass(10_000);
    expect(strip()?.textContent).toContain('being sent');
    expect(strip()?.textContent).not.toContain('left');
  });

  it('says that it is not sent yet, rather than on its way, while the office is offline', async () => {
    await frame({ outbox: [held('ABC-1D23', now)], settings: { workOffline: true } });
    await pass(10_000);
    expect(strip()?.textContent).toContain('not sent yet');
    expect(strip()?.textContent).not.toContain('being sent');
  });

  it('is taken back by Ctrl+Z, the newest first, and what was made with it', async () => {
    const outbox = [held('AAA-1A11', now - 2000), held('BBB-2B22', now), held('CCC-3C33', now)];
    await frame({ outbox });
    expect(strip()?.textContent).toContain('2 changes can be undone');
    press('z', { ctrlKey: true });
    await settled();
    expect(strip()?.textContent).toContain('AAA-1A11');
    press('z', { ctrlKey: true });
    await settled();
    expect(useOutboxStore().unsent).toBe(0);
  });

  it('is taken back with all others that one press made one after the other', async () => {
    const outbox = [held('AAA-1A11', now - 2000), held('BBB-2B22', now)];
    await frame({ outbox });
    const ids = useOutboxStore().entries.map(({ id }) => id);
    expect(strip()?.textContent).not.toContain('2 changes');
    const one = new Press();
    for (const entryId of ids) {
      await useUndo().make(Promise.resolve({ ok: true, data: { entryId } }), one);
    }
    await settled();
    expect(strip()?.textContent).toContain('2 changes can be undone');
    press('z', { ctrlKey: true });
    await settled();
    expect(useOutboxStore().unsent).toBe(0);
  });

  it('says how many of those made with it had gone out already', async () => {
    await frame({ outbox: [held('AAA-1A11', now), held('BBB-2B22', now), held('CCC-3C33', now)] });
    const store = useOutboxStore();
    const [gone] = store.entries;
    if (gone === undefined) throw new Error('Nothing was held.');
    store.sent = [{ ...gone, state: 'sent' }];
    await useBridge().outbox.discard({ entryId: gone.id, withReleased: false });
    await settled();
    press('z', { ctrlKey: true });
    await settled();
    expect(strip()?.textContent).toContain(
      'Undone: 2 changes. Already sent, so not undone: Delete vehicle AAA-1A11',
    );
  });

  it('is taken back by the key while it waits for the line, too', async () => {
    holdTimeouts();
    await frame({ ...cutOff, outbox: [waiting, heldBefore] });
    expect(strip()).toBeNull();
    press('z', { ctrlKey: true });
    await settled();
    expect(strip()?.textContent).toContain('Undone: Delete vehicle ABC-1D23');
    expect(useOutboxStore().unsent).toBe(1);
    vi.advanceTimersByTime(7000);
    await settled();
    expect(strip()).toBeNull();
  });

  it('leaves the key to whoever types', async () => {
    await frame({ outbox: [held('ABC-1D23', now)] });
    const field = document.body.appendChild(document.createElement('input'));
    field.focus();
    press('z', { ctrlKey: true }, field);
    await settled();
    expect(strip()).not.toBeNull();
  });

  it('says when it came too late', async () => {
    holdTimeouts();
    await frame({
      outbox: [held('ABC-1D23', now)],
      faults: {
        'outbox.undo': { code: 'conflict', reason: 'entry-done', message: 'sent' },
      },
    });
    control('Undo').click();
    await settled();
    await useBridge().outbox.discard({ entryId: 'entry-1', withReleased: false });
    await settled();
    expect(strip()?.textContent).toContain('already done');
    vi.advanceTimersByTime(9000);
    await settled();
    expect(strip()).toBeNull();
  });
});

describe('the news for screen readers', () => {
  const news = () =>
    [...document.querySelectorAll('[role=status].unseen')].map((each) => each.textContent).join();

  it('says many sends in one sentence, once they are over', async () => {
    holdTimeouts();
    await frame({ outbox: [waiting, other(2), other(3)] });
    theOffice().service.holdWrites(1);
    await pass(10_000);
    expect(news()).toBe('');
    theOffice().service.release();
    await settled();
    await pass(3000);
    expect(news()).toBe('3 changes were sent');
  });

  it('says now and then how far a long sending is', async () => {
    holdTimeouts();
    await frame({ outbox: [waiting, other(2)] });
    theOffice().service.holdWrites(0);
    await settled();
    await pass(29_000);
    expect(news()).toBe('');
    await pass(6000);
    expect(news()).toBe('Sent: Change vehicle ABC-1D23');
  });

  it('does not repeat what needed a person before', async () => {
    holdTimeouts();
    await frame({ outbox: [waiting, stuck] });
    theOffice().service.release();
    await settled();
    await pass(3000);
    expect(news()).toBe('Sent: Change vehicle ABC-1D23');
  });
});

describe('signing out', () => {
  async function ask(options: OfficeOptions) {
    await frame(options);
    useOverlays().open('sign-out');
    await settled();
    return vi.spyOn(useBridge().session, 'signOut');
  }

  it('asks nothing about changes where none are unsent', async () => {
    const signOut = await ask({});
    expect(textOnPage()).not.toContain('unsent change');
    control('Sign out', '[role=dialog] button').click();
    await settled();
    expect(signOut).toHaveBeenCalledWith({ unsent: 'keep', erase: false });
  });

  it('keeps unsent changes unless told otherwise', async () => {
    const signOut = await ask({ outbox: [waiting, stuck] });
    expect(textOnPage()).toContain('2 unsent changes');
    expect(control('Keep', '[role=radio]').getAttribute('aria-checked')).toBe('true');
    const dialog = document.querySelector('[role=dialog]');
    expect(dialog && (await axeFaults(dialog))).toEqual([]);
    control('Erase cached data', '[role=checkbox]').click();
    await settled();
    expect(textOnPage()).toContain('Removes the data of the service');
    control('Sign out', '[role=dialog] button').click();
    await settled();
    expect(signOut).toHaveBeenCalledWith({ unsent: 'keep', erase: true });
  });

  it('discards them only by a choice that says how many', async () => {
    const signOut = await ask({ outbox: [waiting, stuck] });
    control('Discard all 2 permanently', '[role=radio]').click();
    await settled();
    control('Discard and sign out').click();
    await settled();
    expect(signOut).toHaveBeenCalledWith({ unsent: 'discard', erase: false });
  });

  it('says of a session in memory that nothing can be kept', async () => {
    await ask({ outbox: [waiting], store: { phase: 'inMemory' } });
    expect(textOnPage()).toContain('unsent changes are lost when you sign out');
    expect(document.querySelector('[role=dialog] [role=radio]')).toBeNull();
  });
});
