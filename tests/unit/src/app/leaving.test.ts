import { flushPromises } from '@vue/test-utils';
import { describe, expect, it, vi } from 'vitest';
import { effectScope } from 'vue';
import App from '@/App.vue';
import { useOverlays } from '@/app/overlays';
import { guardUnsaved } from '@/app/unsaved';
import { useBridge } from '@/bridge';
import { control, render } from '../render';

/** Shows the app with words that are not kept yet; `end` gives them up. */
async function typeWords() {
  await render(App, { office: {} });
  let isUnsaved = true;
  const scope = effectScope();
  scope.run(() => {
    guardUnsaved({
      isUnsaved: () => isUnsaved,
      name: () => 'ABC-1D23',
      isLeft: () => false,
      save: () => Promise.resolve(true),
      discard: () => {
        isUnsaved = false;
      },
    });
  });
  await flushPromises();
  return () => scope.stop();
}

async function typeThenAskToSignOut() {
  const end = await typeWords();
  useOverlays().open('sign-out');
  await flushPromises();
  const signOut = vi.spyOn(useBridge().session, 'signOut');
  control('Sign out').click();
  await flushPromises();
  return { signOut, end };
}

describe('signing out over words that are not kept yet', () => {
  it('asks first, and stays where the person wants to', async () => {
    const { signOut, end } = await typeThenAskToSignOut();
    expect(signOut).not.toHaveBeenCalled();
    control('Keep editing').click();
    await flushPromises();
    expect(signOut).not.toHaveBeenCalled();
    end();
  });

  it('goes on once they are given up', async () => {
    const { signOut, end } = await typeThenAskToSignOut();
    control('Discard changes').click();
    await flushPromises();
    expect(signOut).toHaveBeenCalledWith({ unsent: 'keep', erase: false });
    end();
  });
});

describe('closing the window over words that are not kept yet', () => {
  const close = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

  it('is held, and told to be over once where the person stays', async () => {
    const end = await typeWords();
    const stay = vi.spyOn(useBridge().desktop, 'stay');
    expect(close()).toBe(false);
    // A second wish asks anew.
    expect(close()).toBe(false);
    await flushPromises();
    expect(stay).not.toHaveBeenCalled();
    control('Keep editing').click();
    await flushPromises();
    expect(stay).toHaveBeenCalledOnce();
    end();
  });

  it('goes on once they are given up', async () => {
    const end = await typeWords();
    const stay = vi.spyOn(useBridge().desktop, 'stay');
    const closed = vi.spyOn(window, 'close').mockImplementation(() => undefined);
    close();
    await flushPromises();
    control('Discard changes').click();
    await flushPromises();
    expect(closed).toHaveBeenCalledOnce();
    expect(stay).not.toHaveBeenCalled();
    end();
  });
});
