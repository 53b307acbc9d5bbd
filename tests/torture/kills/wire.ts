import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that changes something, as it came to the service, and what became of it. */
export interface Written {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  /** The service's answer, whether or not the app got it. */
  readonly status: number;
  /** Milliseconds since the trial began. */
  readonly at: number;
  /** The app never got the answer. */
  readonly isLost: boolean;
}

/** What happens to the answer of a request. */
export type Loss = 'none' | 'answer';

const WRITES = new Set(['POST', 'PATCH', 'PUT', 'DELETE']);

/**
 * The line between the app and the service. It knows all that was written there, whether or not
 * the app lived to hear of it, and now and then it loses an answer.
 */
export class Wire {
  readonly written: Written[] = [];
  /** Decides about the answer to each write. */
  lose: () => Loss = () => 'none';
  /** Nothing gets through. */
  isCut = false;
  #requests = 0;
  #writes = 0;
  readonly #server: Server;
  readonly #target: URL;
  readonly url: string;

  private constructor(server: Server, target: URL) {
    this.#server = server;
    this.#target = target;
    const { port } = server.address() as AddressInfo;
    this.url = `http://127.0.0.1:${port}${target.pathname}`;
    server.on('request', (incoming, outgoing) => {
      if (this.isCut) {
        outgoing.destroy();
        return;
      }
      void this.#pass(incoming, () => outgoing.destroyed).then(
        ({ status, headers, body, isLost }) => {
          if (isLost) {
            outgoing.destroy();
            return;
          }
          outgoing.writeHead(status, headers).end(body);
        },
        () => outgoing.destroy(),
      );
    });
  }

  /** A line to a service's base URL. */
  static async open(target: string): Promise<Wire> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new Wire(server, new URL(target));
  }

  /** Writes that came in so far, answered or not. */
  get writes(): number {
    return this.#writes;
  }

  /** All requests so far. */
  get requests(): number {
    return this.#requests;
  }

  /** The writes that the service applied, that hold this text, and are of one of these methods. */
  applied(text: string, methods: readonly string[]): Written[] {
    return this.written.filter(
      ({ method, path, body, status }) =>
        status >= 200 &&
        status < 300 &&
        methods.includes(method) &&
        (body.includes(text) || path.includes(text)),
    );
  }

  /** The place of the first write that was applied and holds this text; -1 for none. */
  indexOf(text: string): number {
    return this.written.findIndex(
      ({ body, status }) => status >= 200 && status < 300 && body.includes(text),
    );
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #pass(incoming: IncomingMessage, isGone: () => boolean) {
    this.#requests += 1;
    const { method = 'GET', url: path = '/', headers } = incoming;
    const body = await read(incoming);
    const isWrite = WRITES.has(method) && !path.includes('/auth/');
    if (isWrite) this.#writes += 1;
    const answer = await this.#ask({ method, path, headers, body });
    const isLost = isWrite && (this.lose() === 'answer' || isGone());
    const at = Math.round(performance.now());
    const { status } = answer;
    if (isWrite) this.written.push({ method, path, body: String(body), status, at, isLost });
    return { ...answer, isLost };
  }

  #ask(sent: {
    method: string;
    path: string;
    headers: IncomingMessage['headers'];
    body: Buffer;
  }): Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }> {
    const { method, path, headers, body } = sent;
    return new Promise((resolve, reject) => {
      const passed = request(
        { host: this.#target.hostname, port: this.#target.port, method, path, headers },
        (answer) => {
          read(answer).then((content) => {
            const { statusCode: status = 0, headers: told } = answer;
            resolve({ status, headers: told, body: content });
          }, reject);
        },
      );
      passed.on('error', reject);
      passed.end(body);
    });
  }
}

async function read(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
