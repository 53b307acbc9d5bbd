import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { inlineRegionFiles } from '@adapters/region-files/region-files';
import { inlineArchives } from '@adapters/tiles/open-archive';
import { pmtilesFormat } from '@adapters/tiles/pmtiles-format';
import type { NewCopy } from '@contract/region-copies';
import type { TileAnswer, TileRequest } from '@core/ports/tile-network';
import type { RegionFiles } from '@core/ports/region-files';
import { RegionCopies } from '@core/region-copies/region-copies';
import { WorkOffline } from '@core/service/work-offline';
import { pmtilesBytes, type TileToWrite } from '../../../map-files/write-archives';
import { FakeTileNetwork } from '../map-sources/map-world';
import { MemoryFiles } from '../memory-files';
import { MemoryKeychain } from '../session/house';
import type { VirtualClock } from '../virtual-clock';

/** All tiles of the levels 0 to `maxZoom`, each of some bytes of its own. */
export function worldTiles(maxZoom: number, size = 400, mark = ''): TileToWrite[] {
  const tiles: TileToWrite[] = [];
  for (let z = 0; z <= maxZoom; z += 1) {
    for (let x = 0; x < 2 ** z; x += 1) {
      for (let y = 0; y < 2 ** z; y += 1) {
        const text = `${mark}${z}/${x}/${y} `.padEnd(size, `${x * 7919 + y * 104729} `);
        tiles.push({ z, x, y, data: gzipSync(text) });
      }
    }
  }
  return tiles;
}

/** An archive of the whole world in the OpenMapTiles schema. */
export function worldArchive(maxZoom = 5, mark = ''): Buffer {
  return pmtilesBytes(worldTiles(maxZoom, 400, mark), {
    name: 'World',
    attribution: '© OpenStreetMap contributors',
    bounds: [-180, -85, 180, 85],
    layers: ['transportation', 'transportation_name', 'place', 'water'],
    leafEntries: 40,
  });
}

/** A server of one archive that answers ranges, as a web server does. */
export class ArchiveServer {
  readonly network = new FakeTileNetwork();
  archive: Buffer;
  etag = '"one"';
  /** Answers in place of the archive; null lets the archive answer. */
  instead: (request: TileRequest, asked: number) => TileAnswer | Promise<TileAnswer> | null = () =>
    null;

  constructor(archive: Buffer) {
    this.archive = archive;
    this.network.answer = (request) =>
      this.instead(request, this.network.asked.length) ?? this.#answer(request);
  }

  /** Answers nothing more after so many answers. @returns resolves with the first that is missing */
  hangAfter(answers: number): Promise<void> {
    return new Promise((resolve) => {
      this.instead = (_request, asked) => {
        if (asked <= answers) return null;
        resolve();
        return new Promise(() => undefined);
      };
    });
  }

  #answer({ headers }: TileRequest): TileAnswer {
    const [, from = 0, to = 0] = (/bytes=(\d+)-(\d+)/.exec(headers['range'] ?? '') ?? []).map(
      Number,
    );
    const body = new Uint8Array(this.archive.subarray(from, to + 1));
    const range = `bytes ${from}-${from + body.length - 1}/${this.archive.length}`;
    return { status: 206, headers: { etag: this.etag, 'content-range': range }, body };
  }
}

/** Copies of regions on a disk that outlives the app, and a server to copy from. */
export class CopyWorld {
  readonly folder = mkdtempSync(join(tmpdir(), 'regions-'));
  readonly file = join(this.folder, 'town.mbtiles');
  readonly files = new MemoryFiles();
  readonly keychain = new MemoryKeychain();
  readonly workOffline: WorkOffline;
  readonly added: string[] = [];
  readonly server: ArchiveServer;
  regionFiles: RegionFiles = inlineRegionFiles();
  copies!: RegionCopies;
  readonly #clock: VirtualClock;

  constructor(clock: VirtualClock, archive = worldArchive()) {
    this.#clock = clock;
    this.workOffline = new WorkOffline({ clock });
    this.server = new ArchiveServer(archive);
  }

  /** Starts the app, or starts it again. */
  async start(): Promise<RegionCopies> {
    this.copies = await RegionCopies.open({
      files: this.files,
      regionFiles: this.regionFiles,
      archiveFormat: pmtilesFormat,
      tileNetwork: this.server.network,
      keychain: this.keychain,
      random: { id: () => 'key-1' },
      clock: this.#clock,
      userAgent: 'Fleetdesk/0.1.0',
      workOffline: this.workOffline,
      addMap: async (file) => {
        const archive = await inlineArchives.open(file);
        await archive.close();
        this.added.push(file);
      },
    });
    return this.copies;
  }
}

/** A part of the world. */
export const town: NewCopy = {
  address: 'https://maps.example.com/world.pmtiles',
  isPrivate: false,
  bounds: [-60, -40, -10, 10],
  maxZoom: 5,
  name: 'Town',
};
