import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A web server on loopback that is no fleet service. */
export async function startWebServer(
  answer: RequestListener,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

/** A loopback address where nothing listens. */
export async function closedAddress(): Promise<string> {
  const server = await startWebServer(() => undefined);
  await server.close();
  return server.url;
}
