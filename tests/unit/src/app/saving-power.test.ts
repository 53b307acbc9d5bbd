import { flushPromises } from '@vue/test-utils';
import { expect, it, onTestFinished, vi } from 'vitest';
import App from '@/App.vue';
import { useSettingsStore } from '@/app/stores/settings-store';
import { followStillness, prefersReducedMotion } from '@/map/core/motion-preference';
import { MemoryPower } from '../../../mocked-main/memory-power';
import { render, settled, textOnPage, theOffice } from '../render';

const isSaving = () => document.documentElement.dataset['power'] === 'saving';

it('on the battery nothing moves for show, as the status bar says, unless a person wants otherwise', async () => {
  const power = new MemoryPower();
  await render(App, { office: { power } });
  const moves = vi.fn();
  const stop = followStillness(moves);
  expect(isSaving()).toBe(false);
  expect(moves).toHaveBeenLastCalledWith({ isStill: false, isAtRest: false });
  power.set(true);
  await settled();
  expect(isSaving()).toBe(true);
  expect(textOnPage()).toContain('saving power');
  expect(moves).toHaveBeenLastCalledWith({ isStill: true, isAtRest: false });

  await useSettingsStore().update({ saveOnBattery: false });
  await flushPromises();
  expect(isSaving()).toBe(false);
  expect(textOnPage()).not.toContain('saving power');
  expect(moves).toHaveBeenLastCalledWith({ isStill: false, isAtRest: false });

  await useSettingsStore().update({ saveOnBattery: true });
  power.set(false);
  await settled();
  expect(isSaving()).toBe(false);
  stop();
});

it('vehicles jump while nobody is at work, in any window, and all other motion stays', async () => {
  vi.useFakeTimers({
    toFake: ['Date', 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'],
  });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  await render(App, { office: {} });
  const stillness = vi.fn();
  const stop = followStillness(stillness);
  expect(stillness).toHaveBeenLastCalledWith({ isStill: false, isAtRest: false });
  vi.advanceTimersByTime(60_000);
  await settled();
  expect(stillness).toHaveBeenLastCalledWith({ isStill: true, isAtRest: true });
  expect(prefersReducedMotion()).toBe(false);
  theOffice().main.house.desktop.noteInput();
  await settled();
  expect(stillness).toHaveBeenLastCalledWith({ isStill: false, isAtRest: false });
  expect(prefersReducedMotion()).toBe(false);
  stop();
});
