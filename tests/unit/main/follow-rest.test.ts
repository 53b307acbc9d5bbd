import { afterEach, expect, it, vi } from 'vitest';
import { awaitRestOfAnswer, takeAnswersWhole } from '@adapters/http/whole-answers';
import type { DesktopState } from '@contract/desktop';
import { followRest } from '@main/follow-rest';

const state: DesktopState = {
  ...{ hasNotifications: false, hasTray: false, onBattery: false },
  ...{ isAtRest: false, chimes: 0, isAsked: false },
};

afterEach(() => {
  takeAnswersWhole(false);
  vi.restoreAllMocks();
});

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

it('answers are waited for as wholes from the beginning of a rest to the first touch', () => {
  const stood = vi.spyOn(Atomics, 'wait').mockReturnValue('timed-out');
  const times = (): number => {
    awaitRestOfAnswer();
    return stood.mock.calls.length;
  };
  const { subscribe, tell } = desktop();
  followRest({ subscribe }, () => null);
  tell({ isAtRest: false });
  expect(times()).toBe(0);
  tell({ isAtRest: true });
  expect(times()).toBe(1);
  // Other news of the desktop are no end of a rest.
  tell({ isAtRest: true, onBattery: true });
  expect(times()).toBe(2);
  tell({ isAtRest: false });
  expect(times()).toBe(2);
});

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
