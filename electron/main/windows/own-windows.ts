import { ownWindowOf, type OwnWindow, type WindowName } from '@contract/windows';
import { reportFault } from '@core/faults';
import type { WindowPlace } from './window-place';

/** A window that shows one screen. */
export interface ScreenWindow {
  readonly contentsId: number;
  focus(): void;
  /** Shows another address of its screen. */
  go(address: string): void;
  /** Closes it, once its page agrees; answers whether it is closed. */
  close(): Promise<boolean>;
  /** Closes it without a question. */
  destroy(): void;
}

/** What windows of their own are made with. */
export interface OwnWindowsOptions {
  place(name: OwnWindow): WindowPlace | null;
  remember(name: OwnWindow, place: WindowPlace): Promise<void>;
  /** Remembers which are open, for the next start. */
  rememberOpen(names: readonly OwnWindow[]): Promise<void>;
  /** Makes a window at an address; `onClose` is told where it was, `onClosed` that it is gone. */
  make(
    address: string,
    place: WindowPlace | null,
    events: { onClose(place: WindowPlace): void; onClosed(): void },
  ): ScreenWindow;
}

/** The screens that have a window of their own: one each, all served by the one main process. */
export class OwnWindows {
  readonly #options: OwnWindowsOptions;
  readonly #open = new Map<OwnWindow, ScreenWindow>();
  /** They are being closed with the app: which were open stays remembered. */
  #isQuitting = false;

  constructor(options: OwnWindowsOptions) {
    this.#options = options;
  }

  /** How many are open. */
  get size(): number {
    return this.#open.size;
  }

  /** Whose web contents these are; null for those of no window of its own. */
  nameOf(contentsId: number): WindowName | null {
    for (const [name, window] of this.#open) if (window.contentsId === contentsId) return name;
    return null;
  }

  /** Opens the window of an address's screen, or brings the open one to the front and there. */
  open(address: string): void {
    const name = ownWindowOf(address);
    if (name === null) return;
    if (this.show(address)) return;
    const { make, place, remember } = this.#options;
    const window = make(address, place(name), {
      onClose: (stood) => {
        remember(name, stood).catch((fault: unknown) => {
          reportFault('the place of a window could not be kept', fault);
        });
      },
      onClosed: () => {
        if (this.#open.get(name) !== window) return;
        this.#open.delete(name);
        this.#tellOpen();
      },
    });
    this.#open.set(name, window);
    this.#tellOpen();
  }

  /** Shows an address where its screen has a window of its own; false where it has none. */
  show(address: string): boolean {
    const name = ownWindowOf(address);
    const window = name === null ? undefined : this.#open.get(name);
    if (window === undefined) return false;
    if (address.includes('?')) window.go(address);
    window.focus();
    return true;
  }

  /** Closes all, each once its page agrees; answers whether all are closed. */
  async close(): Promise<boolean> {
    const answers = await Promise.all([...this.#open.values()].map((each) => each.close()));
    return answers.every(Boolean);
  }

  /** The same at the end of the app: those that are open now open again at the next start. */
  async closeToQuit(): Promise<boolean> {
    this.#isQuitting = true;
    const isClosed = await this.close();
    this.#isQuitting = isClosed;
    // Somebody stays, without those that are closed.
    if (!isClosed) this.#tellOpen();
    return isClosed;
  }

  /**
   * The main page holds a quit back to ask its person: what opens and closes from now on is
   * remembered again. What was open stays remembered until then, since the quit may yet go on.
   */
  holdQuit(): void {
    this.#isQuitting = false;
  }

  /** Closes all without a question: what they showed belonged to somebody who is signed out. */
  destroy(): void {
    for (const window of [...this.#open.values()]) window.destroy();
    this.#open.clear();
  }

  #tellOpen(): void {
    if (this.#isQuitting) return;
    this.#options.rememberOpen([...this.#open.keys()]).catch((fault: unknown) => {
      reportFault('which windows are open could not be kept', fault);
    });
  }
}
