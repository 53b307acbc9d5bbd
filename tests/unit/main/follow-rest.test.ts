import { expect, it, vi } from 'vitest';
import type { DesktopState } from '@contract/desktop';
import { followRest } from '@main/follow-rest';

const state: DesktopState = {
  ...{ hasNotifications: false, hasTray: false, onBattery: false },
  ...{ isAtRest: false, chimes: 0, isAsked: false },
};

/** A desktop that is told whether it is at rest. */
function desktop() {
  let tell = (_state: DesktopState): void => undefined;
  return {
    tell: (change: Partial<DesktopState>) => {
      tell({ ...state, ...change });
    },
    subscribe: (listener: (state: DesktopState) => void) => {
      tell = listener;
      return () => undefined;
    },
  };
}

it('the first touch shows what waited for the next picture', () => {
  const { subscribe, tell } = desktop();
  const tellShown = vi.fn();
  followRest({ subscribe }, () => ({ tellShown }));
  tell({ isAtRest: true });
  expect(tellShown).not.toHaveBeenCalled();
  tell({ isAtRest: false });
  tell({ isAtRest: false, hasTray: true });
  expect(tellShown).toHaveBeenCalledOnce();
});
