import type { StoreState } from '@contract/store';
import type { Clock } from '../ports/clock';
import type { Store } from '../ports/store';

/** How often an open store is looked at, milliseconds. */
const LOOK_AFTER = 60_000;

/** What the gauge reads of an open store. */
type Reading = Pick<StoreState, 'bytes' | 'damaged'>;

/** Looks at the open store every minute: its size on disk, and what of it was found damaged. */
export class StoreGauge {
  readonly #clock: Clock;
  readonly #tell: (reading: Reading) => void;
  #store: Store | null = null;
  #cancel: (() => void) | null = null;

  constructor(options: { clock: Clock; tell: (reading: Reading) => void }) {
    this.#clock = options.clock;
    this.#tell = options.tell;
  }

  /** Looks at once, and every minute from then on. */
  async start(store: Store): Promise<void> {
    this.#store = store;
    await this.#look(store);
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#store = null;
  }

  async #look(store: Store): Promise<void> {
    const [bytes, damaged] = await Promise.all([
      store.size().catch(() => null),
      store.damage().catch(() => null),
    ]);
    if (store !== this.#store) return;
    this.#tell({ bytes, damaged });
    this.#cancel = this.#clock.after(LOOK_AFTER, () => {
      void this.#look(store);
    });
  }
}
