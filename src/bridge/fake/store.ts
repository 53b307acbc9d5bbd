import type { BridgeCalls } from '@contract/bridge';
import type { Result } from '@contract/errors';
import type { StoreState } from '@contract/store';

/** What the fake store stands on. */
export type FakeStoreOptions = {
  state?: Partial<StoreState> | undefined;
  publish(state: StoreState): void;
  answer<T>(channel: string, make: () => T): Promise<Result<T>>;
};

/** How the data on the computer of the fake office stand; a second try always opens them. */
export function createFakeStore({ answer, publish, ...options }: FakeStoreOptions) {
  let state: StoreState = {
    phase: 'open',
    error: null,
    setAside: null,
    damaged: null,
    bytes: 18_874_368,
    ...options.state,
  };

  function change(to: Partial<StoreState>): StoreState {
    state = { ...state, ...to };
    publish(state);
    return state;
  }
  const open = () => change({ phase: 'open', error: null });
  const startAnew = () =>
    change({
      phase: 'open',
      error: null,
      bytes: 65_536,
      setAside: {
        fileName: 'fleet-3f9c.set-aside-1.db',
        at: Date.now(),
        isChosen: true,
        recovered: null,
      },
    });

  const calls: BridgeCalls<number>['store'] = {
    retry: () => answer('store.retry', open),
    startAnew: () => answer('store.startAnew', startAnew),
    acknowledge: () =>
      answer('store.acknowledge', () => {
        change({ setAside: null });
        return undefined;
      }),
    acknowledgeDamage: () =>
      answer('store.acknowledgeDamage', () => {
        change({ damaged: null });
        return undefined;
      }),
    erase: () =>
      answer('store.erase', () => {
        change({ bytes: 65_536 });
        return undefined;
      }),
  };
  return { calls, snapshot: () => state };
}
