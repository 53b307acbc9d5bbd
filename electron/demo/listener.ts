import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Loopback alone: the demo is nobody else's business. */
const HOST = '127.0.0.1';

/** Listens on a port of loopback; answers the port, which the system chose where 0 was asked. */
export async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: HOST, port, exclusive: true }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return (server.address() as AddressInfo).port;
}

/** Stops listening and cuts all connections. */
export async function stopListening(server: Server): Promise<void> {
  if (!server.listening) return;
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

export function baseUrl(port: number): string {
  return `http://${HOST}:${port}/v2`;
}
