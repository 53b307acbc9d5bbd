import { app, BrowserWindow } from 'electron';
import type { LinkFault } from '@contract/deep-links';
import type { AppError } from '@contract/errors';
import type { SessionState } from '@contract/session';
import type { Locale } from '@contract/settings';
import type { WindowName } from '@contract/windows';
import icon from '@resources/icons/fleetdesk.png?asset';
import type { Desktop } from '@core/desktop/desktop';
import { reportFault } from '@core/faults';
import { showMenu, type MenuActions } from './menu';
import type { SettingsFile } from './settings-file';
import { offerScreens } from './system-start';
import { decideClosing, type Closing } from './windows/close-to-tray';
import { offerContextMenu } from './windows/context-menu';
import { MainDialogs } from './windows/main-dialogs';
import type { FirstWindow } from './windows/first-window';
import { MainWindow, type MainWindowEvents } from './windows/main-window';
import { OwnWindows } from './windows/own-windows';
import type { PageLook, PageWindowOptions } from './windows/page-options';
import { losesSession, pageFor, type PageName } from './windows/pages';
import { QuitQuestion } from './windows/quit-question';
import { openScreenWindow } from './windows/screen-window';
import { watchTroubles } from './windows/troubles';
import { zoomOf, type Zoom } from './windows/zoom';
import { wordsIn, type Words } from './words';

/** What the shell needs of the session. */
export interface ShellSession {
  state(): SessionState;
  subscribe(listener: (state: SessionState) => void): () => void;
}

/** What the shell needs. */
export interface ShellOptions {
  look: PageLook;
  /** The window that the start opened already; null where it opens with the shell. */
  first: FirstWindow | null;
  settings: SettingsFile;
  session: ShellSession;
  desktop: Pick<Desktop, 'ask' | 'lookForTray' | 'state' | 'subscribe'>;
  /** Unsent changes that end with the process, or with the session. */
  unsentInMemory(): number;
  locale(): Locale;
  /** The page in a window is another one from now on, or gone. */
  onPageGone(windowId: number): void;
  checkForUpdates(): void;
  /** Somebody, or an unsaved form, kept a window open: the app goes on. */
  onStay(): void;
}

/** So long, ms, a keychain may think before the sign-in page says that it is being waited for. */
const patience = 2_000;

/** The windows and the menu: they follow session, settings and language. */
export class Shell {
  readonly #options: ShellOptions;
  readonly #own: OwnWindows;
  readonly #quit: QuitQuestion;
  readonly #zoom: Zoom;
  readonly #dialogs: MainDialogs;
  #window: MainWindow | null = null;
  #words: Words;
  /** The window is being opened; null once it is there. */
  #opening: Promise<void> | null = null;
  /** Ends the wait of a hidden start: somebody wants to see the window. */
  #askToSee = (): void => undefined;
  /** What the menu was made for, so that it is made again only when that changes. */
  #dressedFor = '';

  constructor(options: ShellOptions) {
    this.#options = options;
    this.#words = wordsIn(options.locale());
    this.#dialogs = new MainDialogs({
      words: () => this.#words,
      window: () => this.#window,
      focus: () => this.focus(),
    });
    this.#zoom = options.first?.zoom ?? zoomOf(options.settings);
    this.#own = new OwnWindows({
      place: (name) => options.settings.ownWindowPlace(name),
      remember: (name, place) => options.settings.rememberOwnWindow(name, place),
      rememberOpen: (names) => options.settings.rememberOpenWindows(names),
      make: (address, place, events) => {
        const opened = openScreenWindow({ ...this.#pageOptions(), ...events, address, place });
        this.#lookAfter(opened.window, opened.reload);
        return opened;
      },
    });
    // Before the windows hear of a quit.
    this.#quit = new QuitQuestion({
      hasMain: () => this.#window !== null,
      hasOthers: () => this.#own.size > 0,
      endOthers: () => this.#endOthers(),
      onStay: () => {
        options.onStay();
      },
    });
    if (options.first !== null) this.#takeOver(options.first);
    options.session.subscribe((state) => {
      this.#follow(state);
    });
    options.desktop.subscribe(() => {
      this.#dress();
    });
    options.settings.subscribe(() => {
      this.#words = wordsIn(options.locale());
      this.#dress();
    });
  }

  /**
   * Opens the window on the document that belongs to the session, once that is there. Before, there
   * would be nothing to show in it. A hidden start waits as long as it takes, unless somebody asks
   * to see the window meanwhile.
   */
  open(ready: Promise<void>, isHidden = false): Promise<void> {
    this.#opening = this.#open(ready, isHidden);
    return this.#opening;
  }

  async #open(ready: Promise<void>, isHidden: boolean): Promise<void> {
    let isAskedFor = !isHidden;
    const asked = new Promise<void>((resolve) => {
      this.#askToSee = () => {
        isAskedFor = true;
        resolve();
      };
    });
    const wasOpen = this.#window !== null;
    const waited = new Promise((resolve) => setTimeout(resolve, patience));
    await Promise.race([ready, isHidden ? asked : waited]);
    // Not before: for nearly every start it would be made twice.
    this.#dress();
    const canHide = isHidden && (await this.#canHide());
    // A person may have closed meanwhile the one that was open.
    if (!wasOpen) this.#window = this.#makeWindow(canHide && !isAskedFor);
    this.#opening = null;
    await this.#show(pageFor(this.#options.session.state()) ?? 'sign-in');
  }

  /** Whether a web contents is that of a window of ours. */
  isWindow(webContentsId: number): boolean {
    return this.#window?.contentsId === webContentsId || this.#own.nameOf(webContentsId) !== null;
  }

  /** The windows as pages ask for them. */
  readonly windows = {
    nameOf: (webContentsId: number): WindowName => this.#own.nameOf(webContentsId) ?? 'main',
    open: (address: string): void => {
      // A page that is being closed after a sign-out opens nothing.
      if (pageFor(this.#options.session.state()) === 'index') this.#own.open(address);
    },
    show: (address: string): boolean => this.#own.show(address),
    close: (): Promise<boolean> => this.#own.close(),
    stay: (webContentsId: number): void => {
      if (this.#window?.contentsId === webContentsId) this.#window.stay();
    },
  };

  /** Opens the windows again that were open at the last quit; the main one keeps the front. */
  reopenWindows(): void {
    const names = this.#options.settings.openWindows();
    for (const name of names) this.windows.open(`/${name}`);
    if (names.length > 0) this.#window?.focus();
  }

  /** The window, while it is open. */
  get window(): MainWindow | null {
    return this.#window;
  }

  /** Brings the window to the front, once it is open; opens one where all were closed. */
  async focus(): Promise<void> {
    if (this.#window !== null) {
      this.#window.focus();
      return;
    }
    this.#askToSee();
    await (this.#opening ?? this.open(Promise.resolve()));
  }

  /** Says that a connection file could not be used, where no sign-in page is open to say so. */
  async tellOfRefusedFile(file: string, error: AppError): Promise<void> {
    if (pageFor(this.#options.session.state()) !== 'index') return;
    await this.#dialogs.tellOfRefusedFile(file, error);
  }

  /** Says that a link is not followed. */
  tellOfRefusedLink(fault: LinkFault): Promise<void> {
    return this.#dialogs.tellOfRefusedLink(fault);
  }

  /** Whether Fleetdesk can be found in the tray, and has nothing to ask: the password, say. */
  async #canHide(): Promise<boolean> {
    const { session, settings, desktop } = this.#options;
    if (pageFor(session.state()) !== 'index' || settings.state().closeToTray === false)
      return false;
    return desktop.lookForTray();
  }

  #takeOver(first: FirstWindow): void {
    this.#window = first.give(this.#mainEvents());
    // It is watched for troubles since it opened.
    offerContextMenu(this.#window.window, () => this.#words);
  }

  #makeWindow(isHidden: boolean): MainWindow {
    const window = new MainWindow({
      ...this.#pageOptions(),
      ...this.#mainEvents(),
      isHidden,
      place: this.#options.settings.windowPlace(),
    });
    this.#lookAfter(window.window, () => void window.reload());
    return window;
  }

  #mainEvents(): MainWindowEvents {
    const { settings, onPageGone, onStay } = this.#options;
    return {
      ...{ onPageGone, onStay },
      closing: () => this.#closing(),
      // On macOS the other windows outlive the main one.
      mayClose: () => (process.platform === 'darwin' ? this.#mayClose() : this.#endOthers()),
      onHeld: () => {
        this.#own.holdQuit();
      },
      onClosed: () => {
        this.#window = null;
        this.#endWithMainWindow();
      },
      onClose: (place) => {
        settings.rememberWindow(place).catch((fault: unknown) => {
          reportFault('the place of the window could not be kept', fault);
        });
      },
    };
  }

  #pageOptions(): PageWindowOptions {
    const { look, onPageGone, onStay } = this.#options;
    return { ...look, onPageGone, onStay };
  }

  #lookAfter(window: BrowserWindow, reload: () => void): void {
    this.#zoom.add(window.webContents);
    offerContextMenu(window, () => this.#words);
    watchTroubles(window, {
      words: () => this.#words,
      reload,
      quit: () => {
        app.quit();
      },
    });
  }

  /** Elsewhere than on macOS the app ends with its main window, and with it the other ones. */
  #endWithMainWindow(): void {
    if (process.platform === 'darwin' || this.#own.size === 0) return;
    setImmediate(() => {
      app.quit();
    });
  }

  #follow(state: SessionState): void {
    const page = pageFor(state);
    if (page === 'sign-in') this.#own.destroy();
    if (page !== null) void this.#show(page);
    this.#dress();
  }

  async #show(page: PageName): Promise<void> {
    await this.#window?.show(page);
  }

  /** Whether closing the window leaves Fleetdesk running in the tray; a person is asked once. */
  #closing(): Promise<Closing> {
    const { session, settings, desktop } = this.#options;
    return decideClosing({
      isSignedIn: pageFor(session.state()) === 'index',
      closeToTray: settings.state().closeToTray,
      lookForTray: () => desktop.lookForTray(),
      ask: () => this.#dialogs.askAboutTray(),
      keep: (closeToTray) => settings.update({ closeToTray }),
    });
  }

  /** Asks about what is lost, then closes the other windows, each once its page agrees. */
  async #endOthers(): Promise<boolean> {
    return (await this.#mayClose()) && (await this.#own.closeToQuit());
  }

  async #mayClose(): Promise<boolean> {
    if (this.#quit.takeAgreement()) return true;
    const { session, unsentInMemory } = this.#options;
    if (!losesSession(session.state())) return true;
    return this.#dialogs.mayQuit(unsentInMemory());
  }

  /** Menu and about panel, in the language of the moment. */
  #dress(): void {
    const { session, desktop, look, locale } = this.#options;
    const words = this.#words;
    const { phase } = session.state();
    const isIn = phase === 'signed-in' || phase === 'expired';
    const { hasTray } = desktop.state();
    const occasion = `${locale()} ${isIn} ${hasTray}`;
    if (occasion === this.#dressedFor) return;
    this.#dressedFor = occasion;
    showMenu({
      words,
      isMac: process.platform === 'darwin',
      isDevelopment: look.page.isDevelopment,
      isSignedIn: isIn,
      hasTray,
      actions: this.#menuActions(),
    });
    offerScreens(words, (screen) => {
      this.windows.open(`/${screen}`);
    });
    app.setAboutPanelOptions({
      applicationName: 'Fleetdesk',
      applicationVersion: app.getVersion(),
      copyright: `${words('about.copyright')}\n${words('about.credits')}`,
      iconPath: icon,
    });
  }

  #menuActions(): MenuActions {
    // A window of one screen has no way back.
    const history = () => {
      const main = this.#window?.window;
      const focused = BrowserWindow.getFocusedWindow() ?? main;
      return focused === main ? main?.webContents.navigationHistory : undefined;
    };
    return {
      show: (screen) => {
        this.#options.desktop.ask(screen);
      },
      openAlone: (screen) => {
        this.windows.open(`/${screen}`);
      },
      goBack: () => history()?.goBack(),
      goForward: () => history()?.goForward(),
      zoom: (step) => {
        this.#zoom.step(step);
      },
      closeToTray: () => {
        this.#window?.window.hide();
      },
      // What comes of it is told there, and why there are none.
      checkForUpdates: () => {
        this.#options.desktop.ask({ screen: 'address', address: '/settings/updates' });
        this.#options.checkForUpdates();
      },
    };
  }
}
