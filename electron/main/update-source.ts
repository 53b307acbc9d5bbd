import { readFileSync } from 'node:fs';
import path from 'node:path';
import { app, net } from 'electron';
import { z } from 'zod';
import type { ElectronProxyRoutes } from '@adapters/http/electron-proxy-routes';
import { electronTileNetwork } from '@adapters/http/electron-tile-network';
import { checkAppImagePlace } from '@adapters/updates/app-image-place';
import { ElectronUpdates } from '@adapters/updates/electron-updates';
import { feedName, installerOf } from '@adapters/updates/installer-kind';
import { makeUpdater } from '@adapters/updates/make-updater';
import { updateSessions, type UpdateSessionsOptions } from '@adapters/updates/update-sessions';
import { reportFault } from '@core/faults';
import type { ProxyCredentialSource } from '@core/ports/proxy-credentials';
import type { UpdateSource } from '@core/ports/updater';
import { readStored } from '@core/stored-json';
import { isInAppImage } from './refused-switches';

const originSchema = z.object({
  /** Where the feeds and the files of releases are. */
  address: z.url({ protocol: /^https?$/ }),
  /** The key that feeds are checked with: 32 bytes in base64url. */
  publicKey: z.string().regex(/^[\w-]{43}$/),
});

/** Where updates come from, and how they are known to come from the makers of Fleetdesk. */
export type UpdateOrigin = z.infer<typeof originSchema>;

declare const __FLEETDESK_UPDATES__: UpdateOrigin | null | undefined;

/** What was built in; null in a build from source and in a package made without an address. */
const builtIn = typeof __FLEETDESK_UPDATES__ === 'undefined' ? null : __FLEETDESK_UPDATES__;

/** What the source of updates needs. */
export interface UpdateSourceOptions {
  routes: ElectronProxyRoutes;
  proxy: ProxyCredentialSource;
  userAgent: string;
  /** Authorities that are trusted beside those of the system. */
  trust: UpdateSessionsOptions['trust'];
  /** The server of the administrator's choice; feeds are checked with the same key. */
  managedServer: string | null;
  /** A test's own origin, in place of the one that was built in. */
  testFile: string | null;
}

/** Where this copy of the app gets updates from, or why from nowhere. Nothing is asked yet. */
export function openUpdateSource(options: UpdateSourceOptions): UpdateSource {
  const { routes, proxy, userAgent, trust, managedServer, testFile } = options;
  const origin = testFile === null ? builtIn : readOrigin(testFile);
  if (origin === null) return { off: 'no-address' };
  const kind = installerOf({
    platform: process.platform,
    isPackaged: app.isPackaged,
    isAppImage: isInAppImage(process.env, process.execPath),
    packageType: readPackageType(),
  });
  if (kind === null) return { off: 'by-hand' };
  const base = folderAt(managedServer ?? origin.address);
  const sessions = updateSessions({ base, open: routes.open, trust });
  const updater = new ElectronUpdates({
    ...{ base, userAgent, publicKey: origin.publicKey },
    network: electronTileNetwork({
      ...{ net, proxy, ready: routes.ready },
      get session() {
        return sessions.feeds();
      },
    }),
    feedName: (channel) => feedName(channel, process),
    ready: () => routes.ready(sessions.files()),
    ...(kind === 'appImage' && {
      prepare: (file: string) => checkAppImagePlace(process.env['APPIMAGE'] ?? '', file),
    }),
    make: (checked) => makeUpdater({ kind, base, checked, proxy, userAgent }),
  });
  return { off: null, host: new URL(base).host, updater };
}

/** An address as one of a folder, so that names can be put behind it. */
function folderAt(address: string): string {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname.replace(/\/*$/, '/')}`;
}

function readOrigin(file: string): UpdateOrigin | null {
  try {
    return readStored(originSchema, readFileSync(file, 'utf8'));
  } catch (fault) {
    reportFault('the origin of updates of a test could not be read', fault);
    return null;
  }
}

/** What a package of Linux says that it is; null elsewhere. */
function readPackageType(): string | null {
  try {
    return readFileSync(path.join(process.resourcesPath, 'package-type'), 'utf8');
  } catch {
    return null;
  }
}
