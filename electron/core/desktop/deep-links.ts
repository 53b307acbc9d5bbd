import type { AskedScreen } from '@contract/desktop';
import { readDeepLink, type LinkedScreen, type LinkFault } from '@contract/deep-links';
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
 * another can't keep the app busy: of several at once the last one that can be read is followed.
 */
export class DeepLinks {
  readonly #options: DeepLinksOptions;
  #next: LinkedScreen | LinkFault | null = null;
  #rest: (() => void) | null = null;
  #isClosed = false;

  constructor(options: DeepLinksOptions) {
    this.#options = options;
  }

  /** Follows a link, now or once the one before had its time. */
  receive(link: string): void {
    if (this.#isClosed) return;
    const read = readDeepLink(link);
    if (this.#rest === null) this.#take(read);
    // A bad link pushes no good one out.
    else if (isGood(read) || !isGood(this.#next)) this.#next = read;
  }

  /** Follows nothing any more. */
  close(): void {
    this.#isClosed = true;
    this.#rest?.();
    this.#next = null;
  }

  #take(read: LinkedScreen | LinkFault): void {
    this.#rest = this.#options.clock.after(restAfterLink, () => {
      this.#rest = null;
      const next = this.#next;
      this.#next = null;
      if (next !== null) this.#take(next);
    });
    if (isGood(read)) this.#options.ask(read);
    else this.#options.refuse(read);
  }
}

function isGood(read: LinkedScreen | LinkFault | null): read is LinkedScreen {
  return read !== null && typeof read !== 'string';
}
