import { flushPromises } from '@vue/test-utils';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoreState } from '@contract/store';
import App from '@/App.vue';
import { useOverlays } from '@/app/overlays';
import { useOutboxStore } from '@/app/stores/outbox-store';
import { useStoreStore } from '@/app/stores/store-store';
import { useBridge } from '@/bridge';
import type { OfficeOptions } from '../../../mocked-main/office';
import { axeFaults, control, render } from '../render';

const unreadable = 'It may contain changes that weren’t sent yet';

function dialog(): string {
  return document.querySelector('[role=dialog]')?.textContent.replace(/\s+/g, ' ') ?? '';
}

async function ask(office: OfficeOptions = {}) {
  await render(App, { office });
  await flushPromises();
  useOverlays().open('sign-out');
  await flushPromises();
  return vi.spyOn(useBridge().session, 'signOut');
}

async function press(name: string): Promise<void> {
  control(name, '[role=dialog] button').click();
  await flushPromises();
}

function store(
  phase: StoreState['phase'],
  reason?: 'wrong-passphrase' | 'key-missing' | 'read-only' | 'in-use',
): Partial<StoreState> {
  return { phase, error: reason ? { code: 'store-damaged', reason, message: 'no' } : null };
}

beforeEach(() => {
  useOverlays().set('sign-out', false);
});

describe('signing out of data that can not be read', () => {
  const states: [string, Partial<StoreState>][] = [
    ['under another passphrase', store('locked', 'wrong-passphrase')],
    ['in a locked keychain', store('locked')],
    ['without a key', store('failed', 'key-missing')],
    ['that are still opened', store('opening')],
  ];

  it.each(states)('leaves them, unless somebody wants otherwise: %s', async (_, state) => {
    const signOut = await ask({ store: state });
    expect(dialog()).toContain(unreadable);
    const isOpening = state.phase === 'opening';
    expect(dialog()).toContain(isOpening ? 'is still being opened' : 'can’t be read right now');
    await press('Sign out');
    expect(signOut).toHaveBeenCalledWith({ unsent: 'keep', erase: false });
  });

  it.each(states)('erases them with what may wait in them, and says so: %s', async (_, state) => {
    const signOut = await ask({ store: state });
    expect(await axeFaults(document.querySelector('[role=dialog]') ?? document.body)).toEqual([]);
    await press('Erase cached data');
    expect(dialog()).toContain('with any unsent changes it contains');
    await press('Erase and sign out');
    expect(signOut).toHaveBeenCalledWith({ unsent: 'discard', erase: true });
  });

  it.each([
    ['another copy has', store('inUse', 'in-use'), 'Another copy of Fleetdesk is using your data'],
    ['lie in a folder that is read-only', store('failed', 'read-only'), 'can’t write'],
  ] as const)('promises nothing of those that %s', async (_, state, words) => {
    const signOut = await ask({ store: state });
    expect(dialog()).toContain(words);
    expect(dialog()).toContain('stays on this computer');
    expect(dialog()).not.toContain('Erase cached data');
    await press('Sign out');
    expect(signOut).toHaveBeenCalledWith({ unsent: 'keep', erase: false });
  });

  it('asks about what waits in them as soon as they open', async () => {
    const signOut = await ask({ store: store('opening'), outbox: 'every-state' });
    await press('Erase cached data');
    expect(dialog()).toContain(unreadable);
    const state = useStoreStore();
    state.state = { ...state.state, phase: 'open' };
    await flushPromises();
    expect(dialog()).not.toContain(unreadable);
    expect(dialog()).toContain('Keep for the next sign-in');
    await press('Sign out');
    expect(signOut).toHaveBeenCalledWith({ unsent: 'keep', erase: true });
  });
});

describe('signing out of data that are open', () => {
  it('speaks of the same things until it is done, though the store closes before that', async () => {
    const signOut = await ask({ outbox: 'every-state' });
    signOut.mockReturnValue(new Promise(() => undefined));
    const asked = dialog();
    expect(asked).toContain('Keep for the next sign-in');
    await press('Sign out');
    const state = useStoreStore();
    state.state = { ...state.state, phase: 'closed' };
    useOutboxStore().entries = [];
    await flushPromises();
    expect(dialog()).toBe(asked);
  });

  it('erases all of them where nothing waits', async () => {
    const signOut = await ask();
    expect(dialog()).not.toContain(unreadable);
    await press('Erase cached data');
    expect(dialog()).toContain('and copies of damaged data');
    await press('Sign out');
    expect(signOut).toHaveBeenCalledWith({ unsent: 'keep', erase: true });
  });
});
