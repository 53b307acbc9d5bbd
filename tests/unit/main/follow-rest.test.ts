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

it('answers are waited for as wholes from the beginning of a rest to the first touch', () => {
  let tell = (_state: DesktopState): void => undefined;
  const stood = vi.spyOn(Atomics, 'wait').mockReturnValue('timed-out');
  const times = (): number => {
    awaitRestOfAnswer();
    return stood.mock.calls.length;
  };
  const desktop = {
    subscribe: (listener: (state: DesktopState) => void) => {
      tell = listener;
      return () => undefined;
    },
  };
  followRest(desktop);
  tell(state);
  expect(times()).toBe(0);
  tell({ ...state, isAtRest: true });
  expect(times()).toBe(1);
  // Other news of the desktop are no end of a rest.
  tell({ ...state, isAtRest: true, onBattery: true });
  expect(times()).toBe(2);
  tell({ ...state, isAtRest: false });
  expect(times()).toBe(2);
});
