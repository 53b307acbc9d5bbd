import { inlineTileCache } from '@adapters/tile-cache/inline-cache';
import type { MapSourcesOptions } from '@core/map-sources/map-sources';
import { HttpFailure } from '@core/ports/http-transport';
import { WorkOffline } from '@core/service/work-offline';
import type { TileAnswer, TileNetwork, TileRequest } from '@core/ports/tile-network';
import { MemoryFiles } from '../memory-files';
import { MemoryKeychain } from '../session/house';
import type { VirtualClock } from '../virtual-clock';
import { FakeArchives } from './fake-archives';

/** The beginning of a PNG file, which says its size; `mark` tells one picture from another. */
export function picture(width: number, height = width, mark = 0): Uint8Array {
  const bytes = Buffer.alloc(64);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);
  bytes.write('IHDR', 12, 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  bytes[63] = mark;
  return new Uint8Array(bytes);
}

/** An answer with a picture. */
export function tileAnswer(
  headers: Readonly<Record<string, string>> = {},
  more: Partial<TileAnswer> = {},
): TileAnswer {
  return { status: 200, headers, body: picture(256), ...more };
}

/** Map servers that a test speaks for. */
export class FakeTileNetwork implements TileNetwork {
  readonly asked: TileRequest[] = [];
  /** IP addresses by host; all others are public. */
  readonly addresses = new Map<string, string[]>();
  isOffline = false;
  answer: (request: TileRequest) => TileAnswer | Promise<TileAnswer> = () => tileAnswer();

  async get(request: TileRequest): Promise<TileAnswer> {
    if (this.isOffline) throw new HttpFailure('offline', 'No network.', { sent: 'no' });
    this.asked.push(request);
    return this.answer(request);
  }

  addressesOf(url: string): Promise<readonly string[]> {
    return Promise.resolve(this.addresses.get(new URL(url).hostname) ?? ['93.184.216.34']);
  }
}

/** What map sources stand on, all of it in memory. */
export function mapWorld(clock: VirtualClock): MapSourcesOptions & {
  tileNetwork: FakeTileNetwork;
  keychain: MemoryKeychain;
  files: MemoryFiles;
  workOffline: WorkOffline;
} {
  let ids = 0;
  return {
    files: new MemoryFiles(),
    archives: new FakeArchives(),
    clock,
    random: { id: () => `id-${++ids}` },
    keychain: new MemoryKeychain(),
    tileNetwork: new FakeTileNetwork(),
    // As a file does, it outlives the app.
    tileCache: { ...inlineTileCache(() => clock.now()), close: () => Promise.resolve() },
    userAgent: 'Fleetdesk/0.1.0',
    workOffline: new WorkOffline({ clock }),
  };
}
