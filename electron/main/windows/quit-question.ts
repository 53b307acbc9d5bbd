import { app } from 'electron';

/** The windows that a quit closes. */
export interface QuitWindows {
  /** The main window is open. */
  hasMain(): boolean;
  /** Other windows are open. */
  hasOthers(): boolean;
  /** Asks about what is lost, then closes the other windows; false where somebody wants to stay. */
  endOthers(): Promise<boolean>;
  /** Told where somebody stays. */
  onStay(): void;
}

/**
 * A quit closes all windows in one go: "Stay" would cost those that have nothing to ask. So with
 * several windows everybody is asked first.
 */
export class QuitQuestion {
  readonly #windows: QuitWindows;
  #isAsked = false;
  /** Everybody agreed to the quit that comes next. */
  #isAgreed = false;

  constructor(windows: QuitWindows) {
    this.#windows = windows;
    app.on('before-quit', (event) => {
      if (!this.#windows.hasOthers()) return;
      event.preventDefault();
      if (this.#isAsked) return;
      this.#isAsked = true;
      void this.#ask().finally(() => {
        this.#isAsked = false;
      });
    });
  }

  /** Whether a person agreed already, so that the main window need not ask; true once. */
  takeAgreement(): boolean {
    const isAgreed = this.#isAgreed;
    this.#isAgreed = false;
    return isAgreed;
  }

  async #ask(): Promise<void> {
    if (!(await this.#windows.endOthers())) {
      this.#windows.onStay();
      return;
    }
    this.#isAgreed = this.#windows.hasMain();
    // Not before this event is over: a quit within a quit is one that never comes.
    setImmediate(() => {
      app.quit();
    });
  }
}
