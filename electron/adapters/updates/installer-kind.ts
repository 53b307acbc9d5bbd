import type { UpdateChannel } from '@contract/updates';

/** What put this copy of the app where it is, and so can replace it. */
export type InstallerKind = 'nsis' | 'mac' | 'appImage' | 'deb' | 'rpm';

/** Where the app runs, as far as its installer shows there. */
export interface InstallPlace {
  platform: NodeJS.Platform;
  /** Packed, not started from a clone. */
  isPackaged: boolean;
  isAppImage: boolean;
  /** The content of `package-type` beside the app; a package of Linux says there what it is. */
  packageType: string | null;
}

/** The installer of this copy; null for a folder that somebody unpacked. */
export function installerOf(place: InstallPlace): InstallerKind | null {
  const { platform, isPackaged, isAppImage, packageType } = place;
  if (!isPackaged) return null;
  if (platform === 'win32') return 'nsis';
  if (platform === 'darwin') return 'mac';
  const type = packageType?.trim();
  if (type === 'deb' || type === 'rpm') return type;
  return isAppImage ? 'appImage' : null;
}

/**
 * The name of a channel's feed for a computer, as electron-builder writes it. It writes one name for
 * both kinds of Mac; the release sets that for Intel apart.
 */
export function feedName(
  channel: UpdateChannel,
  { platform, arch }: { platform: NodeJS.Platform; arch: string },
): string {
  const base = channel === 'stable' ? 'latest' : channel;
  const part = arch === 'x64' ? '' : `-${arch}`;
  if (platform === 'win32') return `${base}.yml`;
  if (platform === 'darwin') return `${base}-mac${arch === 'x64' ? '-x64' : ''}.yml`;
  return `${base}-linux${part}.yml`;
}
