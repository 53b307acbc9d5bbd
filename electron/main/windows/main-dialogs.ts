import { dialog, type MessageBoxOptions } from 'electron';
import type { LinkFault } from '@contract/deep-links';
import type { AppError } from '@contract/errors';
import type { Words } from '../words';
import type { Closing } from './close-to-tray';
import type { MainWindow } from './main-window';

/** What the dialogs need. */
export interface MainDialogsOptions {
  words(): Words;
  /** The main window, while it is open. */
  window(): MainWindow | null;
  /** Brings the main window to the front; opens one where all were closed. */
  focus(): Promise<void>;
}

/** What is said and asked in front of the main window, in the language of the moment. */
export class MainDialogs {
  readonly #options: MainDialogsOptions;
  #tellsOfLink = false;

  constructor(options: MainDialogsOptions) {
    this.#options = options;
  }

  /** Says that a connection file could not be used. */
  async tellOfRefusedFile(file: string, { message }: AppError): Promise<void> {
    const words = this.#options.words();
    await this.#show({
      type: 'warning',
      message: words('connectionFile.message'),
      detail: words('connectionFile.detail', { file, problem: message }),
      buttons: [words('connectionFile.ok')],
    });
  }

  /** Says that a link is not followed; one message however many come. */
  async tellOfRefusedLink(fault: LinkFault): Promise<void> {
    if (this.#tellsOfLink) return;
    this.#tellsOfLink = true;
    try {
      await this.#options.focus();
      const words = this.#options.words();
      await this.#show({
        type: 'warning',
        message: words('deepLink.message'),
        detail: words(`deepLink.${fault}`),
        buttons: [words('deepLink.ok')],
      });
    } finally {
      this.#tellsOfLink = false;
    }
  }

  /** Whether closing the window is to leave Fleetdesk running in the tray. */
  async askAboutTray(): Promise<Closing> {
    const words = this.#options.words();
    const response = await this.#show({
      type: 'question',
      message: words('closeToTray.message'),
      detail: words('closeToTray.detail'),
      buttons: [words('closeToTray.keep'), words('closeToTray.quit'), words('closeToTray.cancel')],
      defaultId: 0,
      cancelId: 2,
    });
    return (['hide', 'close'] as const)[response ?? 2] ?? 'stay';
  }

  /** Whether a session that ends with the process, and `n` unsent changes with it, may end. */
  mayQuit(n: number): Promise<boolean> {
    const words = this.#options.words();
    return this.#confirm({
      message: words('quitInMemory.message'),
      detail: words(n === 0 ? 'quitInMemory.detail' : 'quitInMemory.unsent', { n }),
      stay: words('quitInMemory.stay'),
      go: words('quitInMemory.quit'),
    });
  }

  /** Asks in front of something that loses what a person has; without a window nobody can say no. */
  async #confirm(question: Record<'message' | 'detail' | 'stay' | 'go', string>): Promise<boolean> {
    const main = this.#options.window();
    if (main === null) return true;
    // A question about a window in the tray would not be seen.
    if (!main.window.isVisible()) main.focus();
    const { message, detail, stay, go } = question;
    const response = await this.#show({
      type: 'warning',
      message,
      detail,
      buttons: [stay, go],
      defaultId: 0,
      cancelId: 0,
    });
    return response === 1;
  }

  /** @returns the place of the button that was pressed; null where the window is closed */
  async #show(box: MessageBoxOptions): Promise<number | null> {
    const main = this.#options.window();
    if (main === null) return null;
    return (await dialog.showMessageBox(main.window, box)).response;
  }
}
