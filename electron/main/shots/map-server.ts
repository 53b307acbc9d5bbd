import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server of maps in this process: what the dialogs that add maps read for their pictures. */
export interface ShotsMapServer {
  /** Where it has a PMTiles archive. */
  readonly archive: string;
  /** Where it is a WMS. */
  readonly wms: string;
  stop(): void;
}

/** Starts it on a free port of this computer. */
export async function startMapServer(): Promise<ShotsMapServer> {
  const archive = archiveOfTheWorld();
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/ows') === true) response.end(capabilities);
    else answerRange(request, response, archive);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    archive: `${origin}/planet.pmtiles`,
    wms: `${origin}/ows`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function answerRange(request: IncomingMessage, response: ServerResponse, file: Buffer): void {
  const [, from = '0', to = '0'] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  const part = file.subarray(Number(from), Number(to) + 1);
  const last = Number(from) + part.length - 1;
  response
    .writeHead(206, { 'content-range': `bytes ${from}-${last}/${file.length}`, etag: '"shots"' })
    .end(part);
}

/** The deepest level of the archive. */
const deepest = 15;

/**
 * A PMTiles archive of version 3 (https://github.com/protomaps/PMTiles), not compressed: one content
 * for all tiles of the world.
 */
function archiveOfTheWorld(): Buffer {
  const content = Buffer.alloc(80_000);
  const metadata = Buffer.from(
    JSON.stringify({
      name: 'Planet',
      attribution: '© <a href="https://www.openstreetmap.org/copyright">OpenStreetMap</a>',
      vector_layers: ['earth', 'roads', 'places'].map((id) => ({ id, fields: {} })),
    }),
  );
  // One entry: its tile, how many follow it, its length, and where it begins, counted from 1.
  const root = Buffer.from([1, 0, (4 ** (deepest + 1) - 1) / 3, content.length, 1].flatMap(varint));
  const header = Buffer.alloc(127);
  header.write('PMTiles\u0003', 'latin1');
  const rootAt = header.length;
  const metadataAt = rootAt + root.length;
  const contentAt = metadataAt + metadata.length;
  const spans = [
    ...[rootAt, root.length, metadataAt, metadata.length],
    ...[contentAt, 0, contentAt, content.length, 1, 1, 1],
  ];
  spans.forEach((value, index) => {
    header.writeBigUInt64LE(BigInt(value), 8 + 8 * index);
  });
  // Clustered; neither directories nor tiles compressed; vector tiles of these levels.
  header.set([1, 1, 1, 1, 0, deepest], 96);
  [-180, -85, 180, 85].forEach((degrees, index) => {
    header.writeInt32LE(degrees * 1e7, 102 + 4 * index);
  });
  return Buffer.concat([header, root, metadata, content]);
}

/** A number in groups of seven bits, the lowest first. */
function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))];
}

const layers: Readonly<Record<string, readonly string[]>> = {
  'Base map': ['Streets and paths', 'Buildings', 'Street names'],
  Photos: ['Aerial photos 2025', 'Aerial photos 2019'],
  Planning: ['Road works', 'Weight limits for trucks', 'Loading zones', 'Quiet hours'],
};

const groups = Object.entries(layers).map(([group, titles]) => {
  const named = titles.map((title) => {
    const name = title.toLowerCase().replaceAll(' ', '-');
    return `<Layer><Name>${name}</Name><Title>${title}</Title></Layer>`;
  });
  return `<Layer><Title>${group}</Title>${named.join('')}</Layer>`;
});

const capabilities = `<?xml version="1.0" encoding="UTF-8"?>
<WMS_Capabilities version="1.3.0"><Service><Title>City GIS</Title></Service><Capability>
<Request><GetMap><Format>image/png</Format><Format>image/jpeg</Format></GetMap></Request>
<Layer><Title>City GIS</Title><CRS>EPSG:3857</CRS><CRS>EPSG:900913</CRS>
<Attribution><Title>© The city</Title></Attribution>${groups.join('')}</Layer>
</Capability></WMS_Capabilities>`;
