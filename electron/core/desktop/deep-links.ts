import type { AskedScreen } from '@contract/desktop';
import { readDeepLink, type LinkFault } from '@contract/deep-links';
import type { Clock } from '../ports/clock';

/** A link loads at most one screen in this time, milliseconds. */
const restAfterLink = 2_000;

/** What links are followed with. */
export interface DeepLinksOptions {
  clock: Pick<Clock, 'after'>;
  /** Shows what a link leads to, once somebody is signed in. */
  ask(screen: AskedScreen): void;
  /** Tells a person that a link is not followed. */
  refuse(fault: LinkFault): void;
}

/**
 * Links into the app, from wherever they come. They only navigate, and a page that opens one after
 * another can't keep the app busy: of several at once the last one is followed.
 */
export class DeepLinks {
  readonly #options: DeepLinksOptions;
  #next: string | null = null;
  #rest: (() => void) | null = null;

  constructor(options: DeepLinksOptions) {
    this.#options = options;
  }

  /** Follows a link, now or once the one before had its time. */
  receive(link: string): void {
    if (this.#rest !== null) {
      this.#next = link;
      return;
    }
    this.#rest = this.#options.clock.after(restAfterLink, () => {
      this.#rest = null;
      const next = this.#next;
      this.#next = null;
      if (next !== null) this.receive(next);
    });
    const read = readDeepLink(link);
    if (typeof read === 'string') this.#options.refuse(read);
    else this.#options.ask(read);
  }

  /** Follows nothing that still waits. */
  close(): void {
    this.#rest?.();
    this.#next = null;
  }
}
