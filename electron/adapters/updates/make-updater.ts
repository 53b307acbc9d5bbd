import type { AuthInfo } from 'electron';
import type { AppUpdater, UpdateFileInfo, UpdateInfo } from 'electron-updater';
import type { ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider';
import type { ProxyCredentials, ProxyCredentialSource } from '@core/ports/proxy-credentials';
import type { InstallerKind } from './installer-kind';

/** The partition in which electron-updater downloads. */
export const UPDATE_PARTITION = 'electron-updater';

/** What an updater is made for. */
export interface UpdaterOrder {
  kind: InstallerKind;
  /** Where the files are; ends with a slash. */
  base: string;
  /** The version to install, whose feed was checked. Nothing is asked of the server for it. */
  checked(): UpdateInfo;
  proxy: ProxyCredentialSource;
  userAgent: string;
}

/**
 * Makes the updater of electron-updater. It fetches no feed: it takes the one that was checked. It
 * downloads and installs only when it is told to, and never an older version.
 */
export async function makeUpdater(order: UpdaterOrder): Promise<AppUpdater> {
  const library = await import('electron-updater');
  const classes = {
    nsis: library.NsisUpdater,
    mac: library.MacUpdater,
    appImage: library.AppImageUpdater,
    deb: library.DebUpdater,
    rpm: library.RpmUpdater,
  };
  const updater: AppUpdater = new classes[order.kind]();
  // Its words name folders; what matters is told by us.
  updater.logger = null;
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  updater.allowDowngrade = false;
  updater.disableWebInstaller = true;
  // Who gets a version that is handed out in steps was decided before.
  updater.isUserWithinRollout = () => true;
  updater.requestHeaders = { 'User-Agent': order.userAgent };
  answerProxy(updater, order.proxy);

  class CheckedFeed extends library.Provider<UpdateInfo> {
    constructor(_options: unknown, _updater: unknown, terms: ProviderRuntimeOptions) {
      super(terms);
    }
    override getLatestVersion(): Promise<UpdateInfo> {
      return Promise.resolve(order.checked());
    }
    override resolveFiles({ files }: UpdateInfo): { url: URL; info: UpdateFileInfo }[] {
      return files.map((info) => ({ url: new URL(info.url, order.base), info }));
    }
    /** The library would send a number of this computer with each request. */
    override setRequestHeaders(): void {
      // Nothing is sent.
    }
  }
  updater.setFeedURL({ provider: 'custom', updateProvider: CheckedFeed });
  return updater;
}

/** Signs in at the proxy where it asks; a server is never answered in this way. */
function answerProxy(updater: AppUpdater, proxy: ProxyCredentialSource): void {
  let given: ProxyCredentials | null = null;
  // What was given is known to be wrong only while nothing has come.
  const forget = () => {
    given = null;
  };
  updater.on('download-progress', forget);
  updater.on('error', forget);
  updater.on('login', ({ isProxy, host, port }: AuthInfo, answer) => {
    // Without a name Electron gives the request up, which the library's type does not know.
    const giveUp = answer as () => void;
    if (!isProxy) {
      giveUp();
      return;
    }
    const asked = proxy.credentialsFor({ host, port }, given).catch(() => null);
    void asked.then((credentials) => {
      given = credentials;
      if (credentials === null) giveUp();
      else answer(credentials.username, credentials.password);
    });
  });
}
