import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readTilePath, tilePath, vectorTileType } from '@contract/map-sources';
import { realTiles } from '../../map-files/real-tiles';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/** The page of a benchmark and its street tiles, as the app's own protocol answers them. */
export async function servePage(folder: string): Promise<{ url: string; close(): void }> {
  const tiles = new Map(
    realTiles('chicago').tiles.map(({ z, x, y, data }) => [
      tilePath(1, { z, x, y }),
      gunzipSync(data),
    ]),
  );
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (readTilePath(pathname) === null) void answerFile(response, folder, pathname);
    else {
      const tile = tiles.get(pathname);
      response.writeHead(tile ? 200 : 204, { 'content-type': vectorTileType });
      response.end(tile);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function answerFile(response: ServerResponse, folder: string, pathname: string) {
  const file = path.join(folder, pathname === '/' ? 'index.html' : pathname);
  const content = await readFile(file).catch(() => null);
  const type = types[path.extname(file)] ?? 'application/octet-stream';
  response.writeHead(content ? 200 : 404, { 'content-type': type });
  response.end(content);
}
