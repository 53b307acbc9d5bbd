import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

/** A proxy that notes whom the app contacts, and lets through what stays on this machine. */
export interface Watchman {
  /** As in `CONNECT example.com:443`, in order: contact beyond this machine, which fails. */
  readonly beyond: readonly string[];
  /** Hosts on this machine that were contacted through it, as in `127.0.0.1:8080`. */
  readonly hosts: ReadonlySet<string>;
  /** Switches that put it in front of the app. Loopback, where the tests' services are, is spared. */
  readonly args: string[];
  /** Switches that put it in front of loopback, too. */
  readonly argsForAll: string[];
  /** A host, or the origin of an address, that the app may contact: a service, a chosen source. */
  allow(address: string): void;
  /** Contact that nobody allowed, in order. */
  strays(): string[];
  /** Closes connections on which nothing is asked just now, as a network does that forgets them. */
  closeQuiet(): void;
  /** A test has looked at the strays, and expected them. */
  forget(): void;
  close(): void;
}

/** Starts one for a test. */
export async function startWatchman(): Promise<Watchman> {
  const beyond: string[] = [];
  const hosts = new Set<string>();
  const allowed = new Set<string>();
  /** Notes it and answers where it is, where that is this machine. */
  const noted = (method: string, address: string): URL | null => {
    const url = URL.canParse(address) ? new URL(address) : null;
    if (url?.hostname !== '127.0.0.1' && url?.hostname !== 'localhost') {
      beyond.push(`${method} ${address}`);
      return null;
    }
    hosts.add(url.host);
    return url;
  };
  const server = createServer((request, response) => {
    const { method = 'GET' } = request;
    const url = noted(method, request.url ?? '');
    if (url !== null) forward(url, request, response);
    else response.writeHead(502).end();
  });
  server.on('connect', ({ url: address = '' }, socket: Duplex) => {
    socket.on('error', () => undefined);
    const url = noted('CONNECT', `http://${address}`);
    if (url === null) {
      beyond[beyond.length - 1] = `CONNECT ${address}`;
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    } else tunnel(url, socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const args = [`--proxy-server=127.0.0.1:${port}`];
  return {
    beyond,
    hosts,
    args,
    argsForAll: [...args, '--proxy-bypass-list=<-loopback>'],
    allow: (address) => allowed.add(new URL(address).host),
    strays: () => [...beyond, ...[...hosts].filter((host) => !allowed.has(host))],
    closeQuiet: () => {
      server.closeIdleConnections();
    },
    forget: () => {
      beyond.length = 0;
      hosts.clear();
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Passes a request on, and its answer back, as they come. */
function forward(url: URL, request: IncomingMessage, response: ServerResponse): void {
  const { method, headers } = request;
  const upstream = ask(url, { method, headers, agent: false }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
    answer.on('error', () => response.destroy());
  });
  // Nobody is there, or went away: the app sees what it would see without a proxy, a dead connection.
  upstream.on('error', () => response.destroy());
  response.on('close', () => upstream.destroy());
  request.pipe(upstream);
}

function tunnel({ port, hostname }: URL, socket: Duplex): void {
  const upstream = connect(Number(port || 80), hostname, () => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    upstream.pipe(socket).pipe(upstream);
  });
  upstream.on('error', () => socket.destroy());
  socket.on('close', () => upstream.destroy());
}
