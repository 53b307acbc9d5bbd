import path from 'node:path';
import { nativeTheme, type BrowserWindowConstructorOptions, type Session } from 'electron';
import icon from '@resources/icons/fleetdesk.png?asset';
import type { PageOrigin } from '../security';
import { windowBackgrounds } from './background';

/** Which page windows of ours show, and with what. */
export interface PageLook {
  page: PageOrigin;
  session: Session;
  preload: string;
  icon: string;
}

/** What every window of ours is made with. */
export interface PageWindowOptions extends PageLook {
  /** The page in the window is another one from now on, or gone. */
  onPageGone(webContentsId: number): void;
  /** Somebody, or an unsaved form, keeps the window open: the app goes on. */
  onStay(): void;
}

/** The part of it that is the same for all windows. @param built the folder of the built app */
export function pageLook(page: PageOrigin, session: Session, built: string): PageLook {
  return { page, icon, preload: path.join(built, 'preload/index.cjs'), session };
}

/** The options of a window that shows our page: the same rights, or the lack of them, for each. */
export function pageWindow(options: PageWindowOptions): BrowserWindowConstructorOptions {
  return {
    title: 'Fleetdesk',
    icon: options.icon,
    show: false,
    autoHideMenuBar: true,
    backgroundColor: background(),
    webPreferences: {
      preload: options.preload,
      session: options.session,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      // Chromium keeps nothing for a session in memory; what is compiled would be packed for nobody.
      v8CacheOptions: 'none',
      devTools: options.page.isDevelopment,
    },
  };
}

/** The color behind the page in the look of the moment. */
export function background(): string {
  return nativeTheme.shouldUseDarkColors ? windowBackgrounds.dark : windowBackgrounds.light;
}
