import type { WebContents } from 'electron';
import { giveBackChannel } from '@contract/channel-names';
import type { Clock } from '@core/ports/clock';

/**
 * By then a page shows what it has to show, what earlier runs kept has been looked through, and what
 * that took is of no more use, ms.
 */
const AFTER_LOAD = 50_000;
/** Nobody has touched mouse or keys for so long: a short pause is not noticed, ms. */
const UNTOUCHED = 5_000;
/** After so long nobody is likely to go on where they left off, ms. */
const AWAY = 5 * 60_000;

/** What a page is here. */
type Page = Pick<WebContents, 'send' | 'isDestroyed' | 'on'>;

/**
 * Gives memory back that only the start needed, or somebody's work who has gone since. Main and the
 * pages keep what they have freed for the next time they need that much, which comes late or never:
 * with a large fleet hundreds of megabytes.
 */
export class MemoryBack {
  readonly #clock: Clock;
  readonly #collect: () => void;
  readonly #pages = new Set<Page>();
  #touchedAt = -Infinity;
  #cancel: (() => void) | null = null;

  /** @param options.collect frees what main itself does not use */
  constructor({ clock, collect }: { clock: Clock; collect: () => void }) {
    this.#clock = clock;
    this.#collect = collect;
  }

  /** Follows a page, which may have begun to load. */
  watch(page: Page): void {
    const noteLoad = (): void => {
      this.#pages.add(page);
      this.#lookIn(AFTER_LOAD);
    };
    page.on('did-finish-load', noteLoad);
    noteLoad();
  }

  /** A person touches mouse or keys. */
  noteInput(): void {
    this.#touchedAt = this.#clock.monotonic();
    if (this.#cancel === null) this.#lookIn(AWAY, AWAY);
  }

  /** Gives back after a while, once nobody has touched anything for so long. */
  #lookIn(delay: number, calm = UNTOUCHED): void {
    this.#cancel?.();
    this.#cancel = this.#clock.after(delay, () => {
      const untouched = this.#clock.monotonic() - this.#touchedAt;
      if (untouched < calm) this.#lookIn(calm - untouched, calm);
      else this.#giveBack();
    });
  }

  #giveBack(): void {
    this.#cancel = null;
    for (const page of this.#pages) {
      if (page.isDestroyed()) this.#pages.delete(page);
      else page.send(giveBackChannel);
    }
    this.#collect();
  }
}
