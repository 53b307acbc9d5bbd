import { app, BrowserWindow, screen } from 'electron';
import { reportFault } from '@core/faults';
import type { Closing } from './close-to-tray';
import { boundsFor, keepOnScreen } from './keep-on-screen';
import { pageWindow, type PageLook, type PageWindowOptions } from './page-options';
import type { PageName } from './pages';
import { bringToFront, showOnceReady, watchPage } from './watch-page';
import type { WindowPlace } from './window-place';

/** How the window is made. */
export interface MainWindowLook extends PageLook {
  place: WindowPlace | null;
  /** It stays in the tray until it is asked for. */
  isHidden: boolean;
}

/** What the window asks and tells. */
export interface MainWindowEvents extends Pick<PageWindowOptions, 'onPageGone' | 'onStay'> {
  /** What closing the window does while the app is to go on: asked before `mayClose`. */
  closing(): Promise<Closing>;
  /** Asked before the window closes; false keeps it open. */
  mayClose(): Promise<boolean>;
  /** Told where the window is when it is about to close; its page may still hold it. */
  onClose(place: WindowPlace): void;
  /** The page holds the window back, to ask about unsaved work. */
  onHeld(): void;
  /** The window is gone. */
  onClosed(): void;
}

/** What the window needs. */
export type MainWindowOptions = MainWindowLook & MainWindowEvents;

/** The main window of the app: one, remembered in place and size, showing one of the two documents. */
export class MainWindow {
  readonly window: BrowserWindow;
  /** Stays known when the window is gone. */
  readonly contentsId: number;
  readonly #options: MainWindowOptions;
  readonly #place: () => WindowPlace;
  #shown: PageName | null = null;
  #mayClose = false;
  /** The whole app is about to end, not only its window. */
  #isQuitting = false;
  /** Whether it may close is being asked; a second attempt asks no second time. */
  #isAsked = false;

  constructor(options: MainWindowOptions) {
    this.#options = options;
    const { place, isHidden } = options;
    this.window = new BrowserWindow({
      ...pageWindow(options),
      ...boundsFor(place, screen),
    });
    this.contentsId = this.window.webContents.id;
    this.#place = keepOnScreen(this.window, place, screen, isHidden);
    this.#listen();
  }

  /** Shows one of the documents; the other one ends. */
  async show(page: PageName): Promise<void> {
    if (this.#shown === page) return;
    this.#shown = page;
    await this.#load(page);
  }

  /** Loads the document again, as after a crash. */
  async reload(): Promise<void> {
    if (this.#shown !== null) await this.#load(this.#shown);
  }

  /** Brings the window to the front. */
  focus(): void {
    bringToFront(this.window);
  }

  /** The person keeps the window that its page held open: the quit that waited for it is over. */
  stay(): void {
    this.#isQuitting = false;
  }

  async #load(page: PageName): Promise<void> {
    const { webContents } = this.window;
    try {
      await this.window.loadURL(this.#options.page.pageAddress(`${page}.html`));
    } catch (fault) {
      // Another document was asked for meanwhile: nothing is wrong with that.
      if (this.#shown === page) reportFault(`the page ${page} could not be loaded`, fault);
      return;
    }
    // No way back to the document before, and none to what was typed there.
    webContents.navigationHistory.clear();
  }

  #listen(): void {
    const { window } = this;
    watchPage(window, this.#options, () => void this.reload());
    if (!this.#options.isHidden) showOnceReady(window);
    window.webContents.on('did-fail-load', () => {
      window.show();
    });
    window.webContents.on('will-prevent-unload', () => {
      // The next close is asked about again. It goes on with a quit, unless the person stays.
      this.#mayClose = false;
      this.#options.onHeld();
    });
    const noteQuit = (event: Electron.Event) => {
      // A quit that is held back is none yet.
      if (!event.defaultPrevented) this.#isQuitting = true;
    };
    app.on('before-quit', noteQuit);
    window.on('close', (event) => {
      if (this.#mayClose) {
        this.#options.onClose(this.#place());
        return;
      }
      event.preventDefault();
      if (this.#isAsked) return;
      this.#isAsked = true;
      void this.#askToClose().finally(() => {
        this.#isAsked = false;
      });
    });
    window.once('closed', () => {
      app.off('before-quit', noteQuit);
      this.#options.onClosed();
    });
  }

  async #askToClose(): Promise<void> {
    const wish = this.#isQuitting ? 'close' : await this.#options.closing();
    // A quit that began meanwhile ends the window whatever was to become of it.
    if (wish !== 'close' && !this.#isQuitting) {
      if (wish === 'hide') this.window.hide();
      return;
    }
    const may = await this.#options.mayClose();
    const wasQuitting = this.#isQuitting;
    this.#isQuitting = false;
    this.#mayClose = may;
    if (!may) {
      this.#options.onStay();
      return;
    }
    if (!wasQuitting) {
      this.window.close();
      return;
    }
    // Holding the window back ends the quit: on macOS the app would stay without a window. It ends
    // only once this event is over, though, and a quit within a quit is one that never comes: so
    // it is with a signal or the end of the person's session, which call in from outside of Node.
    setImmediate(() => {
      app.quit();
    });
  }
}
