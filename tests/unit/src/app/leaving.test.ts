import { flushPromises } from '@vue/test-utils';
import { describe, expect, it, vi } from 'vitest';
import { effectScope } from 'vue';
import App from '@/App.vue';
import { useOverlays } from '@/app/overlays';
import { guardUnsaved } from '@/app/unsaved';
import { useBridge } from '@/bridge';
import { control, render } from '../render';

async function typeThenAskToSignOut() {
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
  useOverlays().open('sign-out');
  await flushPromises();
  const signOut = vi.spyOn(useBridge().session, 'signOut');
  control('Sign out').click();
  await flushPromises();
  return { signOut, end: () => scope.stop() };
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
