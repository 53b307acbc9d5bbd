import { fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import {
  connect,
  createServer as createTcpServer,
  type AddressInfo,
  type Server,
  type Socket,
} from 'node:net';
import { join } from 'node:path';
import { loopbackCertificate } from './loopback-certificate';

/** A service that counts what it is sent, in a process of its own. */
export interface CountingService {
  url: string;
  /** As in `POST /v2/auth/login`. */
  requests(): string[];
  /** Connections that were made to it so far. */
  connections(): number;
  /** Connections that are being made to it, on Linux. */
  connecting(): Promise<number>;
  /** Connections to it take as long as it is stopped. */
  stop(): Promise<void>;
  goOn(): void;
  close(): void;
}

/** How a counting service answers a request: with a status, or by a reset once it has read it. */
export type Reply = 401 | 'reset';

interface Told {
  port: number;
  requests: string[];
  connections: number;
}

/** Starts a service that replies as told, to one request after the other; the last reply goes on. */
export async function startCountingService(replies: readonly Reply[]): Promise<CountingService> {
  const program = join(import.meta.dirname, 'counting-service.mjs');
  const child = fork(program, [JSON.stringify(replies)]);
  // Also where the test fails before it closes the service, or while that is stopped.
  process.once('exit', () => child.kill('SIGKILL'));
  let told = await new Promise<Told>((resolve) => child.once('message', resolve));
  child.on('message', (message: Told) => {
    told = message;
  });
  const fillers: Socket[] = [];
  return {
    url: `http://127.0.0.1:${told.port}`,
    requests: () => told.requests,
    connections: () => told.connections - fillers.length,
    connecting: () => countConnecting(told.port),
    stop: async () => {
      child.kill('SIGSTOP');
      for (let taken = 0; taken < 2; taken += 1) {
        const socket = connect(told.port, '127.0.0.1');
        fillers.push(socket);
        await new Promise((resolve) => socket.once('connect', resolve));
      }
    },
    goOn: () => child.kill('SIGCONT'),
    close: () => {
      for (const socket of fillers) socket.destroy();
      child.kill('SIGKILL');
    },
  };
}

/** Sockets of this machine that wait for a loopback port to accept them. */
async function countConnecting(port: number): Promise<number> {
  const table = await readFile('/proc/net/tcp', 'utf8');
  const remote = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const isConnecting = (line: string): boolean => {
    const [, , place, state] = line.trim().split(/\s+/);
    return place?.endsWith(remote) === true && state === '02';
  };
  return table.split('\n').filter(isConnecting).length;
}

/** A service behind https that reads a request and then answers it with a spoiled record. */
export interface SpoilingService {
  url: string;
  /** As in `POST /v2/auth/login`. */
  requests: string[];
  close(): void;
}

/** Starts one; its certificate is trusted by nobody. */
export async function startSpoilingService(): Promise<SpoilingService> {
  const requests: string[] = [];
  const inner = createTlsServer(loopbackCertificate, (request, response) => {
    request.resume().once('end', () => {
      requests.push(`${request.method ?? ''} ${request.url ?? ''}`);
      response.end('{}');
    });
  });
  const { port } = new URL(await listen(inner));
  const outer = createTcpServer((client) => {
    const upstream = connect(Number(port), '127.0.0.1');
    client.pipe(upstream);
    client.on('error', () => upstream.destroy());
    upstream.on('error', () => client.destroy());
    upstream.on('data', (record: Buffer) => {
      // A byte behind the head of the record: its code no longer fits.
      if (requests.length > 0) record[9] = (record[9] ?? 0) ^ 255;
      client.write(record);
    });
    upstream.on('end', () => client.end());
  });
  const { host } = new URL(await listen(outer));
  return {
    url: `https://${host}`,
    requests,
    close: () => {
      outer.close();
      inner.close();
      inner.closeAllConnections();
    },
  };
}

/** A proxy for a test, as a switch of Chromium's names it. */
export interface TestProxy {
  /** Also for loopback, which Chromium would spare. */
  args: string[];
  close(): void;
}

/** A SOCKS proxy: connections through it are as slow as the test wants. */
export interface SlowProxy extends TestProxy {
  /** Connections that were asked for so far. */
  asked(): number;
}

/** @param delay settles when a connection that was asked for is made */
export async function startSlowProxy(delay: () => Promise<void>): Promise<SlowProxy> {
  let asked = 0;
  const server = createTcpServer((client) => {
    client.on('error', () => undefined);
    client.once('data', () => {
      client.write(Buffer.from([5, 0]));
      client.once('data', (request: Buffer) => {
        asked += 1;
        const { host, port } = socksTarget(request);
        void delay().then(() => {
          if (client.destroyed) return;
          const upstream = connect({ host, port }, () => {
            client.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
            client.pipe(upstream).pipe(client);
          });
          upstream.on('error', () => client.resetAndDestroy());
          client.on('close', () => upstream.destroy());
        });
      });
    });
  });
  const { host } = new URL(await listen(server));
  return {
    args: proxySwitches(`socks5://${host}`),
    asked: () => asked,
    close: () => server.close(),
  };
}

/** An HTTP proxy that knows where something was sent to. */
export interface HttpProxy extends TestProxy {
  /** As in `127.0.0.1:8080`. */
  hosts: ReadonlySet<string>;
}

/**
 * An HTTP proxy that keeps its connection to the app open, whatever the app asks for.
 * @param credentials as in `name:password`; where they are given, it asks for them
 */
export async function startHttpProxy(credentials?: string): Promise<HttpProxy> {
  const expected = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`;
  const hosts = new Set<string>();
  // Lenient, so that it reads on after a request that wanted the connection to be closed.
  const server = createServer({ insecureHTTPParser: true }, (request, response) => {
    hosts.add(new URL(request.url ?? '').host);
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.once('end', () => {
      if (expected !== undefined && request.headers['proxy-authorization'] !== expected) {
        response.writeHead(407, { 'proxy-authenticate': 'Basic realm="office"' });
        response.end('<h1>Sign in</h1>');
        return;
      }
      void forward(request, body).then(
        ({ status, text }) => {
          response.shouldKeepAlive = true;
          response.writeHead(status, {
            'content-type': 'application/json',
            connection: 'keep-alive',
            'content-length': Buffer.byteLength(text),
          });
          response.end(text);
        },
        () => request.socket.resetAndDestroy(),
      );
    });
  });
  server.on('connect', ({ url }, socket) => {
    hosts.add(url ?? '');
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  const { host } = new URL(await listen(server));
  return {
    hosts,
    args: proxySwitches(`http://${host}`),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function forward(
  { method = 'GET', url = '', headers }: IncomingMessage,
  body: string,
): Promise<{ status: number; text: string }> {
  const passed = ['accept', 'authorization', 'content-type', 'public-key'].flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value] as [string, string]] : [];
  });
  const answer = await fetch(url, { method, headers: passed, ...(body !== '' && { body }) });
  return { status: answer.status, text: await answer.text() };
}

function proxySwitches(proxy: string): string[] {
  return [`--proxy-server=${proxy}`, '--proxy-bypass-list=<-loopback>'];
}

/** Where a SOCKS 5 request wants to go: an IPv4 address or a name. */
function socksTarget(request: Buffer): { host: string; port: number } {
  const isName = request[3] === 3;
  const end = isName ? 5 + (request[4] ?? 0) : 8;
  const host = isName ? request.toString('latin1', 5, end) : [...request.subarray(4, 8)].join('.');
  return { host, port: request.readUInt16BE(end) };
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
