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

/** What a page is here. */
type Page = Pick<WebContents, 'send' | 'isDestroyed' | 'on'>;

/**
 * Gives memory back that only the start needed. Main and the pages keep what they have freed for
 * the next time they need that much, which never comes: with a large fleet hundreds of megabytes.
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
  }

  #lookIn(delay: number): void {
    this.#cancel?.();
    this.#cancel = this.#clock.after(delay, () => {
      const untouched = this.#clock.monotonic() - this.#touchedAt;
      if (untouched < UNTOUCHED) this.#lookIn(UNTOUCHED - untouched);
      else this.#giveBack();
    });
  }

  #giveBack(): void {
    this.#cancel = null;
    for (const page of this.#pages) if (!page.isDestroyed()) page.send(giveBackChannel);
    this.#pages.clear();
    this.#collect();
  }
}
