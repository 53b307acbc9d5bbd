import { FleetdeskError } from '@contract/errors';
import type { Clock } from '@core/ports/clock';
import type { Committed, Store, StoreChange } from '@core/ports/store';

/** Virtual milliseconds before and after a commit: a crash can come in either. */
const WRITING = 1;

/** One life of the app: what it still wants from its store once it is over never comes. */
export class Life {
  isOver = false;

  /** What a promise brings, as long as anybody lives who could use it. */
  async within<T>(promise: Promise<T>): Promise<T> {
    try {
      const value = await promise;
      return this.isOver ? await new Promise<T>(() => undefined) : value;
    } catch (fault) {
      if (this.isOver) return new Promise<T>(() => undefined);
      throw fault;
    }
  }
}

/** A store whose commits take a moment, can be refused for want of room, and die with their app. */
export function mortalStore(
  store: Store,
  life: Life,
  { clock, takesRoom }: { clock: Clock; takesRoom: () => boolean },
): Store {
  const rest = (): Promise<void> =>
    life.within(new Promise((resolve) => void clock.after(WRITING, () => void resolve())));
  const commit = async (changes: readonly StoreChange[]): Promise<Committed> => {
    await rest();
    if (!takesRoom()) {
      throw new FleetdeskError({
        code: 'store-damaged',
        reason: 'disk-full',
        message: 'The disk is full.',
      });
    }
    const committed = await life.within(store.commit(changes));
    await rest();
    return committed;
  };
  return new Proxy(store, {
    get(target, name: keyof Store) {
      if (name === 'commit') return commit;
      const read = target[name] as (...input: unknown[]) => Promise<unknown>;
      return (...input: unknown[]) => life.within(read.apply(target, input));
    },
  });
}
