import { isLoopbackHost } from './map-address';

/** What is wrong with the address of a PMTiles archive. */
export type ArchiveAddressFault = 'not-address' | 'plain-http' | 'credentials';

/** What is wrong with the address of a PMTiles archive; null where it can be asked. */
export function faultOfArchiveAddress(address: string): ArchiveAddressFault | null {
  if (!URL.canParse(address) || /[\s#]/.test(address)) return 'not-address';
  const { protocol, username, password, hostname } = new URL(address);
  if (username !== '' || password !== '') return 'credentials';
  if (protocol === 'http:') return isLoopbackHost(hostname) ? null : 'plain-http';
  return protocol === 'https:' ? null : 'not-address';
}
