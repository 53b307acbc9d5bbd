import { describe, expect, it, vi } from 'vitest';
import type { PreloadApi } from '@contract/bridge';
import { succeed, type Result } from '@contract/errors';
import { connectBridge } from '@/bridge/bridge';
import { stillPreload } from '../still-preload';

const vehicle = 'veh000000000001';

/** A preload whose cards come when the test says so. */
function preloadInHand() {
  const answers: ((answer: Result<never>) => void)[] = [];
  const card = vi.fn(
    () => new Promise<Result<never>>((resolve) => answers.push(resolve)),
  ) satisfies PreloadApi['vehicles']['card'];
  const cancel = vi.fn();
  const still = stillPreload();
  const preload: PreloadApi = { ...still, vehicles: { ...still.vehicles, card }, cancel };
  return { bridge: connectBridge(preload), card, cancel, answers };
}

const card = succeed({ told: true }) as unknown as Result<never>;

describe('a call with a signal', () => {
  it('has a number of its own, which goes to main when it is no longer wanted', async () => {
    const { bridge, card: call, cancel, answers } = preloadInHand();
    const leaving = new AbortController();
    const first = bridge.vehicles.card(vehicle, { signal: leaving.signal });
    const second = bridge.vehicles.card(vehicle, { signal: new AbortController().signal });
    expect(call.mock.calls).toEqual([
      [vehicle, 1],
      [vehicle, 2],
    ]);
    leaving.abort();
    expect(cancel.mock.calls).toEqual([[1]]);
    // Main has the last word: what it did all the same is told.
    for (const answer of answers) answer(card);
    expect(await Promise.all([first, second])).toEqual([card, card]);
  });

  it('is not made at all where nobody wants it any more', async () => {
    const { bridge, card: call } = preloadInHand();
    const answer = await bridge.vehicles.card(vehicle, { signal: AbortSignal.abort() });
    expect(answer).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(call).not.toHaveBeenCalled();
  });

  it('listens to its signal no longer once it is answered', async () => {
    const { bridge, cancel, answers } = preloadInHand();
    const leaving = new AbortController();
    const asked = bridge.vehicles.card(vehicle, { signal: leaving.signal });
    answers[0]?.(card);
    await asked;
    leaving.abort();
    expect(cancel).not.toHaveBeenCalled();
  });
});

describe('a call without one', () => {
  it('goes as it is', () => {
    const { bridge, card: call } = preloadInHand();
    void bridge.vehicles.card(vehicle);
    expect(call.mock.calls).toEqual([[vehicle]]);
  });
});
