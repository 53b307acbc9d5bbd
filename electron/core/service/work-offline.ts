import type { AppError } from '@contract/errors';
import { Feed } from '../feed';
import type { Clock } from '../ports/clock';
import { CallFailure } from './call-failure';

/** The person at this machine chose to ask nothing of the service. */
export const workOfflineError: AppError = {
  code: 'offline',
  reason: 'work-offline',
  message: 'Nothing is sent while Fleetdesk works offline.',
};

/**
 * Whether the person chose to work offline. Then nothing is asked of the service but what they do
 * by hand about the connection itself: a sign-in, a renewal, a test of it.
 */
export class WorkOffline {
  readonly #feed = new Feed<boolean>('working offline');
  readonly #clock: Clock;
  #isOn = false;
  #since: number | null = null;
  #turn = 0;

  constructor({ clock }: { clock: Clock }) {
    this.#clock = clock;
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  /** Since when it is so, epoch milliseconds; null where it never was another way. */
  get since(): number | null {
    return this.#since;
  }

  /** How often it began or ended: what was seen of the connection in another turn is out of date. */
  get turn(): number {
    return this.#turn;
  }

  /** Begins or ends it; nothing happens where that is so already. */
  set(isWanted: boolean): void {
    if (isWanted === this.#isOn) return;
    this.#isOn = isWanted;
    this.#since = this.#clock.now();
    this.#turn += 1;
    this.#feed.publish(isWanted);
  }

  /** Tells when it begins and ends. */
  subscribe(listener: (isOn: boolean) => void): () => void {
    return this.#feed.subscribe(listener);
  }

  /**
   * Waits for something that comes before a request, such as a slot, and leaves it as soon as the
   * connection is cut. @throws CallFailure `offline`/`work-offline`, `unsent`
   */
  async whileOnline<T>(signal: AbortSignal, wait: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.#isOn) throw new CallFailure(workOfflineError, 'unsent');
    const leaving = new AbortController();
    const leave = (): void => {
      leaving.abort();
    };
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    const forget = this.subscribe(leave);
    try {
      return await wait(leaving.signal);
    } catch (caught) {
      if (this.#isOn && !signal.aborted) throw new CallFailure(workOfflineError, 'unsent');
      throw caught;
    } finally {
      signal.removeEventListener('abort', leave);
      forget();
    }
  }
}
