import { app, protocol, type IpcMainInvokeEvent, type Session, type WebContents } from 'electron';
import { watchClicks } from './clicks';
import { openOutside } from './external-links';
import { isTileAddress } from './answer-tile';
import { answerPages, type PageAnswer, type PageRequest } from './page-answers';
import { answerWithFile, appOrigin, appScheme } from './renderer-files';

/** Where our pages come from: the app's own scheme, or electron-vite's server in development. */
export interface PageOrigin {
  origin: string;
  /** Address of a page by its file name. */
  pageAddress(page: string): string;
  isDevelopment: boolean;
}

/**
 * Finds where pages come from. The development server counts only in an unpackaged app and only
 * on this machine, so that an environment variable can't bring foreign pages into a release.
 */
export function findPageOrigin(isPackaged: boolean, serverAddress: string | undefined): PageOrigin {
  if (!isPackaged && serverAddress !== undefined && URL.canParse(serverAddress)) {
    const { origin, hostname } = new URL(serverAddress);
    if (hostname === 'localhost' || hostname === '127.0.0.1') {
      return { origin, pageAddress: (page) => `${origin}/${page}`, isDevelopment: true };
    }
  }
  return {
    origin: appOrigin,
    pageAddress: (page) => `${appOrigin}/${page}`,
    isDevelopment: false,
  };
}

/** Gives the app's scheme the rights of a web origin; must run before the app is ready. */
export function declareScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: appScheme,
      privileges: { standard: true, secure: true, supportFetchAPI: true },
    },
  ]);
}

/**
 * Keeps Chromium from asking for a spelling dictionary, which it does as a session is made: must run
 * before there is any.
 */
export function silenceSessions(): void {
  app.on('session-created', (session) => {
    session.setSpellCheckerLanguages([]);
    session.setSpellCheckerEnabled(false);
  });
}

/** Where what a page loads from our own scheme comes from. */
export interface PageContent {
  /** Folder of the built renderer. */
  folder: string;
  /** Answers the address of a map's tile. */
  answerTile(request: PageRequest): Promise<PageAnswer>;
}

/** Prepares the session of our windows: own scheme, no permissions, no network, no downloads. */
export function secureWindowSession(
  session: Session,
  page: PageOrigin,
  { folder, answerTile }: PageContent,
): void {
  refusePermissions(session);
  answerPages(session.protocol, appScheme, (request) =>
    isTileAddress(request.url) ? answerTile(request) : answerWithFile(request, folder),
  );
  session.on('will-download', (event) => {
    event.preventDefault();
  });
  session.webRequest.onBeforeRequest((request, decide) => {
    decide({ cancel: !mayLoad(request.url, page) });
  });
  if (page.isDevelopment) loosenForDevelopment(session, page);
}

/** Refuses every permission, asked for or checked, and every device. */
export function refusePermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, decide) => {
    decide(false);
  });
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, decide) => {
    decide({});
  });
}

/** A page loads from its own origin; what it makes itself (`data:`, `blob:`) is no network. */
function mayLoad(address: string, page: PageOrigin): boolean {
  const { protocol: scheme, host } = new URL(address);
  if (scheme === 'data:' || scheme === 'blob:') return true;
  if (page.isDevelopment) {
    const server = new URL(page.origin).host;
    return scheme === 'devtools:' || host === server;
  }
  return scheme === `${appScheme}:`;
}

/** Hot reload needs inline styles, inline scripts and a socket, from the development server alone. */
function loosenForDevelopment(session: Session, page: PageOrigin): void {
  const { origin, host } = new URL(page.origin);
  const policy = [
    "default-src 'none'",
    "script-src 'self' 'unsafe-inline'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    `connect-src 'self' ws://${host}`,
    "worker-src 'self' blob:",
  ].join('; ');
  session.webRequest.onHeadersReceived({ urls: [`${origin}/*`] }, (answer, decide) => {
    decide({
      responseHeaders: { ...answer.responseHeaders, 'Content-Security-Policy': [policy] },
    });
  });
}

/** Locks every web contents there will ever be: no navigation, no windows, no embedded pages. */
export function lockWebContents(page: PageOrigin): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-attach-webview', (event) => {
      event.preventDefault();
    });
    contents.on('will-frame-navigate', (event) => {
      if (!isReload(contents, event.url, page)) event.preventDefault();
    });
    contents.on('will-redirect', (event) => {
      event.preventDefault();
    });
    watchClicks(contents);
    contents.setWindowOpenHandler(({ url }) => {
      void openOutside(url, contents);
      return { action: 'deny' };
    });
  });
}

/** A page may load itself again, as hot reload does; all other navigation is main's. */
function isReload(contents: WebContents, target: string, page: PageOrigin): boolean {
  if (!URL.canParse(target) || !URL.canParse(contents.getURL())) return false;
  const [to, from] = [new URL(target), new URL(contents.getURL())];
  return (
    target.startsWith(`${page.origin}/`) && to.host === from.host && to.pathname === from.pathname
  );
}

/** Whether a call comes from the main frame of a window of ours that shows a page of ours. */
export function isFromOurPage(
  event: Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>,
  page: PageOrigin,
  isOurWindow: (id: number) => boolean,
): boolean {
  const frame = event.senderFrame;
  return (
    frame !== null &&
    frame.parent === null &&
    frame.origin === page.origin &&
    frame.url.startsWith(`${page.origin}/`) &&
    isOurWindow(event.sender.id)
  );
}
