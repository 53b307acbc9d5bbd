import { flushPromises } from '@vue/test-utils';
import { describe, expect, it, vi } from 'vitest';
import { useOverlays } from '@/app/overlays';
import { useStoreStore } from '@/app/stores/store-store';
import { useBridge } from '@/bridge';
import { officeSession } from '../../../mocked-main/office/connections';
import { axeFaults, control, textOnPage } from '../render';
import { frame, holdTimeouts, now, office } from './office-frame';

/** A store under a passphrase that is not the one of this sign-in. */
const forgotten = {
  phase: 'locked',
  error: { code: 'keychain-locked', reason: 'wrong-passphrase', message: 'It does not open it.' },
} as const;

function failed(reason: 'disk-full' | 'read-only' | 'newer-version' | 'key-missing') {
  return {
    phase: 'failed' as const,
    error: { code: 'store-damaged' as const, reason, message: 'SQLITE_CANTOPEN' },
  };
}

describe('the banners of the store', () => {
  it.each([
    ['locked', { phase: 'locked' }, 'The keychain is locked, so your data can’t be opened.'],
    ['in use', { phase: 'inUse' }, 'Another copy of Fleetdesk is using your data.'],
    ['full', failed('disk-full'), 'The disk is full, so nothing can be saved.'],
    ['read-only', failed('read-only'), 'Fleetdesk can’t write to its folder'],
    ['newer', failed('newer-version'), 'Your data was saved by a newer version of Fleetdesk.'],
  ] as const)('say what is so and try again: %s', async (_, store, words) => {
    await frame({ store });
    expect(textOnPage()).toContain(words);
    expect(() => control('Start over')).toThrow();
    control('Try again').click();
    await flushPromises();
    expect(textOnPage()).not.toContain(words);
  });

  it.each([
    [
      'the line is down',
      { link: { state: 'offline', since: now, lastAnswerAt: null, error: null } },
    ],
    ['one works offline', {}],
  ] as const)('are not gainsaid while %s: nothing can be read or entered', async (_, change) => {
    await frame({
      store: failed('key-missing'),
      settings: { workOffline: !('link' in change) },
      session: { ...officeSession(office, now), ...change },
    });
    expect(textOnPage()).toMatch(/Offline since|You are working offline/);
    expect(textOnPage()).not.toContain('waits in the outbox');
  });

  it('wait a moment before they speak of an opening', async () => {
    holdTimeouts();
    await frame({ store: { phase: 'opening' } });
    vi.advanceTimersByTime(2_900);
    await flushPromises();
    expect(textOnPage()).not.toContain('Opening your data');
    vi.advanceTimersByTime(200);
    await flushPromises();
    expect(textOnPage()).toContain('Opening your data');
  });

  it('start over after a question that says what is at stake', async () => {
    await frame({ store: failed('key-missing') });
    expect(textOnPage()).toContain('The key to your data is missing from the keychain.');
    control('Start over…').click();
    await flushPromises();
    expect(textOnPage()).toContain('they can only be recovered if the key is found');
    control('Start over', '[role=dialog] button').click();
    await flushPromises();
    expect(textOnPage()).not.toContain('missing from the keychain');
    expect(document.querySelector('[role=dialog]')).toBeNull();
  });

  it('offer both ways out of a forgotten passphrase, and say what starting over costs', async () => {
    const words = 'Your data is protected by another passphrase';
    const kept = { fileName: 'fleet.set-aside-1.db', at: now, isChosen: true, recovered: null };
    await frame({ store: forgotten, after: { 'store.startOver': { setAside: kept } } });
    expect(textOnPage()).toContain(words);
    expect(textOnPage()).not.toContain('The keychain is locked');
    // The same passphrase once more would open nothing.
    expect(() => control('Try again')).toThrow();
    expect(await axeFaults()).toEqual([]);

    control('Sign out…').click();
    await flushPromises();
    expect(useOverlays().isOpen('sign-out')).toBe(true);
    useOverlays().set('sign-out', false);
    await flushPromises();

    control('Start over…').click();
    await flushPromises();
    expect(textOnPage()).toContain('kept under another name');
    expect(textOnPage()).toContain('It may contain changes that weren’t sent yet');
    control('Cancel', '[role=dialog] button').click();
    await flushPromises();
    expect(textOnPage()).toContain(words);

    control('Start over…').click();
    await flushPromises();
    control('Start over', '[role=dialog] button').click();
    await flushPromises();
    expect(textOnPage()).not.toContain(words);
    // Nothing was wrong with them: it was a person's own wish.
    expect(textOnPage()).toContain('You started over. A copy of your earlier data was kept.');
    expect(textOnPage()).not.toContain('was damaged');
    expect(textOnPage()).toContain('nothing was deleted');
  });

  it('ask the same question until it is answered, though the store opens before that', async () => {
    await frame({ store: forgotten });
    control('Start over…').click();
    await flushPromises();
    const question = document.querySelector('[role=dialog]');
    const asked = question?.textContent;
    expect(asked).toContain('can’t be opened without its passphrase');
    vi.spyOn(useBridge().store, 'startOver').mockReturnValue(new Promise(() => undefined));
    control('Start over', '[role=dialog] button').click();
    const store = useStoreStore();
    store.state = { ...store.state, phase: 'open', error: null };
    await flushPromises();
    expect(question?.isConnected).toBe(true);
    expect(question?.textContent).toBe(asked);
  });

  it('stay, with the question, where starting over was refused', async () => {
    const error = { code: 'store-damaged', reason: 'read-only', message: 'EROFS' } as const;
    await frame({ store: forgotten, faults: { 'store.startOver': error } });
    control('Start over…').click();
    await flushPromises();
    control('Start over', '[role=dialog] button').click();
    await flushPromises();
    expect(textOnPage()).toContain('Fleetdesk can’t write to its folder');
    expect(document.querySelector('[role=dialog]')).not.toBeNull();
    expect(textOnPage()).toContain('Your data is protected by another passphrase');
  });

  it('tell of what was set aside until it is read', async () => {
    const wrapper = await frame({
      store: {
        setAside: { fileName: 'fleet.set-aside-1.db', at: now, isChosen: false, recovered: 2 },
      },
    });
    expect(textOnPage()).toContain('fleet.set-aside-1.db');
    expect(textOnPage()).toContain('2 unsent changes were recovered');
    control('Open the outbox').click();
    await flushPromises();
    expect(wrapper.vm.$route.path).toBe('/outbox');
    expect(textOnPage()).not.toContain('fleet.set-aside-1.db');
  });

  it('tell how much was damaged and taken out of use', async () => {
    await frame({ store: { damaged: { rows: 3, entries: 0, at: now } } });
    expect(textOnPage()).toContain('Part of your saved data was damaged. A copy was kept.');
    expect(textOnPage()).toContain('3 damaged items were set aside');
    control('Got it').click();
    await flushPromises();
    expect(textOnPage()).not.toContain('damaged');
  });

  it('say that saved views and names given here may be lost, for no list brings them back', async () => {
    const words = 'Some saved views, or names given on this computer, may be lost';
    await frame({ store: { damaged: { rows: 3, entries: 0, at: now } } });
    expect(textOnPage()).not.toContain(words);
    await frame({ store: { damaged: { rows: 3, entries: 0, made: 1, at: now } } });
    expect(textOnPage()).toContain('3 damaged items were set aside');
    expect(textOnPage()).toContain(words);
  });

  it('go away one by one: the one of a set-aside file leaves the one of damaged data', async () => {
    const setAside = { fileName: 'fleet.set-aside-1.db', at: now, isChosen: false, recovered: 0 };
    await frame({ store: { setAside, damaged: { rows: 3, entries: 0, at: now } } });
    const see = vi.spyOn(useBridge().store, 'acknowledgeDamage');
    control('Got it').click();
    await flushPromises();
    expect(textOnPage()).not.toContain('fleet.set-aside-1.db');
    expect(textOnPage()).toContain('3 damaged items were set aside');
    control('Got it').click();
    await flushPromises();
    expect(textOnPage()).not.toContain('damaged items');
    expect(see.mock.calls).toEqual([[3]]);
  });

  it('lead to the outbox where a damaged change waits for a decision', async () => {
    const wrapper = await frame({ store: { damaged: { rows: 3, entries: 1, at: now } } });
    expect(textOnPage()).toContain('1 damaged change waits in the outbox');
    control('Open the outbox').click();
    await flushPromises();
    expect(wrapper.vm.$route.path).toBe('/outbox');
  });

  it('do not say that nothing was found where nothing could be read', async () => {
    await frame({
      store: {
        setAside: { fileName: 'fleet.set-aside-1.db', at: now, isChosen: false, recovered: null },
      },
    });
    expect(textOnPage()).toContain('can’t be read for now');
    expect(textOnPage()).not.toContain('It contains no unsent changes');
  });

  it('tell of a store of which nothing is left, without the name of a file', async () => {
    await frame({
      store: { setAside: { fileName: null, at: now, isChosen: false, recovered: null } },
    });
    expect(textOnPage()).toContain('The data on this computer is gone.');
    expect(textOnPage()).toContain('Unsent changes may be lost');
    expect(textOnPage()).not.toContain('null');
    control('Got it').click();
    await flushPromises();
    expect(textOnPage()).not.toContain('The data on this computer is gone.');
  });

  it('say that a store in memory ends with the app, but not of the demo fleet', async () => {
    await frame({ store: { phase: 'inMemory' } });
    expect(textOnPage()).toContain('Everything is kept in memory only.');
  });

  it('say nothing of the memory of the demo fleet', async () => {
    await frame({
      store: { phase: 'inMemory' },
      session: { ...officeSession({ ...office, isDemo: true }, now), place: 'memory' },
    });
    expect(textOnPage()).not.toContain('Everything is kept in memory only.');
  });
});
