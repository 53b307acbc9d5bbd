import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy that lets nothing through and notes who was to be contacted. */
export interface Watchman {
  /** As in `CONNECT example.com:443`, in order. */
  contacted: string[];
  /** Switches that put it in front of the app. Loopback, where the tests' services are, is spared. */
  args: string[];
  close(): void;
}

/** Starts one for a test. */
export async function startWatchman(): Promise<Watchman> {
  const contacted: string[] = [];
  const server = createServer((request, response) => {
    contacted.push(`${request.method ?? ''} ${request.url ?? ''}`);
    response.writeHead(502);
    response.end();
  });
  server.on('connect', ({ url }, socket) => {
    contacted.push(`CONNECT ${url ?? ''}`);
    socket.on('error', () => undefined);
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    contacted,
    args: [`--proxy-server=127.0.0.1:${port}`],
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
